import { isAiSdkRerankingModel, type AiSdkRerankingModel } from '../../models/ai-sdk-model.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { parseRerankingModelName } from '../../models/providers/reranking-providers.ts';
import type { Reranker } from '../reranker.ts';
import type { CrossEncoderOptions } from './cross-encoder.ts';
import type { ProviderRerankerOptions } from './provider.ts';
import { withinBudget } from '../within-budget.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { Recent } from '../../util/recent.ts';

/** The settings of every kind of reranker; one reads its own and overlooks those of the others. */
export interface RerankerOptions
  extends Omit<ProviderRerankerOptions, 'model'>, Omit<CrossEncoderOptions, 'model'> {
  /** `none`, `llm`, `provider:model`, the name or folder of a local model, a model object of the AI SDK, or a reranker. */
  readonly model: string | AiSdkRerankingModel | Reranker;
}

/** A reranker and what is to be closed with it. */
export interface OpenReranker {
  readonly reranker: Reranker;
  /** The same one, which remembers nothing of what it was asked so far. */
  anew(): Reranker;
  close(): Promise<void>;
}

const nothing = async () => {};

/**
 * Opens the reranker that the settings describe; one that the user made is used as it is. There is none for `none`.
 * @throws ConfigError when a package is missing or the name means nothing; RerankingError when a local model cannot be
 *   found or read.
 */
export async function openReranker(
  { model, ...options }: RerankerOptions,
  languageModel: () => Promise<LanguageModel>,
): Promise<OpenReranker | undefined> {
  if (model === 'none') return undefined;
  if (model === 'llm') {
    const { listwise, mostPassages } = await import('./listwise.ts');
    return remembering(() => cached(listwise(languageModel, 'llm'), mostPassages));
  }
  if (typeof model === 'object' && 'rerank' in model) {
    return remembering(() => withinTime(model));
  }
  if (isAiSdkRerankingModel(model) || parseRerankingModelName(model) !== undefined) {
    const { openProviderReranker } = await import('./provider.ts');
    const reranker = openProviderReranker({ ...options, model });
    return remembering(() => cached(reranker));
  }
  const { openCrossEncoder } = await import('./cross-encoder.ts');
  const encoder = await openCrossEncoder({ ...options, model });
  return remembering(
    () => cached(encoder),
    () => encoder.close(),
  );
}

function remembering(anew: () => Reranker, close = nothing): OpenReranker {
  return { reranker: anew(), anew, close };
}

/**
 * A reranker of the user's own, which may not look at the time. It is given its budget once more to hand over what it has scored,
 * and then not waited for.
 */
function withinTime(own: Reranker): Reranker {
  return {
    modelId: own.modelId,
    async rerank(query, passages, options = {}) {
      const { timeBudgetMs, signal } = options;
      if (timeBudgetMs === undefined) return own.rerank(query, passages, options);
      const call = (inTime: AbortSignal) => own.rerank(query, passages, { ...options, signal: inTime });
      const setting = 'twice calls.timeoutMs';
      return withinBudget(call, { who: 'The reranker', timeBudgetMs: 2 * timeBudgetMs, setting, signal });
    },
  };
}

/** Pairs of query and passage that are remembered; some hundred bytes each. */
const mostPairs = 20_000;

/**
 * The same reranker, which asks for no pair twice. What was left unscored is asked for again, but for what stands behind the
 * first `mostPassages`, which the reranker does not read.
 */
export function cached(reranker: Reranker, mostPassages = Infinity): Reranker {
  const known = new Recent<number>(mostPairs);
  return {
    modelId: reranker.modelId,
    async rerank(query, passages, options) {
      options?.signal?.throwIfAborted();
      const keys = passages.map((passage) => sha256(JSON.stringify([query, passage])));
      const scores = keys.map((key) => known.get(key));
      const isMissing = (index: number) => index < mostPassages && scores[index] === undefined;
      const missing = [...keys.keys()].filter(isMissing);
      if (missing.length === 0) return scores;
      const asked = await reranker.rerank(
        query,
        missing.map((index) => passages[index]!),
        options,
      );
      for (const [place, index] of missing.entries()) {
        const score = asked[place];
        scores[index] = score;
        if (score !== undefined) known.set(keys[index]!, score);
      }
      return scores;
    },
  };
}
