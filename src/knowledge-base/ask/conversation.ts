import type { ChatMessage } from './follow-up.ts';
import type { AskOptions } from './ask.ts';
import type { ChatAnswer, ChatEvent, ChatOptions } from './chat.ts';

/** A conversation that remembers what was said. Made by `KnowledgeBase.conversation`; ask one question at a time. */
export class Conversation {
  readonly #chat: (options: ChatOptions) => AsyncGenerator<ChatEvent, void, undefined>;
  readonly #options: AskOptions;
  readonly #messages: ChatMessage[] = [];

  /** @internal */
  constructor(
    chat: (options: ChatOptions) => AsyncGenerator<ChatEvent, void, undefined>,
    options: AskOptions,
  ) {
    this.#chat = chat;
    this.#options = options;
  }

  /** Questions and answers so far, oldest first. */
  get messages(): readonly ChatMessage[] {
    return [...this.#messages];
  }

  /**
   * Asks as `KnowledgeBase.chatStream` does; the question and its answer are remembered once the answer is whole.
   * @param options laid over those of the conversation.
   */
  async *askStream(question: string, options: AskOptions = {}): AsyncGenerator<ChatEvent, void, undefined> {
    const asked: ChatMessage = { role: 'user', content: question };
    const messages = [...this.#messages, asked];
    for await (const event of this.#chat({ ...this.#options, ...options, messages })) {
      if (event.kind === 'done') {
        this.#messages.push(asked, { role: 'assistant', content: event.answer.answer });
      }
      yield event;
    }
  }

  /** Asks the next question. */
  ask(question: string, options?: AskOptions): Promise<ChatAnswer> {
    return lastAnswer(this.askStream(question, options));
  }
}

/** The answer that a stream ends with. */
export async function lastAnswer<Answer>(
  events: AsyncIterable<{ readonly kind: string } | { readonly kind: 'done'; readonly answer: Answer }>,
): Promise<Answer> {
  for await (const event of events) if ('answer' in event) return event.answer;
  throw new Error('An answer has come to no end.');
}
