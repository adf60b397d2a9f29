import type { SearchScope, StoreSearcher } from '../../store/store.ts';
import type { Explanation, Hit } from '../../types.ts';
import { ByChunk } from '../candidate.ts';

export type ExplainedWords = Pick<NonNullable<Explanation['keyword']>, 'words' | 'phraseScore'>;

/** Words of a query that are looked for one by one. */
const mostWords = 100;

/** Words, and the beginnings of words that a query may have. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’.,][\p{L}\p{N}\p{M}]+)*\*?/gu;

/**
 * What each word of the query gives to the keyword scores of hits: BM25 is a sum over terms, so a search for
 * one word among the hits finds its part. Words of several terms, as scripts without spaces have them, come term by term.
 */
export async function explainWords(
  store: StoreSearcher,
  hits: readonly Hit[],
  { query, versions }: { readonly query: string } & Pick<SearchScope, 'versions'>,
): Promise<ByChunk<ExplainedWords>> {
  const explained = new ByChunk<ExplainedWords>();
  for (const collection of new Set(hits.map((hit) => hit.collection))) {
    const among = hits.filter((hit) => hit.collection === collection).map(({ chunk }) => chunk.chunkId);
    const scope = { collection, versions, among, limit: among.length };
    const whole = await store.searchKeyword(query, scope);
    const parts = await partsOf(store, query, { scope, terms: whole.terms });
    const phrase = whole.terms.find(({ term }) => term.startsWith('"'));
    for (const { chunkId, score } of whole.hits) {
      const words = (parts.get(chunkId) ?? []).sort((a, b) => b.score - a.score);
      const rest = score - words.reduce((sum, word) => sum + word.score, 0);
      // Each phrase lifts the score by more than all words together can give.
      const lift = phrase === undefined ? 0 : phrase.weight * phrase.idf;
      const phraseScore = lift > 0 ? lift * Math.floor(rest / lift + 1e-9) : 0;
      explained.set({ collection, chunkId }, { words, phraseScore });
    }
  }
  return explained;
}

type Words = { word: string; score: number }[];

/** By chunk id. */
async function partsOf(
  store: StoreSearcher,
  query: string,
  {
    scope,
    terms,
  }: { readonly scope: SearchScope; readonly terms: readonly { term: string; weight: number }[] },
): Promise<Map<string, Words>> {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const texts = [...(query.match(wordPattern) ?? []), ...weights.keys()];
  const parts = new Map<string, Words>();
  for (const word of [...new Set(texts)].slice(0, mostWords)) {
    const alone = await store.searchKeyword(word, scope);
    const [only, another] = alone.terms;
    const weight = only && !another && weights.get(only.term);
    if (!weight) continue;
    weights.delete(only.term); // another form of the word is the same term
    for (const { chunkId, score } of alone.hits) {
      const words = parts.get(chunkId) ?? [];
      words.push({ word, score: (score * weight) / only.weight });
      parts.set(chunkId, words);
    }
  }
  return parts;
}
