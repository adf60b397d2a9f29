import { codeUnits } from './code-units.ts';
import { SpanMap } from './span-map.ts';
import type { Span } from './spans.ts';

/** Longer pieces, in UTF-16 code units, hardly come again. */
const longestKnown = 64;

export interface BytePairRules {
  /** What text is cut into before pairs are merged. */
  readonly pattern: RegExp;
  /** The tokens of a piece. */
  readonly encode: (piece: string) => readonly number[];
}

/**
 * Byte-pair tokens of texts, with those of pieces remembered. Ordinary words are found without the pattern: in every
 * vocabulary a space and letters are a piece, when only the first is a capital and no other letter, mark or apostrophe
 * follows.
 */
export class BytePairs {
  readonly #pattern: RegExp;
  readonly #encode: BytePairRules['encode'];
  readonly #known = new SpanMap<readonly number[]>();

  constructor({ pattern, encode }: BytePairRules) {
    this.#pattern = new RegExp(pattern.source, 'uy');
    this.#encode = encode;
  }

  encode(text: string): number[] {
    const tokens: number[] = [];
    this.#eachPiece(text, (own) => {
      for (const token of own) tokens.push(token);
      return true;
    });
    return tokens;
  }

  /** Where there are more than `most`, some number above it. */
  count(text: string, most = Infinity): number {
    let count = 0;
    this.#eachPiece(text, ({ length }) => (count += length) <= most);
    return count;
  }

  /** Gives the tokens of each piece to `take`, until that is no longer wanting. */
  #eachPiece(text: string, take: (tokens: readonly number[]) => boolean): void {
    const units = codeUnits(text);
    for (let start = 0, wants = true; wants && start < text.length;) {
      let end = plainWordEnd(units, start, text.length);
      if (end < 0) end = this.#pieceEnd(text, start);
      wants = take(this.#tokensOf(text, units, { start, end }));
      start = end;
    }
  }

  #pieceEnd(text: string, start: number): number {
    this.#pattern.lastIndex = start;
    return this.#pattern.test(text) ? this.#pattern.lastIndex : text.length;
  }

  #tokensOf(text: string, units: Uint16Array, { start, end }: Span): readonly number[] {
    if (end - start > longestKnown) return this.#encode(text.slice(start, end));
    let tokens = this.#known.find(units, start, end);
    if (tokens === undefined) {
      tokens = this.#encode(text.slice(start, end));
      this.#known.set(text, start, end, tokens);
    }
    return tokens;
  }
}

/** Where an ordinary word ends that starts here, perhaps with a space; −1 where none does. */
function plainWordEnd(units: Uint16Array, start: number, length: number): number {
  const first = units[start] === SPACE ? start + 1 : start;
  if (first === length) return -1;
  const opening = kindOf(units[first]!);
  if (opening !== CAPITAL && opening !== SMALL) return -1;
  let end = first + 1;
  while (end < length && kindOf(units[end]!) === SMALL) end += 1;
  return end === length || kindOf(units[end]!) === BREAK ? end : -1;
}

const SPACE = 0x20;
const BREAK = 0;
const SMALL = 1;
const CAPITAL = 2;
const UNSURE = 3;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return CAPITAL;
  return character === "'" ? UNSURE : BREAK;
});

const kindOf = (unit: number): number => (unit < 128 ? asciiKinds[unit]! : UNSURE);
