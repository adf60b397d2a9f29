import { z } from 'zod';
import type { Embedder } from '../embed/embedder.ts';
import { isAiSdkEmbeddingModel, nameOfKindModel, type AiSdkEmbeddingModel } from '../models/ai-sdk-model.ts';
import { embeddingProviderNames, parseEmbeddingModelName } from '../models/embedding-providers.ts';
import { apiKeySchema, mayNameModel, serverAddressSchema } from './fields.ts';

/** Whatever `embedding.model` takes. */
export type EmbeddingModelChoice = string | AiSdkEmbeddingModel | Embedder;

/** The model that turns texts into vectors. */
export const embeddingConfigSchema = z
  .strictObject({
    /**
     * `built-in`; `provider:model`, such as `openai:text-embedding-3-small`; the name or the folder of a model that runs
     * here; an embedding model object of the AI SDK 6; or an embedder of the user's own.
     */
    model: z
      .custom<EmbeddingModelChoice>(isModel, {
        error:
          'must be built-in, the name or folder of a local model, provider:model with a provider of ' +
          `${embeddingProviderNames.join(', ')}, an embedding model object of the AI SDK 6, or an embedder`,
      })
      .default('built-in'),
    /** The provider's own unless given; needed with `openai-compatible` and `azure`. */
    baseUrl: serverAddressSchema.optional(),
    /** Also read from the provider's usual variable, such as `OPENAI_API_KEY`. */
    apiKey: apiKeySchema.optional(),
    /** Numbers a vector, fewer than the model gives; for models whose first numbers say the most. Not of the built-in one. */
    dimensions: z.int().min(1).max(65_536).optional(),
    /** Put before queries and before passages, where a model wants that; a local model's files say it. */
    queryPrefix: z.string().optional(),
    passagePrefix: z.string().optional(),
    /** Texts a call of the model; what the provider allows unless given. */
    batchSize: z.int().min(1).max(10_000).optional(),
    /** Tokens a call, estimated; what the provider allows unless given. */
    maxBatchTokens: z.int().min(1).optional(),
    /** Calls of a provider at once: 4, or 1 with `ollama`, unless given. */
    concurrency: z.int().min(1).max(64).optional(),
    /** For one attempt, in milliseconds. */
    timeoutMs: z.int().min(1).max(3_600_000).default(60_000),
    /** After rate limits, time-outs, server errors and network errors; of a query at most two, for which a person waits. */
    maxRetries: z.int().min(0).max(20).default(5),
    /** Whether the built-in model learns from the documents of a collection. */
    adapt: z.enum(['auto', 'off']).default('auto'),
    /** Where local models are kept; a folder of the user's cache unless given. */
    modelFolder: z.string().min(1).optional(),
    /** Where local models come from, also read from `HF_ENDPOINT`; https://huggingface.co unless given. */
    hubUrl: serverAddressSchema.optional(),
    /** How a local model makes one vector of its tokens'; what its files say unless given. */
    pooling: z.enum(['mean', 'cls', 'last', 'max']).optional(),
    /** Take a local model's file with 8-bit weights. */
    quantized: z.boolean().optional(),
  })
  .refine(({ model, baseUrl }) => baseUrl !== undefined || !needsBaseUrl(model), {
    message:
      'is needed with openai-compatible (http://localhost:8000/v1) and azure (https://<resource>.openai.azure.com)',
    path: ['baseUrl'],
  })
  .refine(({ model }) => hasPossibleLimits(model), {
    message: 'has limits that let nothing through: batchSize, batchTokens and concurrency are at least 1',
    path: ['model'],
  });

function isModel(value: unknown): boolean {
  if (typeof value === 'string') return isName(value);
  return isAiSdkEmbeddingModel(value) || isEmbedder(value);
}

const isName = (name: string) => mayNameModel(name, (one) => parseEmbeddingModelName(one) !== undefined);

function isEmbedder(value: unknown): value is Embedder {
  if (typeof value !== 'object' || value === null) return false;
  const { modelId, dimensions, maxTokens, embed } = value as Record<string, unknown>;
  return (
    typeof modelId === 'string' &&
    Number.isInteger(dimensions) &&
    typeof maxTokens === 'number' &&
    typeof embed === 'function'
  );
}

/** Of an embedder of the user's own; without limits it has the usual ones. */
function hasPossibleLimits(model: EmbeddingModelChoice): boolean {
  if (!isEmbedder(model) || model.limits === undefined) return true;
  const { batchSize, concurrency, batchTokens = 1 } = model.limits;
  return Number.isInteger(batchSize) && batchSize >= 1 && concurrency >= 1 && batchTokens >= 1;
}

/** Whether a name is that of a model which runs in this process, from files. */
export const isLocalModel = (name: string): boolean =>
  isName(name) && name !== 'built-in' && parseEmbeddingModelName(name) === undefined;

function needsBaseUrl(model: EmbeddingModelChoice): boolean {
  const name = typeof model === 'string' ? parseEmbeddingModelName(model) : undefined;
  return name !== undefined && name.provider.baseUrl === undefined;
}

/** What the model is called, whichever way it was given. */
export function nameOfEmbeddingChoice(model: EmbeddingModelChoice): string {
  return typeof model === 'object' && 'embed' in model ? model.modelId : nameOfKindModel(model);
}
