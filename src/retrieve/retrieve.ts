/**
 * The stages of a retrieval, in their order. A stage with a comment "on with …" is off by default. `findEnough` runs `amongSections`
 * before `search`, and `deduplicating` after it.
 */
import type { RetrieveResponse, Document, Hit, Source } from '../types.ts';
import type { Embedder } from '../embed/embedder.ts';
import { membersOf } from '../util/members-of.ts';
import { redactionField } from '../util/telemetry/operation.ts';
import { unlessAborted } from '../util/async/unless-aborted.ts';
import { describeRetrieval } from './explain/describe-retrieval.ts';
import type { RetrieveParts } from './parts.ts';
import type { RetrieveRequest } from './request.ts';
import { beginRetrieval, ordered, type Context, type Retrieval, type RetrievalStage } from './retrieval.ts';
import { StageClock, degraded, runStages } from './stage.ts';
import { diversify } from './combine/diversify.ts';
import {
  deduplicating,
  diversifying,
  diversifyingByMeaning,
  fusing,
  placing,
  reranking,
  scoring,
  selecting,
  withoutReranker,
} from './combine/stages.ts';
import { explaining } from './explain/explain.ts';
import { naming } from './names/search-named.ts';
import { budgeting, expanding, readingHits, readingSources } from './read/stages.ts';
import { amongPassages, isParent } from './search/among-passages.ts';
import { completing, feedingBack } from './search/complete.ts';
import { searching } from './search/search.ts';
import { amongSections } from './search/within-sections.ts';
import { routing, understanding } from './understand/stages.ts';
import { documentKeyOf } from './candidate.ts';
import { groupBy } from '../util/lists/group-by.ts';

/** What is searched for, and where. */
const understand: readonly RetrievalStage[] = [
  routing, // on where routing is configured
  understanding, // on where a language model is to word the query anew
];

/** Lists by meaning and by words, merged into one. Run again until enough is found. */
const search: readonly RetrievalStage[] = [
  searching, // vectors ‖ a passage ‖ keywords, side by side
  naming, // again within documents that the query names; on unless `namedDocuments: false`
  completing, // each list with the scores of the others' chunks
  feedingBack, // on with `feedback`
  fusing,
  placing,
];

const combine: readonly RetrievalStage[] = [
  withoutReranker,
  reranking, // on with a reranker
  scoring, // on with recency, weights of types or importance
  diversifyingByMeaning, // on with `mmr`
  diversifying,
  selecting,
];

/** Of one state of the store. */
const read: readonly RetrievalStage[] = [readingHits, expanding, readingSources];

const finish: readonly RetrievalStage[] = [
  explaining, // on with `explain`
  budgeting,
];

/**
 * Runs the stages of a retrieval. A search or a reranker that fails is left out and named in `warnings`; the
 * result is never empty while one search has hits. Where duplicates and the limit for a document leave fewer than `topK`,
 * more is searched for. The same data and request give the same response, times and what they cut short aside.
 *
 * @throws CollectionNotFoundError; EmbeddingModelMismatchError when the query would be embedded with another model
 *   than a collection; the search's error when every search fails; the signal's reason on abort.
 */
export function retrieve(parts: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  // A part that does not heed the signal is waited for no longer; what it gives late is not used.
  return unlessAborted(runAndDescribe(parts, request), request.signal);
}

async function runAndDescribe(given: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  const { signal } = request;
  signal?.throwIfAborted();
  const parts = { ...given, embedderFor: embedOnce(given.embedderFor) };
  const clock = new StageClock(signal);
  const context = { parts, given: request, clock, signal, reads: parts.store };
  const understood = await runStages(understand, beginRetrieval(request), context);
  const found = await findUnlessNothing(understood, context);
  const chosen = await runStages(combine, ordered(found, 'fuse', found.candidates), context);
  const known = await parts.store.read((reads) => runStages(read, chosen, { ...context, reads }), {
    signal,
  });
  const retrieval = await runStages(finish, known, context);
  signal?.throwIfAborted();
  return responseOf(retrieval, context);
}

