import { CollectionNotFoundError } from '../errors.ts';
import type { KeywordResult } from '../store/store.ts';
import type { Collection } from '../types.ts';
import type { Expansion } from './acronyms.ts';
import { cosineFloor } from './cosine-floor.ts';
import type { FuseOptions, Legs } from './fuse.ts';
import type { LegRun } from './leg-run.ts';
import type { Leg, LegResult, SearchHit } from './legs.ts';
import { mergeFound } from './merge-found.ts';
import type { NamedPlace } from './named-documents.ts';
import type { RetrieveParts } from './parts.ts';
import type { RetrievalMode, RetrieveRequest } from './request.ts';
import type { FindRun } from './find-run.ts';
import { searchKeywords } from './search-keywords.ts';
import { type SearchLeg, withNamed } from './search-named.ts';
import { searchVectors, UnknownWordsError } from './search-vectors.ts';
import type { StageClock } from './stage-clock.ts';

export interface SearchResult {
  readonly legs: Legs<SearchHit>;
  /** Documents that the query names. */
  readonly named: readonly NamedPlace[];
  readonly terms: KeywordResult['terms'];
  /** What keywords were searched for beside the query's own. */
  readonly expansions: readonly Expansion[];
  /** How what both found is merged. */
  readonly fusion: FuseOptions;
  /** How it was before feedback moved the query; absent where it did not. */
  readonly fusionBefore?: FuseOptions | undefined;
  readonly warnings: readonly string[];
}

/** Those of the mode, without keywords where they are switched off. */
const legsOf = ({ mode, keyword }: Pick<RetrieveRequest, 'mode' | 'keyword'>): readonly Leg[] =>
  legsOfMode[mode].filter((leg) => leg !== 'keyword' || keyword);

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
  { query, keywords, hyde, clock }: FindRun,
): Promise<SearchResult> {
  const collections = await findCollections(parts, request);
  const searchLeg: SearchLeg = (leg, given, run) =>
    leg === 'vector'
      ? searchVectors(parts, given, { query, hyde, ...run })
      : searchKeywords(parts, given, { query: keywords, ...run });
  const searches: Record<Leg, () => Promise<LegResult>> = {
    vector: () => searchLeg('vector', request, { clock, collections }),
    keyword: () => searchLeg('keyword', request, { clock, collections }),
  };
  const wanted = legsOf(request);
  const outcome = await settle(wanted, searches, request.signal);
  if (outcome.results.size === 0) {
    const others = (['keyword', 'vector'] as const).filter((leg) => !wanted.includes(leg));
    const fallback = await settle(others, searches, request.signal);
    for (const [leg, result] of fallback.results) outcome.results.set(leg, result);
  }
  const [firstFailure] = outcome.failures;
  if (outcome.results.size === 0 && firstFailure) throw firstFailure.error;
  const naming = { request, collections, clock };
  const {
    results,
    named,
    warnings: unnamed,
  } = await withNamed(parts, outcome.results, { ...naming, searchLeg });
  const [vector, keyword] = [results.get('vector'), results.get('keyword')];
  const merging = { collections, request, clock };
  const { legs, fusion, fusionBefore, warnings } = await mergeFound({ vector, keyword }, merging);
  const run = { query, collections, signal: request.signal };
  return {
    legs: { ...legs, vector: legs.vector && (await withFloors(parts, legs.vector, run)) },
    named,
    terms: keyword?.terms ?? [],
    expansions: keyword?.expansions ?? [],
    fusion,
    fusionBefore,
    warnings: [
      ...outcome.failures.map((failure) => describe(failure, [...outcome.results.keys()], clock)),
      ...unnamed,
      ...(vector?.warnings ?? []),
      ...warnings,
    ],
  };
}

async function withFloors(
  parts: RetrieveParts,
  hits: readonly SearchHit[],
  { collections, ...run }: Parameters<typeof cosineFloor>[2] & Pick<LegRun, 'collections'>,
): Promise<SearchHit[]> {
  const floorOf = async (one: Collection) => [one.name, await cosineFloor(parts, one, run)] as const;
  const floors = new Map(await Promise.all(collections.map(floorOf)));
  return hits.map((hit) => ({ ...hit, floor: floors.get(hit.collection) }));
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
  if (legsOf(request).includes('vector')) await Promise.all(wanted.map(embedderFor));
  return wanted;
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

/** A query of words that the model does not know is no failure of the search. */
function describe({ leg, error }: Failure, remaining: readonly Leg[], clock: StageClock): string {
  if (error instanceof UnknownWordsError) {
    return `The embedding model (${String(error.context.model)}) knows no word of the query: keywords alone were searched`;
  }
  const reason = clock.degrade(leg, error);
  return `The ${leg} search failed, results are from the ${remaining.join(' and ')} search alone: ${reason}`;
}
