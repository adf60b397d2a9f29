import { CollectionNotFoundError } from '../../errors.ts';
import type { Collection } from '../../types.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrievalMode, RetrieveRequest } from '../request.ts';
import type { Context, Retrieval, RetrievalStage } from '../retrieval.ts';
import { degraded, StageClock } from '../stage.ts';
import { type Leg, type LegResult, BestHits, type LegRun, scopeOf, type Within } from './legs.ts';
import { searchVectors, UnknownWordsError } from './search-vectors.ts';
import type { KeywordResult, ScoredChunk } from '../../store/store.ts';
import { type Expansion, findExpansions, type VisibleDocuments } from './acronyms.ts';
import { keywordBound } from '../combine/relevance.ts';

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
 * Runs the searches of the mode side by side over all collections, which list themselves. A search that fails is
 * reported in `warnings`; when none of the mode's searches succeeds, the other one is tried.
 *
 * @throws the first search's error when every search fails; CollectionNotFoundError; EmbeddingModelMismatchError.
 */
export const searching: RetrievalStage = {
  async run(retrieval, context) {
    const { request, hyde } = retrieval;
    const { signal } = context;
    const collections = await findCollections(context.parts, request);
    const searches = (leg: Leg) => searchLeg(leg, { ...retrieval, collections }, context);
    const wanted = legsOf(request, hyde);
    const { results, failures } = await settle(wanted, searches, signal);
    if (results.size === 0) {
      const others = (['keyword', 'vector'] as const).filter((leg) => !wanted.includes(leg));
      const fallback = await settle(others, searches, signal);
      for (const [leg, result] of fallback.results) results.set(leg, result);
    }
    const [firstFailure] = failures;
    if (results.size === 0 && firstFailure) throw firstFailure.error;
    const remaining = [...results.keys()];
    const found: Retrieval = { ...retrieval, collections, results: Object.fromEntries(results), named: [] };
    return failures.reduce((noted, failure) => note(noted, failure, remaining), found);
  },
};

/** One search of a retrieval, over its collections. */
export async function searchLeg(
  leg: Leg,
  { request, query, keywords, hyde, collections }: Retrieval,
  { parts, clock }: Pick<Context, 'parts' | 'clock'>,
): Promise<LegResult> {
  const run = { clock, collections };
  if (leg === 'vector') return searchVectors(parts, request, { query, ...run });
  if (leg === 'keyword') return searchKeywords(parts, request, { query: keywords, ...run });
  // Its times are those of one stage.
  const passage = { ...run, query: hyde!, role: 'passage', clock: new StageClock(request.signal) } as const;
  return clock.run('hyde', () => searchVectors(parts, request, passage), countOf);
}

const countOf = ({ hits }: LegResult) => hits.length;

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

/** A query of words that the model does not know is no failure, and worth no word where what else was asked for has found something. */
function note(retrieval: Retrieval, { leg, error }: Failure, remaining: readonly Leg[]): Retrieval {
  if (error instanceof UnknownWordsError) {
    const { results, request } = retrieval;
    const asked = legsOfMode[request.mode].filter((one) => results[one]?.hits.length);
    if (asked.length > 0) return retrieval;
    const what = leg === 'hyde' ? 'hypothetical passage' : 'query';
    const others = remaining.map((one) => nameOf[one]).join(' and ');
    const warning = `The embedding model (${String(error.context.model)}) knows no word of the ${what}: ${others} alone were searched`;
    return { ...retrieval, warnings: [...retrieval.warnings, warning] };
  }
  const results = `results are from the ${remaining.join(' and ')} search alone`;
  const warning = (reason: string) => `The ${leg} search failed, ${results}: ${reason}`;
  return degraded(retrieval, leg, { error, warning });
}

/** Searches the collections by the words of the query, and by what their documents say that its acronyms mean. */
async function searchKeywords(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: LegRun,
): Promise<LegResult> {
  const limit = request.candidates.keyword;
  const bounds = new Map<string, number>();
  const expansions = new Map<string, readonly Expansion[]>();
  const searchOne = (name: string, within: Within) => {
    const meanings = expansions.get(name)?.map(({ means }) => means);
    return parts.store.searchKeyword(run.query, { ...scopeOf(request, name, within), expansions: meanings });
  };
  const best = new BestHits(limit);
  const within = { limit, atLeast: () => best.least };
  const searchExpanded = async (name: string) => {
    if (!request.expandAcronyms) return searchOne(name, within);
    const plain = await searchOne(name, { limit });
    const hits = plain.hits.map(({ chunkId }) => chunkId);
    const found = await findExpansions(run.query, hits, documentsIn(parts, request, name));
    expansions.set(name, found);
    return found.length > 0 ? searchOne(name, within) : plain;
  };
  const covering = (hits: readonly ScoredChunk[], collection: string) =>
    hits.map(({ chunkId, score }) => ({
      chunkId,
      score,
      collection,
      coverage: score / bounds.get(collection)!,
    }));
  const searchIn = async ({ name, chunkCount }: Collection) => {
    const { hits, terms } = await searchExpanded(name);
    bounds.set(name, keywordBound(terms, chunkCount));
    best.add(covering(hits, name));
    return terms;
  };
  const searchAll = async () => {
    const terms = await Promise.all(run.collections.map(searchIn));
    return { hits: best.hits, terms: mergeTerms(terms) };
  };
  const found = await run.clock.run('keyword', searchAll, ({ hits }) => hits.length);
  const scoresOf = async ({ name }: Collection, among: readonly string[]) =>
    covering((await searchOne(name, { limit: among.length, among })).hits, name);
  const inOrder = run.collections.flatMap(({ name }) => expansions.get(name) ?? []);
  return { ...found, expansions: withoutRepetition(inOrder), scoresOf };
}

function withoutRepetition(expansions: readonly Expansion[]): Expansion[] {
  return [...new Map(expansions.map((one) => [JSON.stringify([one.words, one.means]), one])).values()];
}

/** A collection as far as the request may see it. */
function documentsIn(
  { store }: RetrieveParts,
  request: RetrieveRequest,
  collection: string,
): VisibleDocuments {
  return {
    search: async (query, limit) => {
      const { hits } = await store.searchKeyword(query, scopeOf(request, collection, { limit }));
      return hits.map(({ chunkId }) => chunkId);
    },
    read: async (chunkIds) => (await store.chunks(collection, chunkIds)).map(({ content }) => content),
  };
}

/** A term known to several collections keeps its highest idf. */
function mergeTerms(lists: readonly KeywordResult['terms'][]): KeywordResult['terms'] {
  const merged = new Map<string, KeywordResult['terms'][number]>();
  for (const term of lists.flat()) {
    if (term.idf >= (merged.get(term.term)?.idf ?? 0)) merged.set(term.term, term);
  }
  return [...merged.values()];
}
