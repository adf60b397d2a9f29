import type { StoreReads } from '../../store/store.ts';
import { rankingScore, type Candidate } from '../candidate.ts';
import { readContents } from '../read/read-chunks.ts';
import type { Reranker } from '../reranker.ts';

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
 * Orders the best candidates by the reranker's scores, those of a named document multiplied by its boost; they become their `relevanceScore`. Those without one rank behind in
 * their former order, and count as no more relevant than the least that has one, so that no threshold keeps them and drops it.
 */
export async function rerank(
  { store, reranker }: { readonly store: StoreReads; readonly reranker: Reranker },
  candidates: readonly Candidate[],
  { query, limit, ...options }: RerankRun,
): Promise<Reranked> {
  const read = candidates.slice(0, limit);
  const passages = await readContents(store, read, options);
  const scores = await reranker.rerank(query, passages, options);
  const scored = read.flatMap((candidate, index) => {
    const score = scores[index];
    if (!isScore(score)) return [];
    const rerankScore = Math.min(1, Math.max(0, score));
    return [{ ...candidate, rerankScore, relevanceScore: rerankScore }];
  });
  scored.sort((a, b) => rankingScore(b) - rankingScore(a));
  const lowest = scored.reduce((least, one) => Math.min(least, one.rerankScore), 1);
  const unscored = read.filter((_, index) => !isScore(scores[index]));
  const behind = [...unscored, ...candidates.slice(limit)].map((candidate) => ({
    ...candidate,
    relevanceScore: Math.min(lowest, candidate.relevanceScore),
  }));
  return { candidates: [...scored, ...behind], unscored: unscored.length };
}

/** A model that overflows gives no number, and one of the user's own may give anything. */
const isScore = (score: unknown): score is number => typeof score === 'number' && !Number.isNaN(score);
