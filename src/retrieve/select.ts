import type { Candidate } from './candidate.ts';

/** A candidate that is returned, with its rank from 1. */
export interface RankedCandidate extends Candidate {
  readonly rank: number;
}

/** The first `topK` candidates whose `relevanceScore` reaches the threshold. */
export function select(
  candidates: readonly Candidate[],
  { topK, scoreThreshold = 0 }: { topK: number; scoreThreshold?: number },
): RankedCandidate[] {
  return candidates
    .filter((candidate) => candidate.relevanceScore >= scoreThreshold)
    .slice(0, topK)
    .map((candidate, index) => ({ ...candidate, rank: index + 1 }));
}
