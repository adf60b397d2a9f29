import type { Store } from '../store/store.ts';
import type { Chunk } from '../types.ts';
import { keyOf, type Candidate, type FoundChunk } from './candidate.ts';
import type { FusedChunk } from './fuse.ts';
import { relevance } from './relevance.ts';
import type { SearchResult } from './search.ts';

/** Reads the chunks of a fused list and gives each its relevance. A chunk deleted meanwhile is left out. */
export async function readCandidates(
  store: Store,
  fused: readonly FusedChunk[],
  { legs, vectorWeight }: { legs: SearchResult['legs']; vectorWeight: number },
): Promise<Candidate[]> {
  const chunks = await readChunks(store, fused);
  const coverages = new Map(legs.keyword?.map((hit) => [keyOf(hit), hit.coverage]));
  return fused.flatMap((found) => {
    const chunk = chunks.get(keyOf(found));
    if (!chunk) return [];
    const { collection, vectorScore, keywordScore, fusedScore } = found;
    const parts = {
      coverage: legs.keyword && (coverages.get(keyOf(found)) ?? 0),
      cosine: legs.vector && (vectorScore ?? 0),
    };
    const relevanceScore = relevance(parts, vectorWeight);
    return [{ collection, chunk, relevanceScore, vectorScore, keywordScore, fusedScore, duplicates: [] }];
  });
}

async function readChunks(store: Store, found: readonly FoundChunk[]): Promise<Map<string, Chunk>> {
  const chunks = new Map<string, Chunk>();
  const collections = [...new Set(found.map(({ collection }) => collection))];
  await Promise.all(
    collections.map(async (collection) => {
      const ids = found.filter((chunk) => chunk.collection === collection).map(({ chunkId }) => chunkId);
      for (const chunk of await store.chunks(collection, ids)) {
        chunks.set(keyOf({ collection, chunkId: chunk.chunkId }), chunk);
      }
    }),
  );
  return chunks;
}
