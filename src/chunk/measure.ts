import { type Span, firstIndex } from '../text/spans.ts';
import type { Tokenizer } from '../text/tokens.ts';
import { tokenOffsets } from './token-offsets.ts';

/** An estimate is off by a token or two at the ends, and by a few in a hundred inside endless runs of letters. */
const DOUBT = 1.25;
const FEW = 8;

/**
 * Token counts of spans of one text, which is tokenised once. Estimates are read off the document's token
 * offsets by binary search; they differ by a token or two from the count of the span by itself, which decides.
 */
export class Measure {
  readonly text: string;
  readonly #tokenizer: Tokenizer;
  readonly #offsets: Uint32Array;

  static async open(text: string, tokenizer: Tokenizer, signal?: AbortSignal): Promise<Measure> {
    return new Measure(text, tokenizer, await tokenOffsets(text, tokenizer, signal));
  }

  private constructor(text: string, tokenizer: Tokenizer, offsets: Uint32Array) {
    this.text = text;
    this.#tokenizer = tokenizer;
    this.#offsets = offsets;
  }

  /** Tokens of the whole text that touch the span. */
  estimate(start: number, end: number): number {
    return this.#after(end) - this.#containing(start);
  }

  /** Tokens of any text. */
  count(text: string): number {
    return this.#tokenizer.count(text);
  }

  /** Whether the span by itself has at most `limit` tokens. Counted only where the estimate leaves a doubt. */
  fits({ start, end }: Span, limit: number): boolean {
    const estimate = this.estimate(start, end);
    if (estimate > 2 * limit) return false;
    return estimate * DOUBT + FEW <= limit || this.count(this.text.slice(start, end)) <= limit;
  }

  /** The furthest offset that is about `tokens` tokens behind `start`. */
  reach(start: number, tokens: number): number {
    return this.#offsets[this.#containing(start) + tokens] ?? this.text.length;
  }

  /** The nearest offset that is about `tokens` tokens before `end`. */
  reachBack(end: number, tokens: number): number {
    return this.#offsets[Math.max(0, this.#after(end) - tokens)] ?? this.text.length;
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

  /** Index of the token that the offset belongs to. */
  #containing(offset: number): number {
    return Math.max(0, firstIndex(this.#offsets.length, (index) => this.#offsets[index]! > offset) - 1);
  }

  #after(offset: number): number {
    return firstIndex(this.#offsets.length, (index) => this.#offsets[index]! >= offset);
  }
}
