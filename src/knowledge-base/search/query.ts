/** What a search is asked for: the options that were given, and for the others the defaults and the configuration. */
import { z } from 'zod';
import { readRouting, type Routing } from '../../config/settings/routing.ts';
import { weightOfRecency } from '../../config/settings/scoring.ts';
import type { Config } from '../../config/config.ts';
import type { RetrieveRequest } from '../../retrieve/request.ts';
import type { Scoring } from '../../retrieve/combine/score.ts';
import { resolveField } from '../../store/filter/fields.ts';
import { parseFilter, parseNear, parseRegion, parseWhereDocument } from '../../store/filter/parse-filter.ts';
import type { ChunkConstraint } from '../../store/filter/filter.ts';
import { parseOptions } from '../parts/options.ts';
import { retrieveOptionsSchema, type RetrieveOptions } from './retrieve-options.ts';

/** Chunks fetched by each search before fusion; never fewer than `topK`. */
const usualCandidates = { vector: 25, keyword: 50 };
/** Hits of the searches that a reranker reads; those behind keep their order. */
const rerankedCandidates = 100;
/** Milliseconds that a model may take in a step of a search, unless `calls.timeoutMs` says otherwise, and at most. */
const usualBudgetMs = { reranking: 3000, understanding: 10_000 };
const mostBudgetMs = 60_000;
/** Days after which the boost of recent documents has fallen to 37 %. */
const recencyDays = 180;
/** Of `rrf`, as in the paper that proposed it. */
const usualRrfConstant = 60;

const oneWayToNameCollections = retrieveOptionsSchema.refine(
  ({ collection, collections }) => collection === undefined || collections === undefined,
  { message: 'give collection or collections, not both', path: ['collection'] },
);
const somethingToSearchBy = oneWayToNameCollections.refine(
  ({ mode, keyword }) => keyword || mode !== 'keyword',
  { message: 'is false, and mode is keyword: nothing is left to search by', path: ['keyword'] },
);

const querySchema = z
  .string()
  .max(100_000, 'it is longer than 100,000 characters')
  .refine((query) => query.trim() !== '', 'it is empty; write what to look for');

/** @throws ConfigError for a bad query or option; FilterError for a bad filter. */
export function buildRetrieveRequest(
  rawQuery: string,
  rawOptions: RetrieveOptions,
  { retrieval, calls, llm }: Config,
): RetrieveRequest {
  const query = parseOptions(querySchema, rawQuery, 'query');
  const options = parseOptions(somethingToSearchBy, rawOptions, 'options of the search');
  const topK = options.topK ?? retrieval.topK;
  const budgetOf = (step: keyof typeof usualBudgetMs) =>
    Math.min(calls.timeoutMs ?? usualBudgetMs[step], mostBudgetMs);
  return {
    query,
    ...placesOf(options, {
      routing: readRouting(retrieval.routing),
      hasModel: llm.model !== undefined,
      timeBudgetMs: budgetOf('understanding'),
    }),
    ...understandingOf(options, budgetOf('understanding')),
    ...filterOf(options.filter, retrieval.filter),
    constraint: buildConstraint(options),
    versions: options.versions,
    mode: options.mode,
    keyword: options.keyword,
    topK,
    candidates: {
      vector: Math.max(topK, usualCandidates.vector),
      keyword: Math.max(topK, usualCandidates.keyword),
    },
    fusion: {
      method: options.fusion?.method ?? 'minmax',
      vectorWeight: options.fusion?.vectorWeight ?? retrieval.vectorWeight,
      k: options.fusion?.k ?? usualRrfConstant,
    },
    namedDocuments: options.namedDocuments,
    feedback: options.feedback,
    ...rerankOf(options.rerank, budgetOf('reranking')),
    scoring: {
      recency: weightOfRecency(options.recency ?? retrieval.scoring.recency),
      recencyDays,
      typeWeights: { ...retrieval.scoring.typeWeights, ...options.typeWeights },
      importance: importanceOf(options.importance),
    },
    now: Date.now(),
    expandAcronyms: options.expandAcronyms,
    deduplicate: options.deduplicate,
    mmr: options.mmr,
    maxChunksPerDocument: options.maxChunksPerDocument,
    scoreThreshold: options.scoreThreshold,
    sections: options.sections,
    contextWindow: options.contextWindow ?? 0,
    tokenBudget: options.tokenBudget,
    groupByDocument: options.groupByDocument,
    explain: options.explain,
    signal: options.signal,
  };
}

/** By the key alone, which may be written as filters write it. */
function importanceOf(given: RetrieveOptions['importance']): Scoring['importance'] {
  return given && { key: resolveField(given.field).name, weight: given.weight };
}

/** The caller's and the configured one are laid over each other. */
function filterOf(given: unknown, usual: unknown): Pick<RetrieveRequest, 'filter' | 'rawFilter'> {
  const filter = parseFilter(given);
  if (usual === undefined) return { filter, rawFilter: given };
  const rawFilter = given === undefined ? usual : { $and: [usual, given] };
  return { filter: parseFilter(rawFilter), rawFilter };
}

/** A reranker that is configured orders the hits unless the call says otherwise. */
function rerankOf(wanted: boolean | undefined, timeBudgetMs: number): Pick<RetrieveRequest, 'rerank'> {
  if (wanted === false) return {};
  return { rerank: { candidates: rerankedCandidates, timeBudgetMs, isAskedFor: wanted === true } };
}

/** Whether rules or a language model may lead a query to other collections than the default ones. */
export const canRoute = ({ rules, descriptions }: Pick<Routing, 'rules' | 'descriptions'>): boolean =>
  rules.length > 0 || Object.keys(descriptions).length > 0;

/** The collections that are named; else those of the routing, where some is configured. */
function placesOf(
  { collections, collection, route }: z.output<typeof retrieveOptionsSchema>,
  { routing, hasModel, timeBudgetMs }: { routing: Routing; hasModel: boolean; timeBudgetMs: number },
): Pick<RetrieveRequest, 'collections' | 'routing'> {
  if (collections !== undefined) return { collections };
  if (collection !== undefined) return { collections: [collection] };
  const rules = route ? routing.rules : [];
  const descriptions = route && hasModel ? routing.descriptions : {};
  // of several by default, those are searched that are there
  const used = { ...routing, rules, descriptions, timeBudgetMs };
  const chooses = canRoute(used) || used.default.length > 1;
  return { collections: routing.default, ...(chooses ? { routing: used } : {}) };
}

/** Other modes than `full` search for the query alone. */
function understandingOf(
  { mode, rewrite, hyde, selfQuery }: z.output<typeof retrieveOptionsSchema>,
  timeBudgetMs: number,
): Pick<RetrieveRequest, 'understanding'> {
  const understanding = { rewrite, hyde: hyde && mode === 'full', selfQuery, timeBudgetMs };
  return rewrite || understanding.hyde || selfQuery ? { understanding } : {};
}

function buildConstraint(options: z.output<typeof retrieveOptionsSchema>): ChunkConstraint | undefined {
  if (options.whereDocument === undefined && options.region === undefined) return undefined;
  const isNear = parseNear(options.region) !== undefined; // becomes a filter, see `near-places.ts`
  return { ...parseWhereDocument(options.whereDocument), ...(isNear ? {} : parseRegion(options.region)) };
}
