/**
 * The one place that calls embedding models of providers, over the AI SDK: optional peers that are loaded when a model
 * is opened, not before. What went wrong is an EmbeddingError whatever the provider.
 */
import { EmbeddingError, type PinciteError } from '../errors.ts';
import { nameOfKindModel, type AiSdkEmbeddingModel } from './ai-sdk-model.ts';
import {
  connectEmbeddingModel,
  type EmbeddingRole,
  type OpenEmbeddingModel,
} from './embedding-connection.ts';
import { keyFailure, toCallError, type CallUse, type KeySettings } from './calls/call-failure.ts';
import { parseEmbeddingModelName, type EmbeddingProvider } from './providers/embedding-providers.ts';
import { callWithRetries } from './calls/retry.ts';
import { maskError } from '../util/strings/mask-secrets.ts';
import { watchCall } from '../util/telemetry/operation.ts';

export interface EmbeddingModelConfig {
  /** `provider:model`, or an AI SDK embedding model object. */
  readonly model: string | AiSdkEmbeddingModel;
  /** Where the provider listens; needed for `openai-compatible:…` and `azure:…`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Asked of the provider; its own unless given. */
  readonly dimensions?: number;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** After rate limits, time-outs, server errors and network errors; see `callWithRetries`. Of a query at most two, and none after a time-out. */
  readonly maxRetries: number;
}

interface EmbedRequest {
  readonly role: EmbeddingRole;
  /** Instead of the configured number. */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
}

export interface EmbeddingModel {
  /** `provider:model`. */
  readonly modelId: string;
  /** Texts that the provider's package lets a call hold; no more are to be given. */
  readonly mostTexts: number;
  /** Texts a call that the provider is known to take. */
  readonly batchSize: number;
  /** Tokens a call, where the provider limits them. */
  readonly batchTokens?: number;
  /** Whether several calls may be under way at once; then so many are usual. */
  readonly isParallel: boolean;
  readonly concurrency: number;
  /**
   * One call of the provider, with its retries: a vector a text, in order, as the provider gives them.
   * @throws EmbeddingError with `context.reason` when the key is missing, or the model cannot be reached, refuses, or
   * gives another number of vectors; the signal's reason on abort.
   */
  embed(texts: readonly string[], request: EmbedRequest): Promise<number[][]>;
}

const use: CallUse = {
  Failure: EmbeddingError,
  section: 'embedding',
  gives: 'vectors',
  ifRefused: 'Where a text is too long: lower chunking.chunkSize.',
};

/** For models of providers that are not in the table. */
const unknownProvider: Pick<EmbeddingProvider, 'keyVariables' | 'batchSize' | 'batchTokens' | 'concurrency'> =
  { keyVariables: [], batchSize: 100, concurrency: 4 };

/** @throws ConfigError with the command to run when the provider's package is not installed. */
export async function openEmbeddingModel(config: EmbeddingModelConfig): Promise<EmbeddingModel> {
  const modelId = nameOfKindModel(config.model);
  const name = parseEmbeddingModelName(modelId);
  const modelFor =
    typeof config.model === 'string'
      ? await connectEmbeddingModel(name!, config) // the configuration's schema has checked it
      : always(config.model as unknown as OpenEmbeddingModel);
  const { keyVariables, batchSize, batchTokens, concurrency } = name?.provider ?? unknownProvider;
  const { maxEmbeddingsPerCall, supportsParallelCalls } = modelFor('passage');
  return {
    modelId,
    batchSize,
    batchTokens,
    concurrency,
    mostTexts: (await maxEmbeddingsPerCall) ?? Infinity,
    isParallel: await supportsParallelCalls,
    async embed(texts, { role, signal, maxRetries = retriesFor(role, config) }) {
      const request = { values: [...texts], providerOptions: requestOptions(role, config.dimensions) };
      const failure = embeddingKeyFailure(config);
      if (failure !== undefined) throw failure;
      const { timeoutMs } = config;
      const retrying = {
        maxRetries,
        timeoutMs,
        retriesTimeouts: role !== 'query', // who hangs once hangs again, and a person waits
        longestPauseMs: role === 'query' ? longestPauseOfQueryMs : undefined,
        signal,
      };
      const call = () =>
        callWithRetries((abortSignal) => modelFor(role).doEmbed({ ...request, abortSignal }), retrying).catch(
          (error: unknown) => {
            signal?.throwIfAborted();
            throw maskError(toCallError(error, { use, modelId, timeoutMs, keyVariables }), [config.apiKey]);
          },
        );
      const about = { purpose: 'embedding', model: modelId, texts: texts.length } as const;
      const result = await watchCall(about, call, ({ usage }) => ({
        inputTokens: usage?.tokens ?? 0,
        outputTokens: 0,
      }));
      requireOneEach(result.embeddings, texts, modelId);
      return inInputOrder(result);
    },
  };
}

/**
 * What is wrong where a provider's model has no key, which may be seen before anything is sent. At an address of the user's own
 * there may be a server that wants none.
 */
export const embeddingKeyFailure = (settings: KeySettings): PinciteError | undefined =>
  keyFailure(settings, { use, provider: (model) => parseEmbeddingModelName(model)?.provider });

/** A person waits for a query, and keywords answer where it fails. */
const mostRetriesOfQuery = 2;
const longestPauseOfQueryMs = 5000;

const retriesFor = (role: EmbeddingRole, { maxRetries }: EmbeddingModelConfig): number =>
  role === 'query' ? Math.min(maxRetries, mostRetriesOfQuery) : maxRetries;

const always =
  <Value>(value: Value) =>
  () =>
    value;

/** Role and size in the words of each provider; one overlooks those of the others. */
function requestOptions(role: EmbeddingRole, dimensions: number | undefined) {
  const isQuery = role === 'query';
  return {
    openai: { dimensions },
    azure: { dimensions },
    cohere: { inputType: isQuery ? 'search_query' : 'search_document', outputDimension: dimensions },
    google: {
      taskType: isQuery ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      outputDimensionality: dimensions,
    },
    voyage: { inputType: isQuery ? 'query' : 'document', outputDimension: dimensions },
  };
}

function requireOneEach(vectors: readonly unknown[], texts: readonly string[], model: string): void {
  if (vectors.length === texts.length) return;
  throw new EmbeddingError(`${model} gave ${vectors.length} vectors for ${texts.length} texts`, {
    hint: 'Look at the log of the server.',
    context: { model, reason: 'protocol', expected: texts.length, received: vectors.length },
  });
}

/** OpenAI's protocol numbers the vectors, and some servers give them in another order; the SDK takes them as they come. */
function inInputOrder({
  embeddings,
  response,
}: Awaited<ReturnType<OpenEmbeddingModel['doEmbed']>>): number[][] {
  const { data } = (response?.body ?? {}) as { data?: readonly { readonly index?: unknown }[] };
  if (!Array.isArray(data)) return embeddings;
  const places = new Map(data.map(({ index }, position) => [index as unknown, embeddings[position]!]));
  const ordered = embeddings.map((_vector, position) => places.get(position));
  return ordered.every((vector) => vector !== undefined) ? ordered : embeddings;
}
