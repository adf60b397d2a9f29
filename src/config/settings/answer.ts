import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../../models/ai-sdk-model.ts';
import { parseModelName, providerNames } from '../../models/providers/providers.ts';
import { mayNameModel } from './fields.ts';
import type { Settings } from './settings.ts';

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

/** A model that tells whether the sources of a generated claim bear it out, beside the rules for names, numbers and negations. */
export interface EntailmentConfig {
  /**
   * `none`; the name or the folder of a model of natural language inference that runs here; `provider:model`; or `llm`,
   * which is `llm.model`.
   * @default 'none'
   */
  readonly model: string;
}

/** What answers rest on, and who writes them. See docs/answers.md. */
export interface AnswerConfig {
  /**
   * `extractive`: the documents' own sentences, without a language model. Or a model that answers in its own words: of
   * the provider of `llm.model`, whose address and key it is called with, or an object of the AI SDK 6. Unless given, `llm.model`
   * where that is set, else `extractive`.
   */
  readonly model: string | AiSdkModel;
  /**
   * The share of extractive answers that should be right, 0…1: one is given when it is at least so probable. Lower values
   * answer more and err more; docs/answers.md has what was measured.
   * @default 0.8
   */
  readonly certainty: number;
  /**
   * Tokens of passages that an answer may rest on, 100 or more.
   * @default 3000
   */
  readonly tokenBudget: number;
  /** A model that tells whether the sources of a generated claim bear it out. */
  readonly entailment: EntailmentConfig;
}
/** `AnswerConfig` as it is written: what is left out has its default. */
export type AnswerInput = Settings<AnswerConfig, 'entailment'>;

export const answerConfigSchema = z.strictObject({
  model: answerModelSchema.optional(),
  certainty: z.number().min(0).max(1).default(0.8),
  tokenBudget: z.int().min(100).default(3000),
  entailment: z
    .strictObject({
      model: z
        .string()
        .refine((name) => mayNameModel(name, (one) => parseModelName(one) !== undefined), {
          error: `must be none, llm, the name or folder of a local model, or provider:model with a provider of ${providerNames.join(', ')}`,
        })
        .default('none'),
    })
    .prefault({}),
});
