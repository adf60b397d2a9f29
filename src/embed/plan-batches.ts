import type { EmbedLimits } from './embedder.ts';

/** UTF-8 bytes that make a token at least: English has about four, digits and Chinese about two and a half. */
const bytesPerToken = 2;

/** A cautious estimate of a text's tokens, whatever the model's tokenizer. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * Cuts a list into batches, in order, as few as filling each in turn gives: at most `batchSize` texts, at most
 * `batchTokens` estimated tokens. A text that is longer than that alone has a batch of its own.
 */
export function planBatches(
  texts: readonly string[],
  { batchSize, batchTokens = Infinity }: Pick<EmbedLimits, 'batchSize' | 'batchTokens'>,
): string[][] {
  const batches: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const size = estimateTokens(text);
    const last = batches.at(-1);
    if (last === undefined || last.length >= batchSize || tokens + size > batchTokens) {
      batches.push([text]);
      tokens = size;
    } else {
      last.push(text);
      tokens += size;
    }
  }
  return batches;
}
