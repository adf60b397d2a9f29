import type { Hit } from '../types.ts';
import type { Candidate } from './candidate.ts';

/** The first `topK` candidates whose `relevanceScore` reaches the threshold. */
export function select(
  candidates: readonly Candidate[],
  { topK, scoreThreshold = 0 }: { topK: number; scoreThreshold?: number },
): Hit[] {
  return candidates
    .filter((candidate) => candidate.relevanceScore >= scoreThreshold)
    .slice(0, topK)
    .map((candidate, index) => ({ ...candidate, rank: index + 1 }));
}
