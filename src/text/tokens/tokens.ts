import { readFile } from 'node:fs/promises';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { uninterruptedCuts } from './uninterrupted.ts';
import { Vocabulary } from './vocabulary.ts';
import { codeUnits } from '../code-units.ts';
import { KnownTokens } from './known-tokens.ts';

/** Counts text in the tokens of one named vocabulary. */
export interface Tokenizer {
  /** Such as `cl100k_base`, or the path of a model's own. */
  readonly name: string;
  /** How many tokens the text has; where they are more than `most`, any number above it. */
  count(text: string, most?: number): number;
  /**
   * Where each token starts in `text`, ascending, in UTF-16 code units. A token that starts inside a code
   * point is given the code point's start, so that cutting at any offset is safe.
   */
  offsets(text: string): Uint32Array;
}

/** Vocabularies that come with Pincite. */
export const vocabularies = ['cl100k_base', 'o200k_base'] as const;
export type TokenizerName = (typeof vocabularies)[number];

export const isVocabulary = (name: string): name is TokenizerName =>
  (vocabularies as readonly string[]).includes(name);

/**
 * Loads a byte-pair vocabulary. Tokens equal tiktoken's, except that a run of letters, of
 * punctuation or of white space is cut every 128 characters or so: merging is quadratic in the length of a run.
 * What looks like a special token is plain text.
 */
export async function loadTokenizer(name: TokenizerName): Promise<Tokenizer> {
  const patterns = await import('gpt-tokenizer/encodingParams/constants');
  const vocabulary = new Vocabulary(await readFile(fileOfPackage(`assets/vocabularies/${name}.bin`)));
  const bytePairs = new BytePairs({
    pattern: name === 'cl100k_base' ? patterns.CL100K_TOKEN_SPLIT_REGEX : patterns.O200K_TOKEN_SPLIT_REGEX,
    encode: (piece) => vocabulary.encode(piece),
  });
  return {
    name,
    count(text, most = Infinity) {
      const cuts = uninterruptedCuts(text);
      if (cuts.length === 0) return bytePairs.count(text, most);
      return pieces(text, cuts).reduce((sum, piece) => sum + bytePairs.count(piece, most - sum), 0);
    },
    offsets(text) {
      const ids = pieces(text, uninterruptedCuts(text)).map((piece) => bytePairs.encode(piece));
      return tokenOffsets(text, ids.length === 1 ? ids[0]! : ids.flat(), vocabulary);
    },
  };
}

function pieces(text: string, cuts: readonly number[]): string[] {
  return [...cuts, text.length].map((end, index) => text.slice(index === 0 ? 0 : cuts[index - 1], end));
}

function tokenOffsets(text: string, ids: readonly number[], vocabulary: Vocabulary): Uint32Array {
  const offsets = new Uint32Array(ids.length);
  let position = 0;
  /** Bytes of the code point at `position` that earlier tokens have taken. */
  let taken = 0;
  for (let token = 0; token < ids.length; token++) {
    offsets[token] = position;
    const length = vocabulary.lengthOf(ids[token]!);
    if (length > 0) {
      position += length;
      continue;
    }
    taken -= length;
    for (let bytes = bytesAt(text, position); taken >= bytes; bytes = bytesAt(text, position)) {
      taken -= bytes;
      position += bytes === 4 ? 2 : 1;
    }
  }
  return offsets;
}

/** UTF-8 length of the code point at an offset; a lone surrogate is encoded as U+FFFD. Infinite behind the end. */
function bytesAt(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset);
  if (codePoint === undefined) return Number.POSITIVE_INFINITY;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

interface BytePairRules {
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
