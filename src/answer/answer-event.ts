import type { Citation, CitedAnswer, Claim } from '../types.ts';

/**
 * An answer while it comes. The words of all `text` events since the last `restart`, put together, are the answer's text,
 * markers included; a citation comes before the first marker that has its number, and both stay as they are.
 */
export type AnswerEvent =
  | { readonly kind: 'text'; readonly text: string }
  /** Found in its document; there is none that is not. */
  | { readonly kind: 'citation'; readonly citation: Citation }
  /** Its words are there, its citations are known. */
  | { readonly kind: 'claim'; readonly claim: Claim }
  /** What came before counts no more: nothing of it held, or the model failed. */
  | { readonly kind: 'restart' }
  /** Comes last, once. */
  | { readonly kind: 'done'; readonly answer: CitedAnswer };

/** The answer that a stream ends with. */
export async function lastAnswer<Answer>(
  events: AsyncIterable<{ readonly kind: string } | { readonly kind: 'done'; readonly answer: Answer }>,
): Promise<Answer> {
  for await (const event of events) if ('answer' in event) return event.answer;
  throw new Error('An answer has come to no end.');
}
