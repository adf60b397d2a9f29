/**
 * The one place that calls language models, over the AI SDK: an optional peer that is loaded when a model is opened,
 * not before. What went wrong is a GenerationError whatever the provider.
 */
import type { z } from 'zod';
import { nameOfModel, type AiSdkModel } from './ai-sdk-model.ts';
import { toGenerationError } from './generation-failure.ts';
import { importPeer, languageModelUse } from './import-peer.ts';
import { parseModelName } from './providers.ts';

export interface LanguageModelConfig {
  /** `provider:model`, or an AI SDK language model object. */
  readonly model: string | AiSdkModel;
  /** Where the provider listens; needed for `openai-compatible:…`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** For one call with its retries, in milliseconds. */
  readonly timeoutMs: number;
  /** After rate limits, server errors and network errors; the pauses double from 2 s, or follow `Retry-After`. */
  readonly maxRetries: number;
}

export interface TextRequest {
  readonly prompt: string;
  readonly system?: string;
  readonly maxOutputTokens?: number;
  /** Instead of the configured number. */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
}

export interface ObjectRequest<Schema extends z.ZodType> extends TextRequest {
  /** The model is held to it where its server can, and the reply is checked against it in any case. */
  readonly schema: Schema;
}

/** Tokens; 0 where the provider does not say. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Writes text, or an object of a given shape.
 *
 * @throws GenerationError with `context.reason` when the model cannot be reached, refuses, or writes nonsense; the
 * signal's reason on abort.
 */
export interface LanguageModel {
  /** `provider:model`. */
  readonly modelId: string;
  generateText(request: TextRequest): Promise<{ text: string; usage: ModelUsage }>;
  generateObject<Schema extends z.ZodType>(
    request: ObjectRequest<Schema>,
  ): Promise<{ object: z.output<Schema>; usage: ModelUsage }>;
}

/** @throws ConfigError with the command to run when the AI SDK is not installed. */
export async function openLanguageModel(config: LanguageModelConfig): Promise<LanguageModel> {
  const sdk = await importPeer('ai', () => import('ai'), languageModelUse);
  const modelId = nameOfModel(config.model);
  const model = sdk.wrapLanguageModel({
    model: await resolveModel(config),
    middleware: { specificationVersion: 'v3', wrapGenerate: withoutWarnings },
  });

  async function call<Result>(request: TextRequest, run: (settings: CallSettings) => Promise<Result>) {
    const { prompt, system, maxOutputTokens, signal, maxRetries = config.maxRetries } = request;
    const timeout = AbortSignal.timeout(config.timeoutMs);
    const abortSignal = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      return await run({ prompt, system, maxOutputTokens, maxRetries, abortSignal });
    } catch (error) {
      signal?.throwIfAborted();
      const timeoutMs = timeout.aborted ? config.timeoutMs : undefined;
      throw toGenerationError(error, { sdk, modelId, timeoutMs });
    }
  }

  return {
    modelId,
    generateText: (request) =>
      call(request, async (settings) => {
        const { text, totalUsage } = await sdk.generateText({ model, ...settings });
        return { text, usage: toUsage(totalUsage) };
      }),
    generateObject: ({ schema, ...request }) =>
      call(request, async (settings) => {
        const result = await sdk.generateText({ model, ...settings, output: sdk.Output.object({ schema }) });
        return { object: result.output as z.output<typeof schema>, usage: toUsage(result.totalUsage) };
      }),
  };
}

interface CallSettings {
  readonly prompt: string;
  readonly system: string | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly maxRetries: number;
  readonly abortSignal: AbortSignal;
}

/** The AI SDK prints warnings to the console, which is the caller's and not ours. */
async function withoutWarnings<Result extends object>({
  doGenerate,
}: {
  doGenerate: () => PromiseLike<Result>;
}): Promise<Result> {
  return { ...(await doGenerate()), warnings: [] };
}

async function resolveModel({ model, baseUrl, apiKey }: LanguageModelConfig) {
  if (typeof model !== 'string') return model as unknown as OpenModel;
  const name = parseModelName(model)!; // the configuration's schema has checked it
  const { createOpenAICompatible } = await importPeer(
    '@ai-sdk/openai-compatible',
    () => import('@ai-sdk/openai-compatible'),
    languageModelUse,
  );
  const { outputLimitKey = 'max_tokens', ...provider } = name.provider;
  return createOpenAICompatible({
    name: name.providerName,
    baseURL: (baseUrl ?? provider.baseUrl)!,
    apiKey,
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) => ({
      ...body,
      [outputLimitKey]: limit as unknown,
    }),
  })(name.model);
}

type OpenModel = Parameters<typeof import('ai').wrapLanguageModel>[0]['model'];

const toUsage = ({ inputTokens = 0, outputTokens = 0 }: { inputTokens?: number; outputTokens?: number }) => ({
  inputTokens,
  outputTokens,
});
