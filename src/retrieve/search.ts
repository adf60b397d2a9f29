import type { Embedder } from '../embed/embedder.ts';
import { CollectionNotFoundError, EmbeddingError, EmbeddingModelMismatchError } from '../errors.ts';
import type { KeywordResult, ScoredChunk, SearchScope } from '../store/store.ts';
import type { Collection } from '../types.ts';
import type { FuseOptions, Legs } from './fuse.ts';
import { fusionOver } from './fusion-over.ts';
import { type Leg, type LegResult, mergeBest, type SearchHit } from './legs.ts';
import type { EmbeddedCollection, RetrieveParts } from './parts.ts';
import { keywordBound } from './relevance.ts';
import type { RetrievalMode, RetrieveRequest } from './request.ts';
import type { StageClock } from './stage-clock.ts';
import { withAllScores } from './with-all-scores.ts';

export interface SearchResult {
  readonly legs: Legs<SearchHit>;
  readonly terms: KeywordResult['terms'];
  /** How what both found is merged. */
  readonly fusion: FuseOptions;
  readonly warnings: readonly string[];
}

const legsOfMode: Record<RetrievalMode, readonly Leg[]> = {
  full: ['vector', 'keyword'],
  hybrid: ['vector', 'keyword'],
  vector: ['vector'],
  fast: ['vector'],
  keyword: ['keyword'],
};

/**
 * Runs the searches of the mode side by side over all collections. A search that fails is reported in
 * `warnings`; when none of the mode's searches succeeds, the other one is tried.
 *
 * @throws the first search's error when every search fails; CollectionNotFoundError; EmbeddingModelMismatchError.
 */
export async function search(
  parts: RetrieveParts,
  request: RetrieveRequest,
  { query, hyde, clock }: { query: string; hyde?: string | undefined; clock: StageClock },
): Promise<SearchResult> {
  const collections = await findCollections(parts, request);
  const searches: Record<Leg, () => Promise<LegResult>> = {
    vector: () => searchVectors(parts, request, { query, hyde, clock, collections }),
    keyword: () => searchKeywords(parts, request, { query, clock, collections }),
  };
  const wanted = legsOfMode[request.mode];
  const outcome = await settle(wanted, searches, request.signal);
  if (outcome.results.size === 0) {
    const others = (['keyword', 'vector'] as const).filter((leg) => !wanted.includes(leg));
    const fallback = await settle(others, searches, request.signal);
    for (const [leg, result] of fallback.results) outcome.results.set(leg, result);
  }
  const [firstFailure] = outcome.failures;
  if (outcome.results.size === 0 && firstFailure) throw firstFailure.error;
  const [vector, keyword] = [outcome.results.get('vector'), outcome.results.get('keyword')];
  const names = collections.map(({ name }) => name);
  const fusion = fusionOver(names, { fusion: request.fusion, suggested: vector?.vectorWeights });
  const { legs, warnings } = await clock.run(
    'complete',
    () => withAllScores({ vector, keyword }, { collections, request, method: fusion.method }),
    ({ legs: found }) => (found.vector?.length ?? 0) + (found.keyword?.length ?? 0),
  );
  return {
    legs,
    terms: keyword?.terms ?? [],
    fusion,
    warnings: [
      ...outcome.failures.map((failure) => describe(failure, [...outcome.results.keys()])),
      ...(vector?.warnings ?? []),
      ...warnings,
    ],
  };
}

async function findCollections(
  { store, embedderFor }: RetrieveParts,
  request: RetrieveRequest,
): Promise<Collection[]> {
  const existing = await store.collections();
  const wanted = [...new Set(request.collections)].map((name) => {
    const collection = existing.find((one) => one.name === name);
    if (!collection) {
      throw new CollectionNotFoundError(
        name,
        existing.map((one) => one.name),
      );
    }
    return collection;
  });
  if (legsOfMode[request.mode].includes('vector')) await Promise.all(wanted.map(embedderFor));
  return wanted;
}

interface LegRun {
  readonly query: string;
  /** A passage as the answer might stand in a document. */
  readonly hyde?: string | undefined;
  readonly clock: StageClock;
  readonly collections: readonly Collection[];
}

async function searchVectors(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: LegRun,
): Promise<LegResult> {
  const limit = request.candidates.vector;
  const warnings = new Set<string>();
  const vectors = queryVectors(run, { warnings, signal: request.signal });
  let embedders: readonly Embedder[] = [];
  await run.clock.run(
    'embed',
    async () => {
      embedders = await Promise.all(run.collections.map(parts.embedderFor));
      await Promise.all(embedders.map(vectors));
    },
    () => 1,
  );
  const searchOne = (collection: Collection, within: Within): Promise<SearchHit[]> =>
    withItsModel(parts, collection, async (embedder) => {
      const scope = { ...scopeOf(request, collection.name, within), embeddingModel: embedder.modelId };
      const found = await parts.store.searchVector(await vectors(embedder), scope);
      return found.map((hit) => ({ ...hit, collection: collection.name }));
    });
  const hits = await run.clock.run(
    'vector',
    async () => mergeBest(await Promise.all(run.collections.map((one) => searchOne(one, { limit }))), limit),
    (merged) => merged.length,
  );
  return {
    hits,
    vectorWeights: embedders.map((embedder) => embedder.vectorWeight?.(run.query)),
    warnings: [...warnings],
    scoresOf: (collection, among) => searchOne(collection, { limit: among.length, among }),
  };
}

