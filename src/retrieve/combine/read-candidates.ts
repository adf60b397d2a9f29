import type { Collection } from '../../types.ts';
import { ByChunk, type Candidate } from '../candidate.ts';
import { readFound } from '../read/read-chunks.ts';
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
  const places = await readFound(fused, (...wanted) => parts.store.places(...wanted), { signal });
  const coverages = ByChunk.of(legs.keyword, (hit) => [hit, hit.coverage]);
  const cosines = ByChunk.of(legs.vector, (hit) => [hit, hit.cosine ?? hit.score]);
  const candidates: Candidate[] = [];
  for (const found of fused) {
    const chunk = places.get(found);
    if (!chunk) continue;
    const { collection, keywordScore, fusedScore, boost } = found;
    const vectorScore = cosines.get(found);
    const of = {
      coverage: legs.keyword && (coverages.get(found) ?? 0),
      cosine: legs.vector && (vectorScore ?? 0),
      floor: floors.get(collection),
    };
    const relevanceScore = relevance(of, vectorWeight);
    const ofChunk = { collection, chunk, relevanceScore, vectorScore, keywordScore, fusedScore };
    candidates.push(boost ? { ...ofChunk, boost, duplicates: [] } : { ...ofChunk, duplicates: [] });
  }
  return candidates;
}
