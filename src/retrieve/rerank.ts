import type { Candidate } from './candidate.ts';
import type { Reranker } from './reranker.ts';

export interface RerankRun {
  readonly query: string;
  /** Candidates that are read; those behind keep their order. */
  readonly limit: number;
  readonly timeBudgetMs: number;
  readonly signal?: AbortSignal;
}

export interface Reranked {
  readonly candidates: Candidate[];
  /** Read, or to be read, and left unscored: the time was over, or the reranker said nothing of them. */
  readonly unscored: number;
}

/**
 * Orders the best candidates by the reranker's scores, which become their `relevanceScore`. Those that it left
 * unscored rank behind the scored ones in their former order.
 */
export async function rerank(
  reranker: Reranker,
  candidates: readonly Candidate[],
  { query, limit, ...options }: RerankRun,
): Promise<Reranked> {
  const read = candidates.slice(0, limit);
  const passages = read.map(({ chunk }) => chunk.content);
  const scores = await reranker.rerank(query, passages, options);
  const scored = read.flatMap((candidate, index) => {
    const score = scores[index];
    if (!isScore(score)) return [];
    const rerankScore = Math.min(1, Math.max(0, score));
    return [{ ...candidate, rerankScore, relevanceScore: rerankScore }];
  });
  scored.sort((a, b) => b.rerankScore - a.rerankScore);
  const unscored = read.filter((_, index) => !isScore(scores[index]));
  return { candidates: [...scored, ...unscored, ...candidates.slice(limit)], unscored: unscored.length };
}

/** A model that overflows gives no number. */
const isScore = (score: number | undefined): score is number => score !== undefined && !Number.isNaN(score);
