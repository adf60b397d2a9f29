import { rowText, splitRow, type Row } from './rows.ts';

/** Gaps at least this wide, in sizes, may be gutters or table cells; narrower ones are spaces. */
const segmentGap = 0.8;

/** A part of a row without wide gaps. */
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

/** Cuts a row at gaps that may be gutters, for a usual size of words in points. */
export function cutSegments(row: Row, size: number): Segment[] {
  return splitRow(row, segmentGap * size).map(toSegment);
}

/** "Congress, 61, 74–75, 216n": references to pages after commas; years of dates are longer. */
const indexEntry = /(?:\p{L}|\d[n\d–-]*), \d{1,3}(?:n|–\d+n?)?(?:,|$)/u;
const letter = /\p{L}/gu;
const digit = /\p{N}/gu;

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function toSegment(row: Row): Segment {
  const text = rowText(row);
  const letters = countOf(text, letter);
  const digits = countOf(text, digit);
  const words = row.words.length;
  const sentence = letters >= 12 && words >= 3 && letters >= 0.6 * (text.length - words);
  const entry = indexEntry.test(text);
  return { ...row, length: text.length, prose: sentence || entry, entry, numeric: digits > letters };
}
