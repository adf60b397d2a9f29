import { boundsOf, median } from '../geometry.ts';
import { isAmount } from './amounts.ts';
import { gapBetween, splitWords, type Row } from '../rows.ts';
import type { Word } from '../words.ts';

/** A gap of this many sizes parts cells; a narrower one does where it is wide beside the row's other gaps. */
const cellGap = 1.6;
const relativeCellGap = 0.9;
/** In a table a gap of this many sizes parts cells, also where it is this many times as wide as the spaces. */
const tableCellGap = 0.8;
const besideSpaces = 2.5;
/** A gap that is hardly wider than a space parts cells where it lies between the cells of other rows. */
const alignedCellGap = 0.35;
const minAligned = 2;
/** Of a stretched line: spaces that tell, sizes that none is wider than, how alike they are in sizes, and how many of them. */
const leastStretched = 4;
const widestSpace = 1.8;
const sameGap = 0.05;
const mostlyAlike = 0.8;
const evenSteps = 2;
/** Share of the words of a row with digits from which its gaps are no spaces between words. */
const mostlyNumbers = 2 / 3;

const listBullet = /^(?:[¶✓–—*·-]|[•‣◦\u25A0-\u25FF\u2610-\u2612➔-➾\p{Co}])$/u;
/** Those that stand for nothing else, as dashes do in place of numbers; fonts of signs have private characters. */
const itemBullet = /^[•‣◦\u25A0-\u25FF\u2610-\u2612➔-➾\p{Co}]$/u;
/** Sizes between a bullet and its item at most. */
const bulletGap = 4;
const ordinal = /^(?:\(?(?:\d{1,3}|([a-z])\1?|[ivx]{1,5})[.)]|\[\d{1,3}\]|\d{1,2}(?:\.\d{1,2})+\.?)$/i;
const currency = /^[$€£¥₹]$/u;
const closing = /^[)%]+$/;

/** White space between neighbouring words of a row. */
export interface Gap {
  /** Index of the word after it. */
  readonly at: number;
  readonly x0: number;
  readonly x1: number;
}

export function isBullet(word: Word): boolean {
  return listBullet.test(word.text);
}

/** Whether a word of a row is the bullet of what stands after it, and nearer to this than to what stands before. */
function isBulletOfNext(words: readonly Word[], index: number): boolean {
  const [before, bullet, after] = [words[index - 1], words[index]!, words[index + 1]];
  if (!after || !itemBullet.test(bullet.text) || itemBullet.test(after.text)) return false;
  const gap = gapBetween(bullet, after);
  return gap < bulletGap * bullet.size && (!before || gap < gapBetween(before, bullet));
}

/** Whether a word is a bullet or a number of a list. */
export function isMarker(word: Word): boolean {
  return isBullet(word) || ordinal.test(word.text);
}

/** Whether a row begins with a bullet or a number of a list. */
export function startsItem(row: Row): boolean {
  const [first, second] = row.words;
  return first !== undefined && second !== undefined && isMarker(first);
}

/** Whether a row has at least three cells, or two far apart, a list marker not counted. */
export function isTabular(row: Row): boolean {
  if (widestGap(row) < relativeCellGap * row.size || isStretched(row)) return false; // as lines of text
  const cells = splitWords(row.words, cellThreshold(row)).slice(startsItem(row) ? 1 : 0);
  if (cells.length !== 2) return cells.length > 2;
  return boundsOf(cells[1]!).x0 - boundsOf(cells[0]!).x1 >= cellGap * row.size;
}

/** Whether words fill a line with spaces that are all alike, or twice as wide behind a sentence. */
function isStretched({ words, size }: Row): boolean {
  const gaps = words.slice(1).map((word, index) => word.x0 - words[index]!.x1);
  const usual = median(gaps);
  const isWide = gaps.some((gap) => gap > 2 * usual + sameGap * size);
  if (gaps.length < leastStretched || usual > widestSpace * size || isWide) return false;
  const steps = words.slice(1).map((word, index) => word.x0 - words[index]!.x0);
  if (Math.max(...steps) - Math.min(...steps) < evenSteps * size) return false; // columns of like words
  const alike = gaps.filter((gap) =>
    [usual, 2 * usual].some((width) => Math.abs(gap - width) < sameGap * size),
  );
  return alike.length >= mostlyAlike * gaps.length && isWritten(words);
}

/** Whether most words have small letters and no digits: numbers and times of a table may stand as regularly as words. */
function isWritten(words: readonly Word[]): boolean {
  const written = words.filter(({ text }) => /\p{Ll}/u.test(text) && !/\p{N}/u.test(text));
  return written.length * 2 > words.length;
}

function widestGap({ words }: Row): number {
  let widest = 0;
  for (let index = 1; index < words.length; index++)
    widest = Math.max(widest, gapBetween(words[index - 1]!, words[index]!));
  return widest;
}

