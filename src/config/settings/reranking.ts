import { z } from 'zod';
import { isAiSdkRerankingModel, type AiSdkRerankingModel } from '../../models/ai-sdk-model.ts';
import {
  parseRerankingModelName,
  rerankingProviderNames,
} from '../../models/providers/reranking-providers.ts';
import type { Reranker } from '../../retrieve/reranker.ts';
import { apiKeySchema, mayNameModel, needsBaseUrl, serverAddressSchema } from './fields.ts';

/** Whatever `reranking.model` takes. */
export type RerankingModelChoice = string | AiSdkRerankingModel | Reranker;

/** A model that reads query and passage together, and orders what the searches found. */
export interface RerankingConfig {
  /**
   * `none`; the name or the folder of a cross-encoder that runs here, such as `ms-marco-MiniLM-L-6-v2`; `provider:model`,
   * such as `cohere:rerank-v3.5`; `llm`, which is `llm.model`; a reranking model object of the AI SDK 6; or a reranker of
   * your own.
   * @default 'none'
   */
  readonly model: RerankingModelChoice;
  /** Address of the server, the provider's own unless given; needed with `tei` and `rerank-compatible`. */
  readonly baseUrl?: string;
  /** Key of the provider, also read from its usual variable, such as `COHERE_API_KEY`. */
  readonly apiKey?: string;
}

export const rerankingConfigSchema = z
  .strictObject({
    model: z
      .custom<RerankingModelChoice>(isModel, {
        error:
          'must be none, llm, the name or folder of a local model, provider:model with a provider of ' +
          `${rerankingProviderNames.join(', ')}, a reranking model object of the AI SDK 6, or a reranker`,
      })
      .default('none'),
    baseUrl: serverAddressSchema.optional(),
    apiKey: apiKeySchema.optional(),
  })
  .refine(({ model, baseUrl }) => baseUrl !== undefined || !needsBaseUrl(model, parseRerankingModelName), {
    message: 'is needed with tei and rerank-compatible, such as http://localhost:8000/v1',
    path: ['baseUrl'],
  });

function isModel(value: unknown): boolean {
  if (typeof value === 'string') return isName(value);
  return isAiSdkRerankingModel(value) || isReranker(value);
}

const isName = (name: string) => mayNameModel(name, (one) => parseRerankingModelName(one) !== undefined);

function isReranker(value: unknown): value is Reranker {
  if (typeof value !== 'object' || value === null) return false;
  const { modelId, rerank } = value as Record<string, unknown>;
  return typeof modelId === 'string' && typeof rerank === 'function';
}
