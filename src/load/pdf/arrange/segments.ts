import { boundsOf } from '../geometry.ts';
import { rowText, splitWords, toRow, type Row } from '../rows.ts';
import type { Word } from '../words.ts';

/** Gaps at least this wide, in sizes, may be gutters or table cells; narrower ones are spaces. */
const segmentGap = 0.8;

/** Of a line of prose, at least. */
const minWords = 3;
const minLetters = 12;

/** A part of a row without wide gaps, of which nothing is known but where it stands. */
export type Part = Pick<Row, 'words' | 'x0' | 'y0' | 'x1' | 'y1' | 'size'>;

/** A part of a row without wide gaps, and what its text says about it. */
export interface Segment extends Row {
  /** Characters. */
  readonly length: number;
  /** At least three words, mostly of letters, or a line of an index. */
  readonly prose: boolean;
  /** A line of an index, which may be short. */
  readonly entry: boolean;
  /** More digits than letters. */
  readonly numeric: boolean;
}

/** Cuts the words of a row at gaps that may be gutters, for a usual size of words in points. */
export function cutRow(words: readonly Word[], size: number): Part[] {
  return splitWords(words, segmentGap * size).map(toPart);
}

function toPart(words: readonly Word[]): Part {
  const { x0, y0, x1, y1 } = boundsOf(words);
  let size = 0;
  for (const word of words) size = Math.max(size, word.size);
  return { words, x0, y0, x1, y1, size };
}

/** Whether a part is long enough to be prose, or has the comma of a line of an index. */
export function mayBeProse({ words }: Part): boolean {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return (words.length >= minWords && length >= minLetters) || words.some(({ text }) => text.endsWith(','));
}

/** "Congress, 61, 74–75, 216n": references to pages after commas; years of dates are longer. */
const indexEntry = /(?:[\p{L}\d]|\d[–-]), \d{1,3}(?:n|–\d+n?)?(?:,|$)/u;
const letter = /\p{L}/u;
const digit = /\p{N}/u;

function countKinds(text: string): { readonly letters: number; readonly digits: number } {
  let letters = 0;
  let digits = 0;
  for (const character of text) {
    if (isLetter(character)) letters++;
    else if (isDigit(character)) digits++;
  }
  return { letters, digits };
}

function isLetter(character: string): boolean {
  const code = character.charCodeAt(0);
  const lower = code | 0x20; // of a letter of ASCII
  return code < 0x80 ? lower >= 0x61 && lower <= 0x7a : letter.test(character);
}

function isDigit(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x80 ? code >= 0x30 && code <= 0x39 : digit.test(character);
}

/** Reads the text of a part of a row. */
export function toSegment(part: Part): Segment {
  const row = toRow(part.words);
  const { words, x0, y0, x1, y1, baseline, size, bold } = row;
  const text = rowText(row);
  const { length } = text;
  const { letters, digits } = countKinds(text);
  const sentence =
    letters >= minLetters && words.length >= minWords && letters >= 0.6 * (length - words.length);
  const entry = text.includes(', ') && indexEntry.test(text);
  const prose = sentence || entry;
  const numeric = digits > letters;
  return { words, x0, y0, x1, y1, baseline, size, bold, length, prose, entry, numeric };
}
