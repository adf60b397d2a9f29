import type { Config } from '../../config/config.ts';
import { readRouting } from '../../config/settings/routing.ts';
import type { Configuration, SearchOptions } from '../../evaluate/configuration.ts';
import type { EvaluationQuery } from '../../evaluate/datasets/dataset.ts';
import type { FoundChunk, SearchOutcome } from '../../evaluate/observation.ts';
import type { CitedAnswer, Hit, RetrieveResponse } from '../../types.ts';
import type { Parts } from '../parts/parts.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';
import { z } from 'zod';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel } from '../../models/language-model.ts';

/** What an evaluation calls. */
export interface EvaluatedParts {
  readonly parts: Parts;
  readonly retrieve: (query: string, options: RetrieveOptions) => Promise<RetrieveResponse>;
  readonly ask: (question: string, options: RetrieveOptions) => Promise<CitedAnswer>;
}

export interface EvaluatedSearch {
  readonly configuration: {
    readonly name: string;
    readonly retrieve?: RetrieveOptions;
    readonly chunking?: object;
    readonly embedding?: object;
  };
  readonly collection: string;
}

/** Where a configuration may look: its own collections, all that routing knows, or the one that is evaluated. */
export function placesOf(
  { configuration: { retrieve = {} }, collection }: EvaluatedSearch,
  routing: Config['retrieval']['routing'],
): readonly string[] {
  if (retrieve.collections !== undefined) return retrieve.collections;
  if (retrieve.collection !== undefined) return [retrieve.collection];
  if (retrieve.route !== true) return [collection];
  return [...readRouting(routing).default, ...routing.flatMap(({ collections }) => collections)];
}

/** Most hits that a retrieval gives. */
const mostHits = 10_000;

/** This library as something to measure. */
export function createConfiguration(
  { parts, retrieve, ask }: EvaluatedParts,
  { configuration, collection }: EvaluatedSearch,
): Configuration {
  const { name, retrieve: own, chunking, embedding } = configuration;
  const isPlaced = own?.collections !== undefined || own?.collection !== undefined || own?.route === true;
  const place = own?.collection ?? collection;
  const options: RetrieveOptions = isPlaced ? { ...own } : { collection, ...own };
  return {
    name,
    settings: { ...own, ...(chunking && { chunking }), ...(embedding && { embedding }) },
    search: (query, searchOptions) =>
      searchDeep(query, searchOptions, (extra) =>
        retrieve(query.query, { ...judgedWhole(query), ...options, ...extra }),
      ).then(({ routed, ...found }) => ({
        ...found,
        collections: routed ?? options.collections ?? [options.collection ?? collection],
      })),
    ask: ({ query }, { signal }) => ask(query, { ...options, signal }),
    judge: async ({ query: question, answer: expected }, { answer }, { signal }) =>
      judgeAnswer(await parts.languageModel(), { question, expected: expected ?? '', answer }, signal),
    documentText: (documentId) => parts.store.read((reads) => reads.documentText(place, documentId)),
    chunksOf: (documentId) => parts.store.read((reads) => reads.chunksOf(place, documentId)),
  };
}

/** Where documents are judged, each stands at its best chunk, so nothing may push chunks of one document apart. */
function judgedWhole(query: EvaluationQuery): RetrieveOptions {
  const byDocument = query.relevantChunks === undefined && query.relevantPages === undefined;
  return byDocument && query.relevantSpans === undefined
    ? { deduplicate: false, maxChunksPerDocument: mostHits }
    : {};
}

/** Fetches twice as many chunks until they hold `depth` documents; the time is that of the first search. */
async function searchDeep(
  query: EvaluationQuery,
  { depth, signal }: SearchOptions,
  retrieve: (options: RetrieveOptions) => Promise<RetrieveResponse>,
): Promise<SearchOutcome & { readonly routed: readonly string[] | undefined }> {
  const first = await retrieve({ topK: depth, signal });
  let { hits } = first;
  let topK = depth;
  while (topK < mostHits && !isDeepEnough(hits, query, { depth, topK })) {
    topK = Math.min(topK * 2, mostHits);
    ({ hits } = await retrieve({ topK, signal }));
  }
  return {
    hits: hits.map(toFound),
    ms: first.stats.totalMs,
    stages: first.stats.stages,
    filter: first.queries.selfFilter ?? first.queries.filter,
    routed: first.queries.route?.collections,
    warnings: first.warnings,
  };
}

function isDeepEnough(
  hits: readonly Hit[],
  { relevantChunks, relevantPages, relevantSpans }: EvaluationQuery,
  { depth, topK }: { depth: number; topK: number },
): boolean {
  if (hits.length < topK || (relevantChunks ?? relevantPages ?? relevantSpans) !== undefined) return true;
  return new Set(hits.map(({ chunk }) => chunk.documentId)).size >= depth;
}

const toFound = ({ chunk, fusedScore }: Hit): FoundChunk => ({
  documentId: chunk.documentId,
  chunkId: chunk.chunkId,
  pageNumbers: chunk.pageNumbers,
  charStart: chunk.charStart,
  charEnd: chunk.charEnd,
  score: fusedScore,
});

const verdictSchema = z.object({ correct: z.boolean() });

const task =
  'A question, the answer that is right, and the answer that was given are below. Decide whether the given answer says what the right ' +
  'one says: other words, units and rounding are no difference, another fact, number or name is, and so is an answer that leaves it open. ' +
  'Reply with JSON: {"correct":true} or {"correct":false}.';

interface JudgedAnswer {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
}

/** 1 where a language model takes the answer for right, else 0. @throws GenerationError when it fails. */
async function judgeAnswer(
  model: LanguageModel,
  { question, expected, answer }: JudgedAnswer,
  signal?: AbortSignal,
): Promise<number> {
  const parts = { question, expected, answer };
  const { object } = await model.generateObject({
    system: `${task}\n\n${fenceRule}`,
    prompt: Object.entries(parts)
      .map(([name, text]) => fenceUntrusted(name, text))
      .join('\n\n'),
    schema: verdictSchema,
    signal,
  });
  return Number(object.correct);
}
