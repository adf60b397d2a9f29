/**
 * WordPiece as BERT's uncased models use it: control characters go, letters are lower-cased and lose their
 * accents, punctuation and CJK characters stand alone, and every word is cut greedily into the longest known
 * pieces. Gives the same ids as the reference tokenizers, without special tokens and without truncation.
 *
 * @see https://arxiv.org/abs/1609.08144
 */
import { codeUnits } from '../../text/code-units.ts';
import { KnownTokens } from '../../text/tokens/known-tokens.ts';
import { none, SpanNumbers } from '../../text/span-map.ts';

const dropped = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const nonspacingMarks = /\p{Mn}/gu;
const cjkCharacters =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const wordsAndPunctuation = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;

/**
 * What a character is for a quick look: white space, punctuation, which stands alone, or a part of a run that can be
 * cut by itself.
 */
const RUN = 0;
const SPACE = 1;
const PUNCTUATION = 2;
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\t\n\r ]/.test(character)) return SPACE;
  return /[!-/:-@[-`{-~]/.test(character) ? PUNCTUATION : RUN;
});

const unknownToken = '[UNK]';
/** Of the words of a few queries. More of them are looked up faster by their spans, which take longer to make ready. */
const fewLookUps = 2000;
const maxWordLength = 100;

export class WordPiece {
  /** The id that stands for a word that cannot be made of known pieces. */
  readonly unknownId: number;
  readonly #ids = new Map<string, number>();
  #spans: TokenSpans | undefined;
  #lookUps = 0;
  /** In UTF-16 code units; none ends inside a character. */
  #longestToken = 0;
  /** The ids of short runs and of punctuation. */
  readonly #known = new KnownTokens((run) => this.#cutRun(run));

  /** `vocabulary[id]` is the token of that id; pieces inside a word begin with `##`. */
  constructor(vocabulary: readonly string[]) {
    for (const [id, token] of vocabulary.entries()) {
      this.#ids.set(token, id);
      if (token.length > this.#longestToken) this.#longestToken = token.length;
    }
    this.unknownId = this.#ids.get(unknownToken) ?? -1;
  }

  /** Token ids in reading order. Linear in the length of the text. */
  encode(text: string): number[] {
    const ids: number[] = [];
    const units = codeUnits(text);
    for (let start = 0; start < text.length;) {
      const kind = kindOf(units[start]!);
      let end = start + 1;
      if (kind === RUN) while (end < text.length && kindOf(units[end]!) === RUN) end += 1;
      if (kind !== SPACE) this.#known.addTo(ids, text, { units, start, end });
      start = end;
    }
    return ids;
  }

  /** The id of a word in lower case that is one token. */
  idOf(word: string): number | undefined {
    if (/^[a-z\d]+$/.test(word)) return this.#ids.get(word);
    const ids = this.encode(word);
    return ids.length === 1 && ids[0] !== this.unknownId ? ids[0] : undefined;
  }

  #cutRun(run: string): number[] {
    const words = normalise(run).match(wordsAndPunctuation) ?? [];
    return words.flatMap((word) => this.#cut(word));
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
    const longest = Math.min(word.length, start + this.#longestToken);
    for (let end = longest; end > start; end -= 1) {
      const id = this.#idOfPiece(word, start, end);
      if (id !== undefined) return { id, end };
    }
    return undefined;
  }

  #idOfPiece(word: string, start: number, end: number): number | undefined {
    if (this.#spans) {
      const id = this.#spans[start === 0 ? 'opening' : 'inner'].get(word, start, end);
      return id === none ? undefined : id;
    }
    this.#lookUps += 1;
    if (this.#lookUps > fewLookUps) this.#spans = spansOf(this.#ids);
    const piece = word.slice(start, end);
    return this.#ids.get(start === 0 ? piece : `##${piece}`);
  }
}

/** Ids of the tokens that words begin with, and of those inside words by what stands behind `##`. */
interface TokenSpans {
  readonly opening: SpanNumbers;
  readonly inner: SpanNumbers;
}

function spansOf(ids: ReadonlyMap<string, number>): TokenSpans {
  const opening = new SpanNumbers({ most: ids.size });
  const inner = new SpanNumbers({ most: ids.size });
  for (const [token, id] of ids) {
    opening.set(token, 0, token.length, id);
    if (token.startsWith('##')) inner.set(token, 2, token.length, id);
  }
  return { opening, inner };
}

const kindOf = (unit: number): number => (unit < 128 ? asciiKinds[unit]! : RUN);

function normalise(text: string): string {
  return text
    .replace(dropped, '')
    .replace(cjkCharacters, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(nonspacingMarks, '');
}
