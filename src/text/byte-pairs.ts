import { codeUnits } from './code-units.ts';
import { KnownTokens } from './known-tokens.ts';

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
  readonly #known: KnownTokens;

  constructor({ pattern, encode }: BytePairRules) {
    this.#pattern = new RegExp(pattern.source, 'uy');
    this.#known = new KnownTokens(encode);
  }

  encode(text: string): number[] {
    const tokens: number[] = [];
    const units = codeUnits(text);
    for (let start = 0; start < text.length;) {
      const end = this.#pieceEnd(text, units, start);
      this.#known.addTo(tokens, text, { units, start, end });
      start = end;
    }
    return tokens;
  }

  /** Where there are more than `most`, some number above it. */
  count(text: string, most = Infinity): number {
    let count = 0;
    const units = codeUnits(text);
    for (let start = 0; start < text.length && count <= most;) {
      const end = this.#pieceEnd(text, units, start);
      count += this.#known.count(text, { units, start, end });
      start = end;
    }
    return count;
  }

  #pieceEnd(text: string, units: Uint16Array, start: number): number {
    const end = plainWordEnd(units, start, text.length);
    if (end >= 0) return end;
    this.#pattern.lastIndex = start;
    return this.#pattern.test(text) ? this.#pattern.lastIndex : text.length;
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
