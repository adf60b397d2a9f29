import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../models/ai-sdk-model.ts';
import { parseModelName, providerNames } from '../models/providers.ts';
import { mayNameModel } from './fields.ts';

/** What stands for the answer without a language model wherever a model is named. */
export const extractive = 'extractive';

export const answerModelSchema = z.custom<string | AiSdkModel>(
  (value) =>
    typeof value === 'string'
      ? value === extractive || parseModelName(value) !== undefined
      : isAiSdkModel(value),
  {
    error: `must be ${extractive}, provider:model with a provider of ${providerNames.join(', ')}, or a language model object of the AI SDK 6`,
  },
);

/** What answers rest on, and who writes them. See docs/answers.md. */
export const answerConfigSchema = z.strictObject({
  /**
   * `extractive`: the documents' own sentences, without a language model. Or a model that answers in its own words: of
   * the provider of `llm.model`, whose address and key it is called with, or an object of the AI SDK 6.
   */
  model: answerModelSchema.default(extractive),
  /**
   * The share of extractive answers that should be right, 0…1: one is given when it is at least so probable. Lower values
   * answer more and err more; docs/answers.md has what was measured.
   */
  certainty: z.number().min(0).max(1).default(0.8),
  /** Neighbouring chunks read around each hit. */
  contextWindow: z.int().min(0).max(20).default(1),
  /** Tokens of passages that an answer may rest on. */
  tokenBudget: z.int().min(100).default(3000),
  /** Tokens that a model may write for one answer, what it thinks included. */
  maxOutputTokens: z.int().min(16).max(1_000_000).default(4000),
  /** A model that tells whether the sources of a generated claim bear it out, beside the rules for names, numbers and negations. */
  entailment: z
    .strictObject({
      /**
       * `none`; the name or the folder of a model of natural language inference that runs here; `provider:model`; or `llm`,
       * which is `llm.model`.
       */
      model: z
        .string()
        .refine((name) => mayNameModel(name, (one) => parseModelName(one) !== undefined), {
          error: `must be none, llm, the name or folder of a local model, or provider:model with a provider of ${providerNames.join(', ')}`,
        })
        .default('none'),
      /** Where local models are kept; a folder of the user's cache unless given. */
      modelFolder: z.string().min(1).optional(),
      /** Take a local model's file with 8-bit weights. */
      quantized: z.boolean().optional(),
    })
    .prefault({}),
  /** US dollars a million tokens of `model`, to estimate the cost by. */
  price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional(),
});
