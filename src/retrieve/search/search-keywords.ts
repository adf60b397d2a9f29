import type { KeywordResult, ScoredChunk } from '../../store/store.ts';
import type { Collection } from '../../types.ts';
import { type Expansion, findExpansions, type VisibleDocuments } from './acronyms.ts';
import { BestHits, type LegResult, type LegRun, scopeOf, type Within } from './legs.ts';
import type { RetrieveParts } from '../parts.ts';
import { keywordBound } from '../combine/relevance.ts';
import type { RetrieveRequest } from '../request.ts';

/** Searches the collections by the words of the query, and by what their documents say that its acronyms mean. */
export async function searchKeywords(
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
