import { GenerationError } from '../../errors.ts';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel, ModelUsage } from '../../models/language-model.ts';

/** What was said before: questions of the user, answers to them. */
export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const task =
  'A user asks questions about documents, one after the other. Write the last question again so that it can be ' +
  'understood without the conversation: put the things that are meant in place of words such as "it" or "she", and add ' +
  'what it leaves out. Ask for nothing else, and do not answer. A question that can be understood already stays as it is. ' +
  'Write only the question, on one line, in its language.';

const mostMessages = 8;
const longestMessage = 2000;
const longestQuestion = 1000;
/** Room for a model that thinks before it writes. */
const maxOutputTokens = 1000;

/**
 * The question as it can be understood without the conversation. Answers are fenced as data: they quote documents.
 * @throws GenerationError when the model fails, or does not write a question of one line.
 */
export async function rewriteQuestion(
  model: LanguageModel,
  { question, history }: { readonly question: string; readonly history: readonly ChatMessage[] },
  signal?: AbortSignal,
): Promise<{ question: string; usage: ModelUsage }> {
  const said = history.slice(-mostMessages).map(({ role, content }) => {
    const text = content.slice(0, longestMessage);
    return role === 'user' ? `Question: ${text}` : `Answer:\n${fenceUntrusted('answer', text)}`;
  });
  const request = {
    system: [task, fenceRule].join('\n\n'),
    prompt: [...said, `Last question: ${question}`].join('\n\n'),
  };
  const { text, usage } = await model.generateText({ ...request, maxOutputTokens, signal });
  const written = text.trim().replace(/^["“](.*)["”]$/su, '$1');
  if (written === '' || written.includes('\n') || written.length > longestQuestion) {
    throw new GenerationError(`${model.modelId} wrote no question`, {
      hint: 'Try again, or choose another model.',
      context: { model: model.modelId, reason: 'malformed' },
    });
  }
  return { question: written, usage };
}