function cellThreshold(row: Row): number {
  const gaps = row.words.slice(1).map((word, index) => word.x0 - row.words[index]!.x1);
  const isNumbers =
    row.words.filter(({ text }) => /\p{N}/u.test(text)).length >= mostlyNumbers * row.words.length;
  const usual = gaps.length >= 3 && !isNumbers ? median(gaps) : 0.3 * row.size;
  return Math.max(relativeCellGap * row.size, Math.min(cellGap * row.size, besideSpaces * usual));
}

/**
 * The words that begin a cell in the rows of one table, those that begin a row left out. Gaps are cell
 * boundaries by their width, or by their place: between the cells of at least two other rows and of more rows
 * than have text there. A currency sign belongs to the amount after it, a closing bracket to the one before;
 * `$` beside `%` or a word, and in tables of amounts `%` close to a word, heads a column.
 */
export function cellStarts(rows: readonly Row[]): Set<Word> {
  const wide = rows.map(wideGaps);
  const haveAmounts = rows.some(({ words }) => words.slice(1).some((word) => isAmount([word])));
  const starts = new Set<Word>();
  rows.forEach((row, index) => {
    const boundaries = gapsOf(row).filter(
      (gap) => wide[index]!.some(({ at }) => at === gap.at) || isAligned(gap, row, { rows, wide }),
    );
    for (const { at } of boundaries) {
      const isHead = haveAmounts && isOfNext(row.words, at);
      if (isHead || !belongTogether(row, at, boundaries)) starts.add(row.words[at]!);
    }
  });
  return starts;
}

/** The gaps of a row of a table that part cells by their width alone. */
export function wideGaps(row: Row): Gap[] {
  const gaps = gapsOf(row);
  const threshold = Math.max(tableCellGap * row.size, besideSpaces * spaceOf(row, gaps));
  return gaps.filter((gap) => gap.x1 - gap.x0 >= threshold);
}

/** The gaps between the words of a row; none lies between a bullet and its item. */
function gapsOf({ words }: Row): Gap[] {
  return words.slice(1).flatMap((after, index) => {
    const before = words[index]!;
    if (isBulletOfNext(words, index)) return [];
    const [left, right] = after.x0 >= before.x0 ? [before, after] : [after, before];
    return [{ at: index + 1, x0: left.x1, x1: right.x0 }];
  });
}

/** Width of the usual space between words. */
function spaceOf({ size }: Row, gaps: readonly Gap[]): number {
  const spaces = gaps.map(({ x0, x1 }) => x1 - x0).filter((width) => width < tableCellGap * size);
  return spaces.length > 1 ? median(spaces) : 0.28 * size;
}

/** Whether words on both sides of a gap stand over cells on both sides of a gap in most of the other rows. */
function isAligned(
  gap: Gap,
  row: Row,
  { rows, wide }: { readonly rows: readonly Row[]; readonly wide: readonly (readonly Gap[])[] },
): boolean {
  if (gap.x1 - gap.x0 < alignedCellGap * row.size) return false;
  const x = (gap.x0 + gap.x1) / 2;
  const around = partsAround(gap, row, wide[rows.indexOf(row)]!);
  let aligned = 0;
  let covered = 0;
  rows.forEach((other, index) => {
    if (other === row || x < other.x0 || x > other.x1) return;
    const between = wide[index]!.find(({ x0, x1 }) => x0 <= x && x <= x1);
    if (between && around.x0 < between.x0 && around.x1 > between.x1) aligned++;
    else covered++;
  });
  return aligned >= minAligned && aligned > covered;
}

/** From where the words before a gap begin to where those after it end, up to the next gaps between cells. */
function partsAround(gap: Gap, { words, x0, x1 }: Row, wide: readonly Gap[]): Pick<Gap, 'x0' | 'x1'> {
  const others = wide.filter(({ at }) => !currency.test(words[at - 1]!.text));
  const before = others.filter((other) => other.x1 <= gap.x0).map((other) => other.x1);
  const after = others.filter((other) => other.x0 >= gap.x1).map((other) => other.x0);
  return { x0: Math.max(x0, ...before), x1: Math.min(x1, ...after) };
}

/** Whether `%` stands a space before a word and far from what is before it: `% Change`. */
function isOfNext(words: readonly Word[], index: number): boolean {
  const [sign, next] = [words[index]!, words[index + 1]];
  if (
    sign.text !== '%' ||
    !next ||
    !/^\p{L}/u.test(next.text) ||
    gapBetween(sign, next) >= tableCellGap * sign.size
  )
    return false;
  return gapBetween(words[index - 1]!, sign) >= tableCellGap * sign.size;
}

function belongTogether({ words }: Row, at: number, boundaries: readonly Gap[]): boolean {
  const [before, after] = [words[at - 1]!.text, words[at]!.text];
  if (closing.test(after)) return !currency.test(before);
  const alone = at === 1 || boundaries.some((gap) => gap.at === at - 1);
  return alone && currency.test(before) && !/^\p{L}/u.test(after);
}
