import { bestFirst } from '../../orders.ts';
import type { ScoredChunk } from '../../store.ts';

/** The best `limit` hits, best first, ties by chunk id. */
export function inOrder(hits: readonly ScoredChunk[], limit: number): ScoredChunk[] {
  return [...hits].sort(bestFirst).slice(0, limit);
}
