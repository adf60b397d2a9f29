import { CollectionNotFoundError } from '../../errors.ts';
import type { KeywordResult } from '../../store/store.ts';
import type { Collection } from '../../types.ts';
import type { Expansion } from './acronyms.ts';
import { cosineFloor } from './cosine-floor.ts';
import type { FuseOptions, Legs } from '../combine/fuse.ts';
import type { LegRun } from './leg-run.ts';
import type { Found, Leg, LegResult, SearchHit } from './legs.ts';
import { mergeFound } from './merge-found.ts';
import type { NamedPlace } from '../names/named-documents.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrievalMode, RetrieveRequest } from '../request.ts';
import type { FindRun } from './find-run.ts';
import { searchKeywords } from './search-keywords.ts';
import { type SearchLeg, withNamed } from '../names/search-named.ts';
import { searchVectors, UnknownWordsError } from './search-vectors.ts';
import { StageClock } from '../stage-clock.ts';

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

/** Those of the mode, without keywords where they are switched off, and without a passage where there is none. */
const legsOf = ({ mode, keyword }: RetrieveRequest, hyde: string | undefined): readonly Leg[] =>
  legsOfMode[mode].filter((leg) => (leg === 'keyword' ? keyword : leg === 'vector' || hyde !== undefined));

const legsOfMode: Record<RetrievalMode, readonly Leg[]> = {
  full: ['vector', 'hyde', 'keyword'],
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
  const searchLeg: SearchLeg = (leg, given, run) => {
    if (leg === 'vector') return searchVectors(parts, given, { query, ...run });
    if (leg === 'keyword') return searchKeywords(parts, given, { query: keywords, ...run });
    // Its times are those of one stage.
    const passage = { ...run, query: hyde!, role: 'passage', clock: new StageClock(request.signal) } as const;
    return run.clock.run('hyde', () => searchVectors(parts, given, passage), countOf);
  };
  const searches = (leg: Leg) => searchLeg(leg, request, { clock, collections });
  const wanted = legsOf(request, hyde);
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
  const ran: Found = Object.fromEntries(results);
  const merging = { collections, request, clock };
  const { legs, fusion, fusionBefore, warnings } = await mergeFound(ran, merging);
  const run = { query, collections, signal: request.signal };
  return {
    legs: { ...legs, vector: legs.vector && (await withFloors(parts, legs.vector, run)) },
    named,
    terms: ran.keyword?.terms ?? [],
    expansions: ran.keyword?.expansions ?? [],
    fusion,
    fusionBefore,
    warnings: [
      ...outcome.failures.map((failure) => describe(failure, [...outcome.results.keys()], clock)),
      ...unnamed,
      ...warnings,
    ],
  };
}

const countOf = ({ hits }: LegResult) => hits.length;

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
  if (legsOfMode[request.mode].includes('vector')) await Promise.all(wanted.map(embedderFor));
  return wanted;
}

interface Failure {
  readonly leg: Leg;
  readonly error: unknown;
}

/** An abort is not a failure of a search: it ends everything. */
async function settle(
  legs: readonly Leg[],
  searches: (leg: Leg) => Promise<LegResult>,
  signal?: AbortSignal,
): Promise<{ results: Map<Leg, LegResult>; failures: Failure[] }> {
  const settled = await Promise.allSettled(legs.map(searches));
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

const nameOf: Record<Leg, string> = { vector: 'vectors', hyde: 'the passage', keyword: 'keywords' };

/** A query of words that the model does not know is no failure of the search. */
function describe({ leg, error }: Failure, remaining: readonly Leg[], clock: StageClock): string {
  if (error instanceof UnknownWordsError) {
    const what = leg === 'hyde' ? 'hypothetical passage' : 'query';
    const others = remaining.map((one) => nameOf[one]).join(' and ');
    return `The embedding model (${String(error.context.model)}) knows no word of the ${what}: ${others} alone were searched`;
  }
  const reason = clock.degrade(leg, error);
  return `The ${leg} search failed, results are from the ${remaining.join(' and ')} search alone: ${reason}`;
}
