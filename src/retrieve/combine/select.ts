import type { Candidate } from '../candidate.ts';

/** The first `topK` candidates whose `relevanceScore` reaches the threshold. */
export function select(
  candidates: readonly Candidate[],
  { topK, scoreThreshold = 0 }: { topK: number; scoreThreshold?: number },
): Candidate[] {
  return candidates.filter(({ relevanceScore }) => relevanceScore >= scoreThreshold).slice(0, topK);
}
