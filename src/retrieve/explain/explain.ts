/** What put each hit where it stands: read off what the stages left, and told in sentences. */
import type { StoreSearcher, SearchScope } from '../../store/store.ts';
import type { Explanation, Hit } from '../../types.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import { ByChunk, documentKeyOf, foundOf, type FoundChunk } from '../candidate.ts';
import { describeHit } from './describe-hit.ts';
import { sharesIn } from '../combine/fuse.ts';
import { type Leg, limitOf } from '../search/legs.ts';
import type { Retrieval, RetrievalStage } from '../retrieval.ts';
import { boostOfNamed } from '../names/named-documents.ts';
import type { RetrieveRequest } from '../request.ts';
import { boostsOf, isScored } from '../combine/score.ts';

export const explaining: RetrievalStage = {
  name: 'explain',
  isOn: ({ request }) => request.explain === true,
  async run(retrieval, { parts }) {
    return { ...retrieval, hits: await explainHits(parts.store, retrieval) };
  },
  count: ({ hits }) => hits.length,
  failure: 'Hits are not explained',
};

/** Gives each hit its `explanation`. Costs a keyword search among the hits for each word of the query. */
async function explainHits(store: StoreSearcher, explained: Retrieval): Promise<Hit[]> {
  const { request, keywords, hits, documents } = explained;
  const words = explained.legs.keyword
    ? await explainWords(store, hits, { query: keywords, versions: request.versions })
    : new ByChunk<never>();
  const boostsFor = boostsIn(
    explained,
    isScored(request.scoring) ? boostsOfAll(documents, request) : undefined,
  );
  const searches = {
    vector: shareIn('vector', explained),
    hyde: shareIn('hyde', explained),
    keyword: shareIn('keyword', explained),
  };
  const placesOf = placesIn(explained);
  const nearestOf = nearestIn(explained);
  return hits.map((hit) => {
    const chunk = foundOf(hit);
    const keyword = searches.keyword(chunk);
    const numbers = {
      vector: searches.vector(chunk),
      hyde: searches.hyde(chunk),
      keyword: keyword && { ...keyword, words: [], phraseScore: 0, ...words.get(chunk) },
      places: placesOf(chunk),
      boosts: boostsFor(hit),
      nearest: nearestOf(chunk),
    };
    return { ...hit, explanation: { ...numbers, reasons: describeHit(hit, numbers, explained) } };
  });
}

/** What a search said of a chunk. */
function shareIn(leg: Leg, { legs, fusion, request: { candidates: limits } }: Retrieval) {
  const { of, weight } = sharesIn(legs, fusion)[leg];
  const places = ByChunk.of(legs[leg], (hit, index) => [hit, index + 1]);
  return (chunk: FoundChunk): Explanation['vector'] => {
    const { score, share } = of(chunk);
    const place = places.get(chunk);
    if (score === undefined || place === undefined) return undefined;
    return { ...(place <= limitOf(leg, limits) && { place }), score, share, weight };
  };
}

/** The factors of a hit's boost; `undefined` where nothing of the kind counts. */
function boostsIn(
  { named }: Retrieval,
  scored: ReadonlyMap<string, ReturnType<typeof boostsOf>> | undefined,
): (hit: Hit) => Explanation['boosts'] {
  const ofNamed = new Map(named.map((place) => [documentKey(place), boostOfNamed(place)]));
  return (hit) => {
    const { collection, chunk } = hit;
    const boosts = scored?.get(documentKeyOf(hit));
    const boost = ofNamed.get(documentKey({ collection, documentId: chunk.documentId }));
    if (boosts === undefined && boost === undefined) return undefined;
    return { recency: 1, type: 1, importance: 1, ...boosts, named: boost ?? 1 };
  };
}

function boostsOfAll(documents: Retrieval['documents'], { scoring, now }: RetrieveRequest) {
  return new Map([...documents].map(([key, document]) => [key, boostsOf(document, scoring, now)]));
}

function placesIn({ orders }: Retrieval): (chunk: FoundChunk) => Explanation['places'] {
  const byStage = orders.map(({ stage, candidates }) => ({
    stage,
    places: ByChunk.of(candidates, (candidate, index) => [foundOf(candidate), index + 1]),
  }));
  return (chunk) =>
    byStage.flatMap(({ stage, places }) => {
      const place = places.get(chunk);
      return place === undefined ? [] : [{ stage, place }];
    });
}

function nearestIn({ placed }: Retrieval): (chunk: FoundChunk) => Explanation['nearest'] {
  const nearest = ByChunk.of(placed, (one) => [foundOf(one.candidate), one.nearest]);
  return (chunk) => {
    const found = nearest.get(chunk);
    return found && { chunkId: found.candidate.chunk.chunkId, cosine: found.cosine };
  };
}

type ExplainedWords = Pick<NonNullable<Explanation['keyword']>, 'words' | 'phraseScore'>;

/** Words of a query that are looked for one by one. */
const mostWords = 100;

/** Words, and the beginnings of words that a query may have. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’.,][\p{L}\p{N}\p{M}]+)*\*?/gu;

/**
 * What each word of the query gives to the keyword scores of hits: BM25 is a sum over terms, so a search for
 * one word among the hits finds its part. Words of several terms, as scripts without spaces have them, come term by term.
 */
async function explainWords(
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
