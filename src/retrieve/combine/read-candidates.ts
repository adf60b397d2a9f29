import type { Collection } from '../../types.ts';
import { keyOf, type Candidate } from '../candidate.ts';
import { readByKey } from '../read/read-chunks.ts';
import type { Context, Retrieval } from '../retrieval.ts';
import { cosineFloor } from '../search/cosine-floor.ts';
import { relevance } from './relevance.ts';

/** Finds the places of the fused list's chunks and gives each its relevance. A chunk deleted meanwhile is left out. */
export async function readCandidates(
  { fused, legs, fusion, fusionBefore, collections, query }: Retrieval,
  { parts, signal }: Context,
): Promise<Candidate[]> {
  const { vectorWeight } = fusionBefore ?? fusion; // relevance is of the query itself
  const floorOf = async (one: Collection) =>
    [one.name, await cosineFloor(parts, one, { query, signal })] as const;
  const floors = new Map(legs.vector && (await Promise.all(collections.map(floorOf))));
  const places = await readByKey(fused, (...wanted) => parts.store.places(...wanted), { signal });
  const coverages = new Map(legs.keyword?.map((hit) => [keyOf(hit), hit.coverage]));
  const cosines = new Map(legs.vector?.map((hit) => [keyOf(hit), hit.cosine ?? hit.score]));
  return fused.flatMap((found) => {
    const key = keyOf(found);
    const chunk = places.get(key);
    if (!chunk) return [];
    const { collection, keywordScore, fusedScore, boost } = found;
    const vectorScore = cosines.get(key);
    const of = {
      coverage: legs.keyword && (coverages.get(key) ?? 0),
      cosine: legs.vector && (vectorScore ?? 0),
      floor: floors.get(collection),
    };
    const relevanceScore = relevance(of, vectorWeight);
    const scores = { relevanceScore, vectorScore, keywordScore, fusedScore, ...(boost && { boost }) };
    return [{ collection, chunk, ...scores, duplicates: [] }];
  });
}
