import type { ChatReply, ChatRequest } from './openai-server.ts';

/** The passage of a request for a draft, as a model sees it. */
export function passageOf(body: ChatRequest): string {
  const prompt = body.messages.at(-1)!.content;
  const [, , passage] = /<(passage-[0-9a-f]{16})>\n(.*)\n<\/\1>/s.exec(prompt)!;
  return passage!;
}

/** A reply as a drafting model gives it. */
export const draftReply = (query: string, quote: string, answer = 'An answer.'): ChatReply => ({
  text: JSON.stringify({ query, answer, quote }),
});

/** Asks about the first sentence of the passage, and quotes it. */
export function draftHonestly(body: ChatRequest): ChatReply {
  const [sentence] = /[^.\n]*\.(?=\s|$)/.exec(passageOf(body))!;
  return draftReply(`What is known of this: ${sentence.slice(0, -1)}?`, sentence.trim(), sentence.trim());
}