function responseOf(retrieval: Retrieval, { parts, given, clock }: Context): RetrieveResponse {
  const { results, hits, passages, omitted, warnings } = retrieval;
  const { terms = [], expansions = [] } = results.keyword ?? {};
  const documents = groupByDocument(retrieval.documents, hits);
  const queries = {
    standard: retrieval.query,
    terms: [...terms],
    ...(expansions.length > 0 ? { expansions: [...expansions] } : {}),
    hyde: retrieval.hyde,
    filter: given.rawFilter,
    selfFilter: retrieval.readFilter,
    route: retrieval.route,
  };
  return {
    query: given.query,
    success: retrieval.degraded.length === 0,
    degraded: [...retrieval.degraded],
    queries,
    hits: [...hits],
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: given.groupByDocument ? groupHits(documents) : [],
    stats: { ...clock.stats(), ...redactionField() },
    ...(given.explain && { explanation: describeRetrieval(parts, retrieval, queries) }),
    warnings: [...warnings],
  };
}

/** Asks each embedder for the vectors of the same texts once, however often they are searched with. */
function embedOnce(embedderFor: RetrieveParts['embedderFor']): RetrieveParts['embedderFor'] {
  const embedded = new Map<string, Promise<Float32Array[]>>();
  return async (collection) => {
    const embedder = await embedderFor(collection);
    const embed: Embedder['embed'] = (texts, options) => {
      const key = JSON.stringify([embedder.modelId, options.role, texts]);
      const vectors = embedded.get(key) ?? embedder.embed(texts, options);
      embedded.set(key, vectors);
      return vectors;
    };
    return { ...membersOf(embedder), embed };
  };
}

/** A filter that was read from the query and leaves nothing is dropped: the query may have meant no condition. */
async function findUnlessNothing(understood: Retrieval, context: Context): Promise<Retrieval> {
  const found = await findEnough(understood, context);
  const { selfFilter, request } = understood;
  if (selfFilter === undefined || found.candidates.length > 0) return found;
  const error = `The filter read from the query was dropped, as nothing matches it: ${JSON.stringify(selfFilter)}`;
  const without = {
    ...understood,
    request: { ...request, filter: context.given.filter },
    selfFilter: undefined,
  };
  return findEnough(degraded(without, 'understand', { error, warning: (reason) => reason }), context);
}

/** Searches at most, each for twice as many chunks as the one before. */
const maxRounds = 8;

/**
 * Searches until `topK` distinct candidates remain, or no search has more to give. Where parents are found with their
 * passages, the search begins again among passages alone; from the top down, these are those of the best sections.
 */
async function findEnough(understood: Retrieval, context: Context): Promise<Retrieval> {
  let from = await runStages([amongSections], understood, context);
  const passages = amongPassages(from.request.filter);
  for (let round = 1; ; round += 1) {
    const found = await runStages(search, from, context);
    if (from.request.filter !== passages && found.candidates.some(({ chunk }) => isParent(chunk))) {
      from = { ...from, request: { ...from.request, filter: passages } };
      continue;
    }
    const distinct = await runStages([deduplicating], found, context);
    const { request, candidates } = distinct;
    const isEnough = diversify(candidates, request.maxChunksPerDocument).length >= request.topK;
    if (isEnough || !hasMore(distinct) || round === maxRounds) return distinct;
    const limits = { vector: 2 * request.candidates.vector, keyword: 2 * request.candidates.keyword };
    from = { ...from, request: { ...request, candidates: limits } };
  }
}

/** Whether a search found as many as it was to find. */
function hasMore({ legs: { vector, hyde, keyword }, request: { candidates: limits } }: Retrieval): boolean {
  return (
    (vector?.length ?? 0) >= limits.vector ||
    (hyde?.length ?? 0) >= limits.vector ||
    (keyword?.length ?? 0) >= limits.keyword
  );
}

const maxGroups = 5;
const maxHitsPerGroup = 3;

/** A document with its hits, best first. */
interface DocumentHits {
  readonly document: Document;
  readonly hits: readonly Hit[];
}

/** The documents of the hits, given by `documentKeyOf`: by their best hit, hits in their order. */
function groupByDocument(documents: ReadonlyMap<string, Document>, ranked: readonly Hit[]): DocumentHits[] {
  return [...groupBy(ranked, documentKeyOf)].flatMap(([key, hits]) => {
    const document = documents.get(key);
    return document ? [{ document, hits }] : [];
  });
}

function describeSource({ document, hits }: DocumentHits): Source {
  const scores = hits.map(({ relevanceScore }) => relevanceScore);
  return {
    document,
    chunkCount: hits.length,
    averageRelevance: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    bestScore: Math.max(...scores),
  };
}

/** At most the best three hits of each of the best five documents. */
function groupHits(documents: readonly DocumentHits[]): RetrieveResponse['groups'] {
  return documents
    .slice(0, maxGroups)
    .map(({ document, hits }) => ({ document, hits: hits.slice(0, maxHitsPerGroup) }));
}
