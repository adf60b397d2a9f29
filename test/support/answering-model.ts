import type { ChatReply, ChatRequest } from './openai-server.ts';

/** The passages of a request for an answer, as a model sees them. */
export function passagesOf(body: ChatRequest): string[] {
  const prompt = body.messages.at(-1)!.content;
  const fenced = prompt.matchAll(/^Passage \d+:\n<(passage-[0-9a-f]{16})>\n(.*?)\n<\/\1>$/gms);
  return Array.from(fenced, ([, , passage]) => passage!);
}

/** Whether the model is asked for an object with claims, rather than for prose with markers. */
export const isStructured = (body: ChatRequest): boolean => body.response_format?.type === 'json_schema';

export interface ModelClaim {
  readonly text: string;
  /** The number of a passage and what it is said to say. */
  readonly quotes: readonly (readonly [passage: number, quote: string])[];
}

/** A structured reply. */
export const claimsReply = (...claims: readonly ModelClaim[]): ChatReply & { text: string } => ({
  text: JSON.stringify({
    answerable: true,
    claims: claims.map(({ text, quotes }) => ({
      text,
      quotes: quotes.map(([passage, quote]) => ({ passage, quote })),
    })),
  }),
});

export const noAnswerReply: ChatReply = { text: '{"answerable": false, "claims": []}' };
