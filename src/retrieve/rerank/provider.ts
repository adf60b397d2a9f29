import { openRerankingModel, type RerankingModelConfig } from '../../models/reranking-model.ts';
import type { Reranker } from '../reranker.ts';

/**
 * A reranker that calls a provider, once for all passages. A provider that once gave a score below 0 or above 1 gives logits:
 * from then on their sigmoid counts. What the provider leaves out is unscored, and so is everything when the time budget ends.
 */
export function openProviderReranker(config: RerankingModelConfig): Reranker {
  const model = openRerankingModel(config);
  let givesLogits = false;
  return {
    modelId: model.modelId,
    async rerank(query, passages, { signal, timeBudgetMs } = {}) {
      signal?.throwIfAborted();
      const scores: (number | undefined)[] = passages.map((passage) => (isBlank(passage) ? 0 : undefined));
      const sent = [...passages.keys()].filter((index) => scores[index] === undefined);
      if (sent.length === 0) return scores;
      const texts = sent.map((index) => wellFormed(passages[index]!));
      const end = timeBudgetMs === undefined ? undefined : AbortSignal.timeout(timeBudgetMs);
      const either = [signal, end].filter((one) => one !== undefined);
      try {
        const ranking = await model.rank(wellFormed(query), texts, AbortSignal.any(either));
        givesLogits ||= ranking.some(({ score }) => score < 0 || score > 1);
        for (const { index, score } of ranking) scores[sent[index]!] = givesLogits ? sigmoid(score) : score;
      } catch (error) {
        if (signal?.aborted || !end?.aborted) throw error;
      }
      return scores;
    },
  };
}

/** Servers refuse empty texts. */
const isBlank = (text: string) => text.trim() === '';
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
