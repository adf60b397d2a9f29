import { RerankingError } from '../../errors.ts';
import { Redactor, type Redact } from '../../models/redact.ts';
import { openRerankingModel, type RerankingModelConfig } from '../../models/reranking-model.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import type { Reranker } from '../reranker.ts';
import { sigmoid } from '../combine/relevance.ts';

export interface ProviderRerankerOptions extends RerankingModelConfig {
  /** Sees queries and passages before they are sent. To be said by whoever opens a model, so that nobody forgets it. */
  readonly redact: Redact | undefined;
}

/**
 * A reranker that calls a provider, once for as many passages as a call may hold. A provider that once gave a score below 0 or
 * above 1 gives logits: from then on their sigmoid counts. What the provider leaves out is unscored, and so is what it has not
 * answered when the time budget ends. What `redact` leaves blank is not sent: a passage that has 0, or a query, by which all stay
 * unscored.
 */
export function openProviderReranker({ redact, ...config }: ProviderRerankerOptions): Reranker {
  const model = openRerankingModel(config);
  const redactor = new Redactor({
    redact,
    to: model.modelId,
    purpose: 'reranking',
    Failure: RerankingError,
  });
  let givesLogits = false;
  return {
    modelId: model.modelId,
    async rerank(query, passages, { signal, timeBudgetMs } = {}) {
      signal?.throwIfAborted();
      const [asked = '', ...read] = await redactor.send([query, ...passages], signal);
      const scores: (number | undefined)[] = read.map((passage) => (isBlank(passage) ? 0 : undefined));
      const sent = [...read.keys()].filter((index) => scores[index] === undefined);
      if (sent.length === 0 || isBlank(asked)) return scores;
      const given = new Map<number, number>();
      const end = timeBudgetMs === undefined ? undefined : AbortSignal.timeout(timeBudgetMs);
      const either = [signal, end].filter((one) => one !== undefined);
      try {
        for (let first = 0; first < sent.length; first += model.mostPassages) {
          const some = sent.slice(first, first + model.mostPassages);
          const texts = some.map((index) => wellFormed(read[index]!));
          const ranking = await model.rank(wellFormed(asked), texts, AbortSignal.any(either));
          for (const { index, score } of ranking) given.set(some[index]!, score);
        }
      } catch (error) {
        if (signal?.aborted || !end?.aborted) throw error;
      }
      givesLogits ||= [...given.values()].some(isLogit);
      for (const [index, score] of given) scores[index] = givesLogits ? sigmoid(score) : withinBounds(score);
      return scores;
    },
  };
}

/** Servers refuse empty texts. */
const isBlank = (text: string) => text.trim() === '';
/** By more than is rounded. */
const isLogit = (score: number) => score < -0.001 || score > 1.001;
const withinBounds = (score: number) => Math.min(1, Math.max(0, score));
