import { SpanMap } from './span-map.ts';

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
    for (let start = 0; start < text.length;) {
      const end = plainWordEnd(text, start) ?? this.#pieceEnd(text, start);
      for (const token of this.#tokensOf(text, start, end)) tokens.push(token);
      start = end;
    }
    return tokens;
  }

  /** Where there are more than `most`, some number above it. */
  count(text: string, most = Infinity): number {
    let count = 0;
    for (let start = 0; start < text.length && count <= most;) {
      const end = plainWordEnd(text, start) ?? this.#pieceEnd(text, start);
      count += this.#tokensOf(text, start, end).length;
      start = end;
    }
    return count;
  }

  #pieceEnd(text: string, start: number): number {
    this.#pattern.lastIndex = start;
    return this.#pattern.test(text) ? this.#pattern.lastIndex : text.length;
  }

  #tokensOf(text: string, start: number, end: number): readonly number[] {
    if (end - start > longestKnown) return this.#encode(text.slice(start, end));
    let tokens = this.#known.get(text, start, end);
    if (tokens === undefined) {
      tokens = this.#encode(text.slice(start, end));
      this.#known.set(text, start, end, tokens);
    }
    return tokens;
  }
}

/** Where an ordinary word ends that starts here, perhaps with a space. */
function plainWordEnd(text: string, start: number): number | undefined {
  const first = text.charCodeAt(start) === SPACE ? start + 1 : start;
  if (first === text.length) return undefined;
  const opening = kindAt(text, first);
  if (opening !== CAPITAL && opening !== SMALL) return undefined;
  let end = first + 1;
  while (end < text.length && kindAt(text, end) === SMALL) end += 1;
  return end === text.length || kindAt(text, end) === BREAK ? end : undefined;
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

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? asciiKinds[code]! : UNSURE;
}
