/** The answer that a stream ends with. */
export async function lastAnswer<Answer>(
  events: AsyncIterable<{ readonly kind: string } | { readonly kind: 'done'; readonly answer: Answer }>,
): Promise<Answer> {
  for await (const event of events) if ('answer' in event) return event.answer;
  throw new Error('An answer has come to no end.');
}
