/** What `retrieve` and `ask` take, and how defaults from the configuration are filled in. */
import { z } from 'zod';
import { importanceSchema, recencySchema, typeWeightsSchema, weightOfRecency } from '../config/scoring.ts';
import { fusionMethods, retrievalModes, vectorWeightSchema, type Config } from '../config.ts';
import type { RetrieveRequest } from '../retrieve/request.ts';
import type { Scoring } from '../retrieve/score.ts';
import { resolveField } from '../store/fields.ts';
import { parseFilter, parseNear, parseRegion, parseWhereDocument } from '../store/parse-filter.ts';
import type { ChunkConstraint } from '../store/filter.ts';
import { collectionNameSchema, parseOptions, signalSchema, versionsSchema } from './options.ts';

/** What `retrieve` takes. */
export const retrieveOptionsSchema = z.strictObject({
  collections: z.array(collectionNameSchema).min(1).optional(),
  /** Short for one collection; `default` when neither is given. */
  collection: collectionNameSchema.optional(),
  /** Whether the configured routing chooses the collections where none is named. */
  route: z.boolean().default(true),
  /** What `llm.model` makes of the query first; see `retrieval.understanding`. */
  rewrite: z.boolean().optional(),
  hyde: z.boolean().optional(),
  selfQuery: z.boolean().optional(),
  /** The filter language: `{ year: { $gte: 2024 } }`; see docs/filters.md. */
  filter: z.unknown().optional(),
  /** `{ $contains | $notContains | $regex }` on the chunk's text. */
  whereDocument: z.unknown().optional(),
  /**
   * `{ page, x0, y0, x1, y1 }` or `{ page, name: 'top-right' }`; or `{ near, page?, within? }`: what lies near a text, or near a
   * picture that is described so, or any (`near: { picture: true }`), at most `within` points from it, 72 unless given.
   */
  region: z.unknown().optional(),
  /** `all`, or the latest n of each document: earlier versions are found too, where they were kept. */
  versions: versionsSchema.optional(),
  mode: z.enum(retrievalModes).optional(),
  topK: z.int().min(1).max(10_000).optional(),
  /** Whether keywords are searched for, in the modes that do. */
  keyword: z.boolean().default(true),
  /** Whether the configured reranker, if any, orders the hits. */
  rerank: z.boolean().optional(),
  /** Whether keywords are searched for in both forms where documents explain an acronym. */
  expandAcronyms: z.boolean().optional(),
  deduplicate: z.boolean().optional(),
  /** How much relevance counts where hits that are alike are put apart, 0…1; see `retrieval.mmr`. */
  mmr: z.number().min(0).max(1).optional(),
  /** Surplus chunks of a document are dropped; with `retrieval.maxChunksPerDocument` they rank behind. */
  maxChunksPerDocument: z.int().min(1).optional(),
  /** How much recent documents count more; see `retrieval.scoring`. */
  recency: recencySchema.optional(),
  /** Weights by the documents' own `type`, such as `{ deliverable: 1.5 }`; laid over the configured ones. */
  typeWeights: typeWeightsSchema.optional(),
  /** Which number of the documents' metadata counts, and how much; see `retrieval.scoring`. */
  importance: importanceSchema.optional(),
  scoreThreshold: z.number().min(0).max(1).optional(),
  /** From the top down: look for the best so many sections first, then for passages in them; see docs/chunking.md. */
  sections: z.int().min(0).max(1000).optional(),
  /** Chunks before and after each hit to read into `passages`, and parents over it where it has them. */
  contextWindow: z.int().min(0).max(20).optional(),
  /** Tokens that `passages` may have together. */
  tokenBudget: z.int().min(1).optional(),
  groupByDocument: z.boolean().default(false),
  /** Whether hits have the whole text of their chunks; else what of it matches stands as their `content`. */
  fullChunks: z.boolean().default(true),
  /** Whether the response says what put each hit where it stands; see docs/retrieval.md. */
  explain: z.boolean().default(false),
  fusion: z
    .strictObject({
      method: z.enum(fusionMethods).optional(),
      vectorWeight: vectorWeightSchema.optional(),
      k: z.number().min(0).optional(),
    })
    .optional(),
  /** Search vectors a second time, by the query moved towards what was found best; see `retrieval.feedback`. */
  feedback: z.boolean().optional(),
  /** Whether documents move up that the query names; see `retrieval.namedDocuments`. */
  namedDocuments: z.boolean().optional(),
  signal: signalSchema,
});
const oneWayToNameCollections = retrieveOptionsSchema.refine(
  ({ collection, collections }) => collection === undefined || collections === undefined,
  { message: 'give collection or collections, not both', path: ['collection'] },
);
const somethingToSearchBy = oneWayToNameCollections.refine(
  ({ mode, keyword }) => keyword || mode !== 'keyword',
  { message: 'is false, and mode is keyword: nothing is left to search by', path: ['keyword'] },
);
export type RetrieveOptions = z.input<typeof retrieveOptionsSchema>;

const querySchema = z
  .string()
  .max(100_000, 'it is longer than 100,000 characters')
  .refine((query) => query.trim() !== '', 'it is empty: write what to look for');

