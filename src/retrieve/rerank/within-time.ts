import type { Reranker } from '../reranker.ts';
import { withinBudget } from '../within-budget.ts';

/**
 * A reranker of the user's own, which may not look at the time. It is given its budget once more to hand over what it has scored,
 * and then not waited for.
 */
export function withinTime(own: Reranker): Reranker {
  return {
    modelId: own.modelId,
    async rerank(query, passages, options = {}) {
      const { timeBudgetMs, signal } = options;
      if (timeBudgetMs === undefined) return own.rerank(query, passages, options);
      const call = (inTime: AbortSignal) => own.rerank(query, passages, { ...options, signal: inTime });
      const setting = 'twice retrieval.timeBudgetMs';
      return withinBudget(call, { who: 'The reranker', timeBudgetMs: 2 * timeBudgetMs, setting, signal });
    },
  };
}
