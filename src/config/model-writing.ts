import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../models/ai-sdk-model.ts';
import { parseModelName } from '../models/providers.ts';

/** US dollars a million tokens of a model, each 0 or more. */
export interface Price {
  /** Of what it reads. */
  readonly input: number;
  /** Of what it writes. */
  readonly output: number;
}

/** How a language model is asked to write something over every chunk or section. */
export interface ModelWriting {
  /** Another model of the provider of `llm.model`, or a model object of the AI SDK 6; `llm.model` unless given. */
  readonly model?: string | AiSdkModel;
  /** What the model is to write, instead of the usual. */
  readonly prompt?: string;
  /**
   * Calls under way at once, 1 to 64.
   * @default 4
   */
  readonly concurrency: number;
  /** What the model costs, to estimate the cost by. */
  readonly price?: Price;
  /** US dollars, above 0: the model is asked nothing more once adding has cost so much, as estimated; needs `price`. */
  readonly maxCostUsd?: number;
}

export const modelWritingFields = {
  model: z
    .custom<string | AiSdkModel>(
      (value) => (typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value)),
      { error: 'must look like provider:model, or be a language model object of the AI SDK 6' },
    )
    .optional(),
  prompt: z.string().min(1).optional(),
  concurrency: z.int().min(1).max(64).default(4),
  price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional(),
  maxCostUsd: z.number().positive().optional(),
};

/** Whether a limit of cost comes with the prices that it is reckoned by. */
export const hasPrice = ({ price, maxCostUsd }: Pick<ModelWriting, 'price' | 'maxCostUsd'>) =>
  maxCostUsd === undefined || price !== undefined;
export const priceIsMissing = {
  message: 'is needed with maxCostUsd, such as { input: 0.15, output: 0.6 }',
  path: ['price'],
};
