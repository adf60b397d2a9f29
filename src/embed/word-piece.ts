/**
 * WordPiece as BERT's uncased models use it: control characters go, letters are lower-cased and lose their
 * accents, punctuation and CJK characters stand alone, and every word is cut greedily into the longest known
 * pieces. Gives the same ids as the reference tokenizers, without special tokens and without truncation.
 *
 * @see https://arxiv.org/abs/1609.08144
 */
const plainAscii = /^[\t\n\r\u0020-\u007e]*$/;
const dropped = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const nonspacingMarks = /\p{Mn}/gu;
const cjkCharacters =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const wordsAndPunctuation = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;

const unknownToken = '[UNK]';
const maxWordLength = 100;
/** Distinct words whose pieces are kept; natural text repeats far fewer than this. */
const cachedWords = 50_000;

export class WordPiece {
  /** The id that stands for a word that cannot be made of known pieces. */
  readonly unknownId: number;
  readonly #ids = new Map<string, number>();
  /** In UTF-16 code units; none ends inside a character. */
  #longestToken = 0;
  readonly #cache = new Map<string, readonly number[]>();

  /** `vocabulary[id]` is the token of that id; pieces inside a word begin with `##`. */
  constructor(vocabulary: readonly string[]) {
    for (const [id, token] of vocabulary.entries()) {
      this.#ids.set(token, id);
      this.#longestToken = Math.max(this.#longestToken, token.length);
    }
    this.unknownId = this.#ids.get(unknownToken) ?? -1;
  }

  /** Token ids in reading order. Linear in the length of the text. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const word of normalise(text).match(wordsAndPunctuation) ?? []) {
      for (const id of this.#piecesOf(word)) ids.push(id);
    }
    return ids;
  }

  #piecesOf(word: string): readonly number[] {
    const known = this.#cache.get(word);
    if (known) return known;
    const pieces = this.#cut(word);
    if (this.#cache.size >= cachedWords) this.#cache.clear();
    this.#cache.set(word, pieces);
    return pieces;
  }

  #cut(word: string): readonly number[] {
    if (word.length > maxWordLength && [...word].length > maxWordLength) return [this.unknownId];
    const pieces: number[] = [];
    for (let start = 0; start < word.length;) {
      const piece = this.#longestPiece(word, start);
      if (!piece) return [this.unknownId];
      pieces.push(piece.id);
      start = piece.end;
    }
    return pieces;
  }

  #longestPiece(word: string, start: number): { id: number; end: number } | undefined {
    const prefix = start === 0 ? '' : '##';
    const longest = Math.min(word.length, start + this.#longestToken);
    for (let end = longest; end > start; end -= 1) {
      const id = this.#ids.get(prefix + word.slice(start, end));
      if (id !== undefined) return { id, end };
    }
    return undefined;
  }
}

function normalise(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  return text
    .replace(dropped, '')
    .replace(cjkCharacters, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(nonspacingMarks, '');
}
