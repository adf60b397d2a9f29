/** Conversation: the last question is made to stand alone, then asked. */
import { z } from 'zod';
import type { AnswerEvent } from '../../answer/draft.ts';
import { rewriteQuestion, standAlone, type ChatMessage } from './follow-up.ts';
import { answerModelSchema } from '../../config/settings/answer.ts';
import { GenerationError } from '../../errors.ts';
import { withCost, type Price } from '../../models/cost.ts';
import type { ModelUsage } from '../../models/language-model.ts';
import type { CitedAnswer } from '../../types.ts';
import { askStream, checkQuestion, openAnswerModel, type Asking, type AskOptions } from './ask.ts';
import { parseOptions } from '../parts/options.ts';

/** The question as it was asked of the documents, and what made it so: a language model, a rule, or nothing. */
export interface StandaloneQuestion {
  /** With all that it needs to be understood alone. */
  readonly question: string;
  /** What made it so. */
  readonly rewrittenBy: 'model' | 'rule' | 'nobody';
}

/** `question` holds the user's own words. */
export interface ChatAnswer extends CitedAnswer {
  /** The question as it was asked of the documents. */
  readonly standalone: StandaloneQuestion;
}

/** What `chatStream` gives, in order; `kind` tells what. */
export type ChatEvent =
  /** Comes first. */
  | ({ readonly kind: 'question' } & StandaloneQuestion)
  | Exclude<AnswerEvent, { kind: 'done' }>
  | { readonly kind: 'done'; readonly answer: ChatAnswer };

/** What `chat` takes: as `ask`, and the conversation. */
export interface ChatOptions extends AskOptions {
  /** The conversation so far, oldest first; the last message is the user's question. */
  readonly messages: readonly ChatMessage[];
}

const messagesSchema = z
  .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() }))
  .refine((messages) => messages.at(-1)?.role === 'user', 'the last message must be the user’s');

interface Rewriting extends StandaloneQuestion {
  readonly usage?: ModelUsage;
  readonly price?: Price | undefined;
  readonly warning?: string;
}

/** @throws as `KnowledgeBase.ask` does; ConfigError when the last message is not the user's. */
export async function* chatStream(
  asking: Asking,
  { messages, ...options }: ChatOptions,
): AsyncGenerator<ChatEvent, void, undefined> {
  const history = parseOptions(messagesSchema, messages, 'messages of a chat');
  const { content } = history.pop()!;
  checkQuestion(content);
  const { usage, price, warning, ...standalone } = await rewrite(
    asking,
    { question: content, history },
    options,
  );
  yield { kind: 'question', ...standalone };
  for await (const event of askStream(asking, standalone.question, options)) {
    if (event.kind !== 'done') yield event;
    else {
      const warnings = warning === undefined ? event.answer.warnings : [warning, ...event.answer.warnings];
      const answer = { ...event.answer, question: content, warnings, standalone };
      yield {
        kind: 'done',
        answer:
          usage === undefined ? answer : { ...answer, usage: withCost(sumOf(usage, answer.usage), price) },
      };
    }
  }
}

async function rewrite(
  { parts }: Asking,
  { question, history }: { question: string; history: readonly ChatMessage[] },
  { model, signal }: AskOptions,
): Promise<Rewriting> {
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  if (asked.length === 0) return { question, rewrittenBy: 'nobody' };
  const chosen = parseOptions(answerModelSchema, model ?? parts.config.answer.model, 'model to answer');
  const languageModel = await openAnswerModel(parts, chosen);
  if (languageModel === undefined) return byRule(question, asked);
  try {
    const written = await rewriteQuestion(languageModel, { question, history }, signal);
    const price = parts.config.llm.prices[languageModel.modelId];
    return { ...written, price, rewrittenBy: written.question === question ? 'nobody' : 'model' };
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    const warning = `The question was not rewritten by a language model: ${error.message}.`;
    return { ...byRule(question, asked), warning };
  }
}

/** Each question stands on the one before, itself made to stand alone. */
function byRule(question: string, asked: readonly string[]): StandaloneQuestion {
  const previous = asked.reduce<string | undefined>((before, next) => standAlone(next, before), undefined);
  const alone = standAlone(question, previous);
  return { question: alone, rewrittenBy: alone === question ? 'nobody' : 'rule' };
}

const sumOf = (one: ModelUsage, other: ModelUsage = { inputTokens: 0, outputTokens: 0 }): ModelUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});
