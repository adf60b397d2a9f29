import type { Candidate } from './candidate.ts';
import type { Reranker } from './reranker.ts';

/** Candidates that a reranker reads; those behind keep their order. */
const maxReranked = 100;

/**
 * Orders the best candidates by the reranker's scores, which become their `relevanceScore`. Those that it left
 * unscored rank behind the scored ones in their former order.
 */
export async function rerank(
  reranker: Reranker,
  candidates: readonly Candidate[],
  { query, signal }: { query: string; signal?: AbortSignal },
): Promise<Candidate[]> {
  const read = candidates.slice(0, maxReranked);
  const passages = read.map(({ chunk }) => chunk.content);
  const scores = await reranker.rerank(query, passages, { signal });
  const scored = read.flatMap((candidate, index) => {
    const score = scores[index];
    if (score === undefined) return [];
    const rerankScore = Math.min(1, Math.max(0, score));
    return [{ ...candidate, rerankScore, relevanceScore: rerankScore }];
  });
  scored.sort((a, b) => b.rerankScore - a.rerankScore);
  const unscored = read.filter((_, index) => scores[index] === undefined);
  return [...scored, ...unscored, ...candidates.slice(maxReranked)];
}
