import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../../models/ai-sdk-model.ts';
import type { Price } from '../../models/cost.ts';
import { parseModelName, providerNames } from '../../models/providers/providers.ts';
import { apiKeySchema, needsBaseUrl, serverAddressSchema } from './fields.ts';

const priceSchema = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

/** The language model, for what needs one; there is none unless `model` is set. */
export interface LlmConfig {
  /** `provider:model`, such as `openai-compatible:llama3`, or a language model object of the AI SDK 6; none unless given. */
  readonly model?: string | AiSdkModel;
  /** Address of the server, the provider's own unless given; needed with `openai-compatible`. */
  readonly baseUrl?: string;
  /** Key of the provider, also read from its usual variable, such as `OPENAI_API_KEY`. */
  readonly apiKey?: string;
  /**
   * What models cost, by `provider:model`, to estimate the cost of what they write.
   * @default {}
   */
  readonly prices: Readonly<Record<string, Price>>;
  /**
   * US dollars, above 0, of one call that adds documents, as estimated by `prices`: models then write no more context lines, summaries and
   * descriptions. Answers and searches are not limited.
   */
  readonly maxCostUsd?: number;
}

export const llmConfigSchema = z
  .strictObject({
    model: z
      .custom<string | AiSdkModel>(isModel, {
        error: `must look like provider:model, with a provider of ${providerNames.join(', ')}, or be a language model object of the AI SDK 6`,
      })
      .optional(),
    baseUrl: serverAddressSchema.optional(),
    apiKey: apiKeySchema.optional(),
    prices: z.record(z.string(), priceSchema).default({}),
    maxCostUsd: z.number().positive().optional(),
  })
  .refine(({ model, baseUrl }) => baseUrl !== undefined || !needsBaseUrl(model, parseModelName), {
    message: 'is needed with openai-compatible, such as http://localhost:8000/v1',
    path: ['baseUrl'],
  });

function isModel(value: unknown): boolean {
  return typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value);
}
