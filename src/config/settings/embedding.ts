import { z } from 'zod';
import type { Embedder } from '../../embed/embedder.ts';
import { isAiSdkEmbeddingModel, type AiSdkEmbeddingModel } from '../../models/ai-sdk-model.ts';
import {
  embeddingProviderNames,
  parseEmbeddingModelName,
} from '../../models/providers/embedding-providers.ts';
import { apiKeySchema, mayNameModel, needsBaseUrl, serverAddressSchema } from './fields.ts';

/** Whatever `embedding.model` takes. */
export type EmbeddingModelChoice = string | AiSdkEmbeddingModel | Embedder;

/** The model that turns texts into vectors. See docs/embedding.md. */
export interface EmbeddingConfig {
  /**
   * `built-in`; `provider:model`, such as `openai:text-embedding-3-small`; the name or the folder of a model that runs
   * here; an embedding model object of the AI SDK 6; or an embedder of your own.
   * @default 'built-in'
   */
  readonly model: EmbeddingModelChoice;
  /** Address of the server, the provider's own unless given; needed with `openai-compatible` and `azure`. */
  readonly baseUrl?: string;
  /** Key of the provider, also read from its usual variable, such as `OPENAI_API_KEY`. */
  readonly apiKey?: string;
  /** Numbers a vector, 1 to 65,536, fewer than the model gives; for models whose first numbers say the most. Not of the built-in one. */
  readonly dimensions?: number;
  /** Put before queries, and before passages, where a model wants that: `['query: ', 'passage: ']`; a local model's files say it. */
  readonly prefixes?: readonly [query: string, passage: string];
  /**
   * Whether the built-in model learns from the documents of a collection.
   * @default 'auto'
   */
  readonly adapt: 'auto' | 'off';
}

const choices =
  'must be built-in, the name or folder of a local model, provider:model with a provider of ' +
  `${embeddingProviderNames.join(', ')}, an embedding model object of the AI SDK 6, or an embedder`;

export const embeddingConfigSchema = z
  .strictObject({
    model: z
      .custom<EmbeddingModelChoice>(isModel, {
        error: ({ input }) => whatEmbedderLacks(input) ?? choices,
      })
      .default('built-in'),
    baseUrl: serverAddressSchema.optional(),
    apiKey: apiKeySchema.optional(),
    dimensions: z.int().min(1).max(65_536).optional(),
    prefixes: z.tuple([z.string(), z.string()]).optional(),
    adapt: z.enum(['auto', 'off']).default('auto'),
  })
  .refine(({ model, baseUrl }) => baseUrl !== undefined || !needsBaseUrl(model, parseEmbeddingModelName), {
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

const isEmbedder = (value: unknown): value is Embedder =>
  hasEmbed(value) && whatEmbedderLacks(value) === undefined;

const hasEmbed = (value: unknown): value is Record<string, unknown> =>
  typeof (value as Record<string, unknown> | null | undefined)?.['embed'] === 'function';

/** Of what has the function `embed` and is no embedder, in words. */
function whatEmbedderLacks(value: unknown): string | undefined {
  if (!hasEmbed(value)) return undefined;
  const { modelId, dimensions, maxTokens } = value;
  if (typeof modelId !== 'string') return 'is an embedder without modelId, a text';
  if (!Number.isInteger(dimensions)) return 'is an embedder without dimensions, the numbers of a vector';
  return typeof maxTokens === 'number'
    ? undefined
    : 'is an embedder without maxTokens, the longest text in tokens';
}

/** Of an embedder of the user's own; without limits it has the usual ones. */
function hasPossibleLimits(model: EmbeddingModelChoice): boolean {
  if (!isEmbedder(model) || model.limits === undefined) return true;
  const { batchSize, concurrency, batchTokens = 1 } = model.limits;
  return Number.isInteger(batchSize) && batchSize >= 1 && concurrency >= 1 && batchTokens >= 1;
}
