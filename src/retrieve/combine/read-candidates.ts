import type { Store } from '../../store/store.ts';
import { keyOf, type Candidate } from '../candidate.ts';
import type { FusedChunk } from './fuse.ts';
import { readByKey } from '../read/read-chunks.ts';
import { relevance } from './relevance.ts';
import type { SearchResult } from '../search/search.ts';

interface ReadRun {
  readonly legs: SearchResult['legs'];
  readonly vectorWeight: number;
  readonly signal?: AbortSignal | undefined;
}

/** Finds the places of a fused list's chunks and gives each its relevance. A chunk deleted meanwhile is left out. */
export async function readCandidates(
  store: Store,
  fused: readonly FusedChunk[],
  { legs, vectorWeight, signal }: ReadRun,
): Promise<Candidate[]> {
  const places = await readByKey(fused, (...wanted) => store.places(...wanted), { signal });
  const coverages = new Map(legs.keyword?.map((hit) => [keyOf(hit), hit.coverage]));
  const cosines = new Map(legs.vector?.map((hit) => [keyOf(hit), hit.cosine ?? hit.score]));
  const floors = new Map(legs.vector?.map(({ collection, floor }) => [collection, floor]));
  return fused.flatMap((found) => {
    const chunk = places.get(keyOf(found));
    if (!chunk) return [];
    const { collection, keywordScore, fusedScore, boost } = found;
    const vectorScore = cosines.get(keyOf(found));
    const parts = {
      coverage: legs.keyword && (coverages.get(keyOf(found)) ?? 0),
      cosine: legs.vector && (vectorScore ?? 0),
      floor: floors.get(collection),
    };
    const relevanceScore = relevance(parts, vectorWeight);
    const scores = { relevanceScore, vectorScore, keywordScore, fusedScore, ...(boost && { boost }) };
    return [{ collection, chunk, ...scores, duplicates: [] }];
  });
}
