import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../models/ai-sdk-model.ts';
import { parseModelName } from '../models/providers.ts';

/** A language model writes what each chunk is about, to be searched with it. See docs/chunking.md. */
export const contextualizeSchema = z
  .strictObject({
    /** Another model of the provider of `llm.model`, or a model object of the AI SDK 6; `llm.model` unless given. */
    model: z
      .custom<string | AiSdkModel>(
        (value) => (typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value)),
        { error: 'must look like provider:model, or be a language model object of the AI SDK 6' },
      )
      .optional(),
    /** What the model is to write, instead of the usual. */
    prompt: z.string().min(1).optional(),
    /** Characters of the document that it reads with each chunk; of a longer one the beginning and what is near. */
    documentChars: z.int().min(1000).max(1_000_000).default(20_000),
    /** Calls under way at once. */
    concurrency: z.int().min(1).max(64).default(4),
    /** US dollars a million tokens, to estimate the cost by. */
    price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional(),
    /** The model is asked nothing more once adding has cost so much, as estimated; needs `price`. */
    maxCostUsd: z.number().positive().optional(),
  })
  .refine(({ price, maxCostUsd }) => maxCostUsd === undefined || price !== undefined, {
    message: 'is needed with maxCostUsd, such as { input: 0.15, output: 0.6 }',
    path: ['price'],
  });
export type ContextualizeConfig = z.output<typeof contextualizeSchema>;
