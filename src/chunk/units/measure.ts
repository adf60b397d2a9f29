import { type Span, firstIndex } from '../../text/spans.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { isWordEnd, tokenOffsets } from './token-offsets.ts';

/** UTF-8 bytes of a UTF-16 code unit; no token has less than a byte. */
const mostBytes = 3;
/** Characters of a stretch, by which the tokens are found: a search in few of them instead of in all. */
const stretch = 256;
/** An estimate is off by a token or two at the ends, and by a few in a hundred inside endless runs of letters. */
const DOUBT = 1.25;
const FEW = 8;

/** Characters in which the nearest end of a word is looked for. */
const longestWord = 200;

/**
 * Token counts of spans of one text, which is tokenised once. Estimates are read off the document's token offsets
 * by binary search; they differ by a token or two from the count of the span by itself, which decides.
 *
 *     start    from                            to     end
 *       Hearings are held in private unless the panel decides otherwise
 *       counted |  read off the offsets       | counted
 */
export class Measure {
  readonly text: string;
  readonly #tokenizer: Tokenizer;
  readonly #offsets: Uint32Array;
  /** Of each stretch the number of tokens that start before it. */
  readonly #before: Uint32Array;

  static async open(text: string, tokenizer: Tokenizer, signal?: AbortSignal): Promise<Measure> {
    return new Measure(text, tokenizer, await tokenOffsets(text, tokenizer, signal));
  }

  private constructor(text: string, tokenizer: Tokenizer, offsets: Uint32Array) {
    this.text = text;
    this.#tokenizer = tokenizer;
    this.#offsets = offsets;
    this.#before = countBefore(offsets, text.length);
  }

  /** Tokens of the whole text that touch the span. */
  estimate(start: number, end: number): number {
    return this.#startedBefore(end) - this.#containing(start);
  }

  /** Tokens of any text. */
  count(text: string): number {
    return this.#tokenizer.count(text);
  }

  /** Tokens of the span by itself: its first and last words are counted, what is between them is looked up. */
  countOf({ start, end }: Span): number {
    const from = this.#wordEnd(start + 1, 1, Math.min(end, start + longestWord));
    const to = from === undefined ? undefined : this.#wordEnd(end - 1, -1, Math.max(from, end - longestWord));
    if (from === undefined || to === undefined) return this.count(this.text.slice(start, end));
    const between = this.#startedBefore(to) - this.#startedBefore(from);
    return this.count(this.text.slice(start, from)) + between + this.count(this.text.slice(to, end));
  }

  /** Whether the span by itself has at most `limit` tokens. Counted only where the estimate leaves a doubt. */
  fits({ start, end }: Span, limit: number): boolean {
    if ((end - start) * mostBytes <= limit) return true;
    const estimate = this.estimate(start, end);
    if (estimate > 2 * limit) return false;
    return estimate * DOUBT + FEW <= limit || this.countOf({ start, end }) <= limit;
  }

  /** The furthest offset that is about `tokens` tokens behind `start`. */
  reach(start: number, tokens: number): number {
    return this.#offsets[this.#containing(start) + tokens] ?? this.text.length;
  }

  /** The nearest offset that is about `tokens` tokens before `end`. */
  reachBack(end: number, tokens: number): number {
    return this.#offsets[Math.max(0, this.#startedBefore(end) - tokens)] ?? this.text.length;
  }

  /**
   * Index of the last of `units[from…]` that fits, together with all before it and all that stands between
   * `start` and it, into `limit` tokens; `from - 1` when none does.
   */
  lastFitting(
    units: readonly Span[],
    from: number,
    { start, limit }: { start: number; limit: number },
  ): number {
    const reach = this.reach(start, limit);
    let last = from;
    while (last < units.length && units[last]!.end <= reach) last++;
    if (last === units.length) last--;
    while (last >= from && !this.fits({ start, end: units[last]!.end }, limit)) last--;
    return last;
  }

  /** The first end of a word from an offset on, in steps of 1 or -1; none beyond `last`. */
  #wordEnd(offset: number, step: 1 | -1, last: number): number | undefined {
    for (let at = offset; step * at <= step * last; at += step) if (isWordEnd(this.text, at)) return at;
    return undefined;
  }

  /** Index of the token that the offset belongs to. */
  #containing(offset: number): number {
    return Math.max(0, this.#startedBefore(offset + 1) - 1);
  }

  /** Tokens that start before the offset. */
  #startedBefore(offset: number): number {
    const at = Math.floor(Math.max(0, Math.min(offset, this.text.length)) / stretch);
    const from = this.#before[at]!;
    const few = (this.#before[at + 1] ?? this.#offsets.length) - from;
    return from + firstIndex(few, (index) => this.#offsets[from + index]! >= offset);
  }
}

function countBefore(offsets: Uint32Array, length: number): Uint32Array {
  const before = new Uint32Array(Math.floor(length / stretch) + 1);
  for (let token = 0, at = 0; at < before.length; at++) {
    while (token < offsets.length && offsets[token]! < at * stretch) token++;
    before[at] = token;
  }
  return before;
}
