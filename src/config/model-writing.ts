import { z } from 'zod';
import { isAiSdkModel, type AiSdkModel } from '../models/ai-sdk-model.ts';
import { parseModelName } from '../models/providers.ts';

/** How a language model is asked to write something over every chunk or section. */
export interface ModelWriting {
  /** Another model of the provider of `llm.model`, or a model object of the AI SDK 6; `llm.model` unless given. */
  readonly model?: string | AiSdkModel;
  /** What the model is to write, instead of the usual. */
  readonly prompt?: string;
}

export const modelWritingFields = {
  model: z
    .custom<string | AiSdkModel>(
      (value) => (typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value)),
      { error: 'must look like provider:model, or be a language model object of the AI SDK 6' },
    )
    .optional(),
  prompt: z.string().min(1).optional(),
};