/** @throws ConfigError for a bad query or option; FilterError for a bad filter. */
export function buildRetrieveRequest(
  rawQuery: string,
  rawOptions: RetrieveOptions,
  { retrieval, chunking, reranking }: Config,
): RetrieveRequest {
  const query = parseOptions(querySchema, rawQuery, 'query');
  const options = parseOptions(somethingToSearchBy, rawOptions, 'options of retrieve');
  const topK = options.topK ?? retrieval.topK;
  return {
    query,
    ...placesOf(options, retrieval.routing),
    ...understandingOf({ ...options, mode: options.mode ?? retrieval.mode }, retrieval.understanding),
    ...filterOf(options.filter, retrieval.filter),
    constraint: buildConstraint(options),
    versions: options.versions,
    mode: options.mode ?? retrieval.mode,
    keyword: options.keyword,
    topK,
    candidates: {
      vector: Math.max(topK, retrieval.candidates.vector),
      keyword: Math.max(topK, retrieval.candidates.keyword),
    },
    fusion: fusionOf(options.fusion, retrieval.fusion),
    namedDocuments: options.namedDocuments ?? retrieval.namedDocuments,
    feedback: options.feedback ?? retrieval.feedback,
    ...rerankOf(options.rerank, reranking),
    scoring: {
      recency: weightOfRecency(options.recency ?? retrieval.scoring.recency),
      recencyDays: retrieval.scoring.recencyDays,
      typeWeights: { ...retrieval.scoring.typeWeights, ...options.typeWeights },
      importance: importanceOf(options.importance ?? retrieval.scoring.importance),
    },
    now: Date.now(),
    expandAcronyms: options.expandAcronyms ?? retrieval.expandAcronyms,
    deduplicate: options.deduplicate ?? retrieval.deduplicate,
    mmr: options.mmr ?? retrieval.mmr,
    maxChunksPerDocument: options.maxChunksPerDocument ?? retrieval.maxChunksPerDocument,
    dropSurplus: options.maxChunksPerDocument !== undefined,
    scoreThreshold: options.scoreThreshold ?? retrieval.scoreThreshold,
    sections: options.sections ?? retrieval.sections,
    contextWindow: options.contextWindow ?? 0,
    sentenceWindow: chunking.windowSize,
    tokenBudget: options.tokenBudget,
    groupByDocument: options.groupByDocument,
    explain: options.explain,
    signal: options.signal,
  };
}

/** By the key alone, which may be written as filters write it. */
function importanceOf(given: Config['retrieval']['scoring']['importance']): Scoring['importance'] {
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
function rerankOf(
  wanted: boolean | undefined,
  { candidates, timeBudgetMs }: Config['reranking'],
): Pick<RetrieveRequest, 'rerank'> {
  return wanted === false ? {} : { rerank: { candidates, timeBudgetMs, isAskedFor: wanted === true } };
}

/** The collections that are named; else those of the routing, where some is configured. */
function placesOf(
  { collections, collection, route }: z.output<typeof retrieveOptionsSchema>,
  routing: Config['retrieval']['routing'],
): Pick<RetrieveRequest, 'collections' | 'routing'> {
  if (collections !== undefined) return { collections };
  if (collection !== undefined) return { collections: [collection] };
  const used = route ? routing : { ...routing, rules: [], model: false };
  // of several by default, those are searched that are there
  const chooses = used.rules.length > 0 || used.model || used.default.length > 1;
  return { collections: routing.default, ...(chooses ? { routing: used } : {}) };
}

/** What the call says goes before what a collection has, and that before what holds for all. */
function fusionOf(
  { method, vectorWeight, k }: NonNullable<z.output<typeof retrieveOptionsSchema>['fusion']> = {},
  usual: Config['retrieval']['fusion'],
): RetrieveRequest['fusion'] {
  const collections = Object.entries(usual.collections).map(([name, own]) => [
    name,
    { method: method ?? own.method, vectorWeight: vectorWeight ?? own.vectorWeight },
  ]);
  return {
    method: method ?? usual.method,
    vectorWeight: vectorWeight ?? usual.vectorWeight,
    k: k ?? usual.k,
    collections: Object.fromEntries(collections),
  };
}

/** Other modes than `full` search for the query alone. */
function understandingOf(
  { mode, ...options }: z.output<typeof retrieveOptionsSchema>,
  usual: Config['retrieval']['understanding'],
): Pick<RetrieveRequest, 'understanding'> {
  const { rewrite = usual.rewrite, hyde = usual.hyde, selfQuery = usual.selfQuery } = options;
  const isFull = mode === 'full';
  const { timeBudgetMs } = usual;
  const understanding = { rewrite, hyde: hyde && isFull, selfQuery, timeBudgetMs };
  return rewrite || understanding.hyde || selfQuery ? { understanding } : {};
}

function buildConstraint(options: z.output<typeof retrieveOptionsSchema>): ChunkConstraint | undefined {
  if (options.whereDocument === undefined && options.region === undefined) return undefined;
  const isNear = parseNear(options.region) !== undefined; // becomes a filter, see `near-places.ts`
  return { ...parseWhereDocument(options.whereDocument), ...(isNear ? {} : parseRegion(options.region)) };
}
