import type { ScoredChunk } from '../store.ts';

/** The best `limit` hits, best first, ties by chunk id. */
export function inOrder(hits: readonly ScoredChunk[], limit: number): ScoredChunk[] {
  return [...hits].sort((a, b) => b.score - a.score || byId(a, b)).slice(0, limit);
}

const byId = (a: ScoredChunk, b: ScoredChunk) =>
  Buffer.compare(Buffer.from(a.chunkId), Buffer.from(b.chunkId));