/**
 * Embeds the query once a model. With a hypothetical passage it is the direction between both, so that chunks are in the order
 * of the mean of their two cosines; alone where the passage cannot be embedded.
 */
function queryVectors(
  { query, hyde }: Pick<LegRun, 'query' | 'hyde'>,
  { warnings, signal }: { readonly warnings: Set<string>; readonly signal: AbortSignal | undefined },
): (embedder: Embedder) => Promise<Float32Array> {
  const known = new Map<string, Promise<Float32Array>>();
  const embedPassage = async (embedder: Embedder, passage: string) => {
    try {
      return (await embedder.embed([passage], { role: 'passage', signal }))[0];
    } catch (error) {
      signal?.throwIfAborted();
      warnings.add(`The passage beside the query was not searched for: ${(error as Error).message}`);
      return undefined;
    }
  };
  const embed = async (embedder: Embedder) => {
    const [vector] = await embedder.embed([query], { role: 'query', signal });
    const passage = hyde === undefined ? undefined : await embedPassage(embedder, hyde);
    const searched = passage === undefined ? vector : between(vector!, passage);
    if (searched?.some((value) => value !== 0)) return searched;
    throw new EmbeddingError('The query has no word that the embedding model knows', {
      hint: 'Ask in other words, or search by keyword.',
      context: { model: embedder.modelId },
    });
  };
  return (embedder) => {
    const vector = known.get(embedder.modelId) ?? embed(embedder);
    known.set(embedder.modelId, vector);
    return vector;
  };
}

function between(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((value, index) => value + other[index]!);
  const length = Math.hypot(...sum);
  return length === 0 ? one : sum.map((value) => value / length);
}

/** A collection is not embedded anew more often during one search. */
const mostTries = 3;

/** Searches with the collection's embedder, and again when the collection has been embedded anew since it was read. */
async function withItsModel<Result>(
  { store, embedderFor }: RetrieveParts,
  collection: EmbeddedCollection,
  run: (embedder: Embedder) => Promise<Result>,
): Promise<Result> {
  let current = collection;
  for (let tries = 1; ; tries += 1) {
    try {
      return await run(await embedderFor(current));
    } catch (error) {
      if (!(error instanceof EmbeddingModelMismatchError) || tries === mostTries) throw error;
      current = (await store.collectionSpec(collection.name)) ?? current;
    }
  }
}

async function searchKeywords(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: LegRun,
): Promise<LegResult> {
  const limit = request.candidates.keyword;
  const bounds = new Map<string, number>();
  const searchOne = (name: string, within: Within) =>
    parts.store.searchKeyword(run.query, scopeOf(request, name, within));
  const covering = (hits: readonly ScoredChunk[], collection: string) =>
    hits.map((hit) => ({ ...hit, collection, coverage: hit.score / bounds.get(collection)! }));
  const searchAll = async () => {
    const found = async ({ name, chunkCount }: Collection) => {
      const { hits, terms } = await searchOne(name, { limit });
      bounds.set(name, keywordBound(terms, chunkCount));
      return { hits: covering(hits, name), terms };
    };
    const results = await Promise.all(run.collections.map(found));
    const lists = results.map(({ hits }) => hits);
    return { hits: mergeBest(lists, limit), terms: mergeTerms(results.map(({ terms }) => terms)) };
  };
  const found = await run.clock.run('keyword', searchAll, ({ hits }) => hits.length);
  const scoresOf = async ({ name }: Collection, among: readonly string[]) =>
    covering((await searchOne(name, { limit: among.length, among })).hits, name);
  return { ...found, scoresOf };
}

type Within = Pick<SearchScope, 'limit' | 'among'>;

function scopeOf(request: RetrieveRequest, collection: string, within: Within): SearchScope {
  const { filter, constraint, versions, signal } = request;
  return { collection, filter, constraint, versions, signal, ...within };
}

/** A term known to several collections keeps its highest idf. */
function mergeTerms(lists: readonly KeywordResult['terms'][]): KeywordResult['terms'] {
  const merged = new Map<string, KeywordResult['terms'][number]>();
  for (const term of lists.flat()) {
    if (term.idf >= (merged.get(term.term)?.idf ?? 0)) merged.set(term.term, term);
  }
  return [...merged.values()];
}

interface Failure {
  readonly leg: Leg;
  readonly error: unknown;
}

/** An abort is not a failure of a search: it ends everything. */
async function settle(
  legs: readonly Leg[],
  searches: Record<Leg, () => Promise<LegResult>>,
  signal?: AbortSignal,
): Promise<{ results: Map<Leg, LegResult>; failures: Failure[] }> {
  const settled = await Promise.allSettled(legs.map((leg) => searches[leg]()));
  signal?.throwIfAborted();
  const results = new Map<Leg, LegResult>();
  const failures: Failure[] = [];
  for (const [index, leg] of legs.entries()) {
    const outcome = settled[index]!;
    if (outcome.status === 'fulfilled') results.set(leg, outcome.value);
    else failures.push({ leg, error: outcome.reason });
  }
  return { results, failures };
}

function describe({ leg, error }: Failure, remaining: readonly Leg[]): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The ${leg} search failed, results are from the ${remaining.join(' and ')} search alone: ${reason}`;
}
