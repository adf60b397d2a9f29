import type { Tokenizer } from '@huggingface/tokenizers';
import type { TokenRow } from './onnx-session.ts';
import { tokensOfStart } from './text-tokenizer.ts';

/** A query takes at most this share of what a pair may have. */
const shareOfQuery = 0.5;
/** Windows of one passage at most. */
const mostWindows = 4;

/**
 * Encodes a query with a passage for a model that reads both together, at most `maxTokens` with the special ones. A
 * passage that is too long is read in windows, of which the last ends where the passage does.
 */
export class PairTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #room: number;
  readonly #leading: readonly number[];
  readonly #between: readonly number[];
  readonly #trailing: readonly number[];

  /** @throws Error when the tokenizer's special tokens are not around and between the two texts. */
  constructor(tokenizer: Tokenizer, maxTokens: number) {
    const [first, second] = [idsOf(tokenizer, 'a'), idsOf(tokenizer, 'b')];
    const whole: number[] = tokenizer.encode('a', { text_pair: 'b' }).ids;
    const start = indexOf(whole, first, 0);
    const middle = start + first.length;
    const next = start < 0 ? -1 : indexOf(whole, second, middle);
    if (next < 0) throw new Error('its special tokens cannot be told from others');
    this.#leading = whole.slice(0, start);
    this.#between = whole.slice(middle, next);
    this.#trailing = whole.slice(next + second.length);
    this.#room = maxTokens - this.#leading.length - this.#between.length - this.#trailing.length;
    this.#tokenizer = tokenizer;
  }

  /** One row a window; one at least. */
  encode(query: string, passage: string): TokenRow[] {
    const ofQuery = this.#start(query, Math.floor(this.#room * shareOfQuery));
    const width = this.#room - ofQuery.length;
    const ofPassage = this.#start(passage, width * mostWindows);
    const head = [...this.#leading, ...ofQuery, ...this.#between];
    return windowStarts(ofPassage.length, width).map((start) => ({
      ids: [...head, ...ofPassage.slice(start, start + width), ...this.#trailing],
      secondFrom: head.length,
    }));
  }

  #start(text: string, most: number): number[] {
    return tokensOfStart(this.#tokenizer, text, most);
  }
}

const idsOf = (tokenizer: Tokenizer, text: string): number[] =>
  tokenizer.encode(text, { add_special_tokens: false }).ids;

function windowStarts(length: number, width: number): number[] {
  const starts = [0];
  while (starts.at(-1)! + width < length) starts.push(Math.min(starts.at(-1)! + width, length - width));
  return starts;
}

function indexOf(list: readonly number[], part: readonly number[], from: number): number {
  if (part.length === 0) return -1;
  return list.findIndex((_, at) => at >= from && part.every((id, index) => list[at + index] === id));
}
