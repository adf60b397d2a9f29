/** The one place that calls reranking models of providers. What went wrong is a RerankingError whatever the provider. */
import { z } from 'zod';
import { RerankingError, type PinciteError } from '../errors.ts';
import { nameOfKindModel, type AiSdkRerankingModel } from './ai-sdk-model.ts';
import { keyFailure, toCallError, type CallUse, type KeySettings } from './calls/call-failure.ts';
import { postJson } from './calls/post-json.ts';
import { parseRerankingModelName, type RerankingModelName } from './providers/reranking-providers.ts';
import { callWithRetries } from './calls/retry.ts';
import { maskError } from '../util/strings/mask-secrets.ts';
import { watchCall } from '../util/telemetry/operation.ts';

export interface RerankingModelConfig {
  /** `provider:model`, or an AI SDK reranking model object. */
  readonly model: string | AiSdkRerankingModel;
  /** Where the provider listens; needed with `tei:…` and `rerank-compatible:…`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

interface RankedPassage {
  readonly index: number;
  readonly score: number;
}

export interface RerankingModel {
  /** `provider:model`. */
  readonly modelId: string;
  /** Passages that a call may hold. */
  readonly mostPassages: number;
  /**
   * One call of the provider, with its retries. A passage that it leaves out has no entry.
   * @throws RerankingError with `context.reason` when the key is missing, or the model cannot be reached, refuses, or
   * ranks passages that there are none of; the signal's reason on abort.
   */
  rank(query: string, passages: readonly string[], signal?: AbortSignal): Promise<readonly RankedPassage[]>;
}

const use: CallUse = {
  Failure: RerankingError,
  section: 'reranking',
  gives: 'ranking',
  ifRefused: 'Where a text is too long: lower chunking.chunkSize.',
};

/** The part of the AI SDK's `RerankingModelV3` that is used. */
interface OpenRerankingModel extends Omit<AiSdkRerankingModel, 'doRerank'> {
  doRerank(options: {
    readonly documents: { readonly type: 'text'; readonly values: string[] };
    readonly query: string;
    readonly abortSignal?: AbortSignal;
  }): PromiseLike<{
    readonly ranking: readonly { readonly index: number; readonly relevanceScore: number }[];
  }>;
}

export function openRerankingModel(config: RerankingModelConfig): RerankingModel {
  const { model, timeoutMs, maxRetries, apiKey, baseUrl } = config;
  const modelId = nameOfKindModel(model);
  const name = typeof model === 'string' ? parseRerankingModelName(model)! : undefined; // checked by the schema
  const keyVariables = name?.provider.keyVariables ?? [];
  const call =
    name === undefined
      ? callObject(model as unknown as OpenRerankingModel)
      : callServer(name, { apiKey, baseUrl: baseUrl ?? name.provider.baseUrl! });
  return {
    modelId,
    mostPassages: name?.provider.mostPassages ?? Infinity,
    async rank(query, passages, signal) {
      const failure = rerankingKeyFailure(config);
      if (failure !== undefined) throw failure;
      const retrying = {
        maxRetries,
        timeoutMs,
        retriesTimeouts: false, // who hangs once hangs again, and a person waits
        longestPauseMs: longestPauseMs,
        signal,
      };
      const ask = () =>
        callWithRetries((abortSignal) => call(query, passages, abortSignal), retrying).catch(
          (error: unknown) => {
            signal?.throwIfAborted();
            throw maskError(toCallError(error, { use, modelId, timeoutMs, keyVariables }), [apiKey]);
          },
        );
      const about = { purpose: 'reranking', model: modelId, texts: passages.length + 1 } as const;
      const ranking = await watchCall(about, ask, () => undefined);
      requirePassages(ranking, passages.length, modelId);
      return ranking;
    },
  };
}

/** What is wrong where a provider's model has no key, which may be seen before anything is sent. */
export const rerankingKeyFailure = (settings: KeySettings): PinciteError | undefined =>
  keyFailure(settings, { use, provider: (model) => parseRerankingModelName(model)?.provider });

/** A person waits, and the order of the searches stands where it fails. */
const longestPauseMs = 5000;

type Call = (
  query: string,
  passages: readonly string[],
  signal: AbortSignal,
) => Promise<readonly RankedPassage[]>;

function callObject(model: OpenRerankingModel): Call {
  return async (query, passages, abortSignal) => {
    const documents = { type: 'text' as const, values: [...passages] };
    const { ranking } = await model.doRerank({ documents, query, abortSignal });
    return ranking.map(({ index, relevanceScore }) => ({ index, score: relevanceScore }));
  };
}

const entrySchema = z
  .looseObject({ index: z.int(), relevance_score: z.number().optional(), score: z.number().optional() })
  .transform(({ index, relevance_score: relevance, score }) => ({ index, score: relevance ?? score ?? NaN }));
const entriesSchema = z.array(entrySchema);
/** `{ results: […] }` of most, `{ data: […] }` of Voyage and Mixedbread, the list itself of TEI. */
const answerSchema = z.union([
  z.looseObject({ results: entriesSchema }).transform(({ results }) => results),
  z.looseObject({ data: entriesSchema }).transform(({ data }) => data),
  entriesSchema,
]);

function callServer(
  { provider, model }: RerankingModelName,
  { apiKey, baseUrl }: { readonly apiKey: string | undefined; readonly baseUrl: string },
): Call {
  const url = `${baseUrl.replace(/\/+$/, '')}${provider.path}`;
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return async (query, passages, signal) => {
    const settings = provider.settings?.(passages.length);
    const body = { model, query, [provider.passages]: passages, ...settings };
    const answer = answerSchema.safeParse(await postJson(url, body, { headers, signal }));
    if (answer.success) return answer.data;
    throw Object.assign(new Error('the answer holds no ranking'), {
      name: 'AI_APICallError',
      url,
      statusCode: 200,
      isRetryable: false,
    });
  };
}

function requirePassages(ranking: readonly RankedPassage[], count: number, model: string): void {
  const isOne = ({ index, score }: RankedPassage) =>
    Number.isInteger(index) && index >= 0 && index < count && Number.isFinite(score);
  const indices = new Set(ranking.map(({ index }) => index));
  if (ranking.every(isOne) && indices.size === ranking.length) return;
  throw new RerankingError(`${model} ranked passages that it was not given`, {
    hint: 'Check reranking.model, or look at the log of the server.',
    context: { model, reason: 'protocol', passages: count },
  });
}
