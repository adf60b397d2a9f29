import { readFile } from 'node:fs/promises';
import { fileOfPackage } from '../util/package-folder.ts';
import { BytePairs } from './byte-pairs.ts';
import { uninterruptedCuts } from './uninterrupted.ts';
import { Vocabulary } from './vocabulary.ts';

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
