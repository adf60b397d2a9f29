import type { Store } from '../store/store.ts';
import type { Chunk, Hit } from '../types.ts';

/** A hit with the chunks around it, itself included, by sequence. */
export interface HitWindow {
  readonly hit: Hit;
  readonly chunks: readonly Chunk[];
}

/** Reads `contextWindow` chunks before and after each hit; hits keep their order. */
export function expand(store: Store, hits: readonly Hit[], contextWindow: number): Promise<HitWindow[]> {
  return Promise.all(
    hits.map(async (hit) => {
      if (contextWindow === 0) return { hit, chunks: [hit.chunk] };
      const chunks = await store.neighbours(hit.collection, hit.chunk.chunkId, contextWindow);
      return { hit, chunks: chunks.length > 0 ? chunks : [hit.chunk] };
    }),
  );
}
