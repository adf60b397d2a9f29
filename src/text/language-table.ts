/**
 * eld's way to tell a language, over its table of n-grams, without a string for each and without a megabyte of code to read at each
 * start. Of each word the bytes of UTF-8 are taken in stretches of four, each three further; the first of a word has a space
 * before it, the last one, which ends with the word, one behind it. Each different n-gram adds to the scores of its languages.
 *
 * `npm run languages` makes the file from eld's:
 *
 *   counts     of languages and of n-grams, 4 bytes each, least significant first
 *   languages  of each its code in ISO 639-1, and a thousand times the score of usual text in it, 2 bytes each
 *   n-grams    of each the number of its bytes, these, the number of its languages, and of each of these index and score, a byte each
 *
 * @see https://github.com/nitotm/efficient-language-detector-js
 */

/** Added to each score of the table. */
const baseScore = 53;
/** Of a text no more than this is read: up to the end of the word, or not much further. */
const mostBytes = 350;
const mostOfWord = 380;
/** Longer words are cut. */
const longestWord = 70;
/** A share of the usual score, below which text is hardly in the language. */
const leastShare = 0.75;
const fewestNgrams = 3;

/** What is no letter, but for an apostrophe behind one. */
const separators = /(?:[^\p{L}]|[\u{10000}-\u{10ffff}])+(?<!['`’])/gu;

export class LanguageTable {
  readonly #languages: { readonly code: string; readonly usualScore: number }[] = [];
  readonly #bytes: Buffer;
  /** Where among the bytes the number of an n-gram's languages is. */
  readonly #placeOf = new Map<number, number>();
  readonly #scores: Float64Array;

  constructor(file: Buffer) {
    this.#bytes = file;
    const languageCount = file.readUInt32LE(0);
    let at = 8;
    for (; at < 8 + 4 * languageCount; at += 4) {
      this.#languages.push({
        code: file.toString('latin1', at, at + 2),
        usualScore: file.readUInt16LE(at + 2) / 1000,
      });
    }
    for (let left = file.readUInt32LE(4); left > 0; left -= 1) {
      const end = at + 1 + file[at]!;
      this.#placeOf.set(keyOf(file, at + 1, end), end);
      at = end + 1 + 2 * file[end]!;
    }
    this.#scores = new Float64Array(languageCount);
  }

  /** The code of the language that the text is surely in, `undefined` where there is none. */
  detect(text: string): string | undefined {
    const bytes = Buffer.from(` ${text.slice(0, 1000).replace(separators, ' ').trim().toLowerCase()} `);
    const ngrams = ngramsOf(bytes);
    const scores = this.#scores.fill(0);
    for (const ngram of ngrams) {
      const place = this.#placeOf.get(ngram);
      if (place === undefined) continue;
      for (let left = this.#bytes[place]!, at = place + 1; left > 0; left -= 1, at += 2) {
        scores[this.#bytes[at]!]! += this.#bytes[at + 1]! + baseScore;
      }
    }
    const best = indexOfLargest(scores);
    const score = scores[best]! / ngrams.size;
    const { code, usualScore } = this.#languages[best]!;
    const isSure = score / (score + 25) >= usualScore * leastShare;
    return isSure && ngrams.size >= fewestNgrams ? code : undefined;
  }
}

const SPACE = 0x20;

/** @param bytes words with a space before and behind each. */
function ngramsOf(bytes: Buffer): Set<number> {
  const ngrams = new Set<number>();
  const last = endOfRead(bytes);
  bytes[last] = SPACE;
  for (let start = 1; start < last;) {
    const end = bytes.indexOf(SPACE, start);
    const cut = Math.min(end, start + longestWord);
    let at = start;
    for (; at + 4 < cut; at += 3) ngrams.add(keyOf(bytes, at === start ? start - 1 : at, at + 4));
    ngrams.add(keyOf(bytes, at === start ? start - 1 : cut - 4, end + 1));
    start = end + 1;
  }
  return ngrams;
}

/** Where the end of a word is from which on nothing is read, or of a character of a long one. */
function endOfRead(bytes: Buffer): number {
  const most = bytes.length - 1;
  const word = bytes.indexOf(SPACE, 1 + mostBytes + 1);
  if (word <= 1 + mostOfWord) return word < 0 ? most : word;
  let end = 1 + mostOfWord + 1;
  while ((bytes[end]! & 0xc0) === 0x80) end += 1;
  return Math.min(end, most);
}

/** Six bytes at most make an n-gram; what is longer is none of the table. */
function keyOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = Math.min(end, start + 7) - 1; at >= start; at -= 1) key = key * 256 + bytes[at]!;
  return key;
}

function indexOfLargest(numbers: Float64Array): number {
  let best = 0;
  for (let index = 1; index < numbers.length; index += 1) if (numbers[index]! > numbers[best]!) best = index;
  return best;
}
