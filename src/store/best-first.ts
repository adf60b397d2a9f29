import type { ScoredChunk } from './store.ts';

/** The order of hits: ties by chunk id. */
export const bestFirst = (a: ScoredChunk, b: ScoredChunk): number =>
  b.score - a.score || Buffer.compare(Buffer.from(a.chunkId), Buffer.from(b.chunkId));
