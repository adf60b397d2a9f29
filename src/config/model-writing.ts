import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../models/ai-sdk-model.ts';
import { parseModelName } from '../models/providers.ts';

/** How a language model is asked to write something over every chunk or section. */
export const modelWritingFields = {
  /** Another model of the provider of `llm.model`, or a model object of the AI SDK 6; `llm.model` unless given. */
  model: z
    .custom<string | AiSdkModel>(
      (value) => (typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value)),
      { error: 'must look like provider:model, or be a language model object of the AI SDK 6' },
    )
    .optional(),
  /** What the model is to write, instead of the usual. */
  prompt: z.string().min(1).optional(),
  /** Calls under way at once. */
  concurrency: z.int().min(1).max(64).default(4),
  /** US dollars a million tokens, to estimate the cost by. */
  price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional(),
  /** The model is asked nothing more once adding has cost so much, as estimated; needs `price`. */
  maxCostUsd: z.number().positive().optional(),
};
export type ModelWriting = z.output<z.ZodObject<typeof modelWritingFields>>;

/** Whether a limit of cost comes with the prices that it is reckoned by. */
export const hasPrice = ({ price, maxCostUsd }: Pick<ModelWriting, 'price' | 'maxCostUsd'>) =>
  maxCostUsd === undefined || price !== undefined;
export const priceIsMissing = {
  message: 'is needed with maxCostUsd, such as { input: 0.15, output: 0.6 }',
  path: ['price'],
};
