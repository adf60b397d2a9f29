import { z } from 'zod';
import { fenceRule, fenceUntrusted } from '../models/fence.ts';
import type { LanguageModel } from '../models/language-model.ts';

const verdictSchema = z.object({ correct: z.boolean() });

const task =
  'A question, the answer that is right, and the answer that was given are below. Decide whether the given answer says what the right ' +
  'one says: other words, units and rounding are no difference, another fact, number or name is, and so is an answer that leaves it open. ' +
  'Reply with JSON: {"correct":true} or {"correct":false}.';

export interface JudgedAnswer {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
}

/** 1 where a language model takes the answer for right, else 0. @throws GenerationError when it fails. */
export async function judgeAnswer(
  model: LanguageModel,
  { question, expected, answer }: JudgedAnswer,
  signal?: AbortSignal,
): Promise<number> {
  const parts = { question, expected, answer };
  const { object } = await model.generateObject({
    system: `${task}\n\n${fenceRule}`,
    prompt: Object.entries(parts)
      .map(([name, text]) => fenceUntrusted(name, text))
      .join('\n\n'),
    schema: verdictSchema,
    signal,
  });
  return Number(object.correct);
}
