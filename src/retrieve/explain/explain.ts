/** What put each hit where it stands: read off what the stages left, and told in sentences. */
import type { StoreSearcher } from '../../store/store.ts';
import type { Explanation, Hit } from '../../types.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import { ByChunk, documentKeyOf, foundOf, type FoundChunk } from '../candidate.ts';
import { describeHit } from './describe-hit.ts';
import { explainWords } from './explain-words.ts';
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
