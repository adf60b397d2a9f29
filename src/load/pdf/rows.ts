import { boundsOf, type Box } from './geometry.ts';
import { isIdeographic, type Word } from './words.ts';

/**
 * Words on one baseline, in reading direction. Rows and words are written out with all properties in one order, not spread
 * from others: each other kind of object makes what reads them slower.
 */
export interface Row extends Box {
  readonly words: readonly Word[];
  readonly baseline: number;
  /** Of its largest word, unless that is an initial before others of one size, or a sign before a word. */
  readonly size: number;
  readonly bold: boolean;
}

/** Baselines this close, in sizes, make one row: superscripts belong to it, the next line does not. */
const sameRow = 0.45;
/** In sizes: headings of columns in two lines, and formulas, are one row. */
const tallest = 1.5;
/** Words this much larger than lines beside them are no part of these; and are a label by themselves. Words of such lines, and letters of one. */
const largerThanLines = 1.15;
const labelSize = 1.5;
const leastInLines = 4;
const leastLetters = 4;
/** An initial or a sign is so much larger than the words after it, and so many of them follow an initial. */
const initialSize = 1.15;
const leastAfterInitial = 3;
/** Lines across a page have fewer words. */
const mostCompared = 200;

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Groups words by baseline, from top to bottom. */
export function groupRows(words: readonly Word[]): Row[] {
  return groupByBaseline(words).map(toRow);
}

/** The words of each row, from top to bottom, in no order within. */
export function groupByBaseline(words: readonly Word[]): Word[][] {
  const sorted = fromTop(words);
  const rows: Word[][] = [];
  const add = (row: Word[]) => {
    const { label, lines } = linesOf(row);
    if (label) rows.splice(placeOfLabel(label, rows), 0, label);
    for (const line of lines) rows.push(line);
  };
  let start = 0;
  let reference = sorted[0]!;
  sorted.forEach((word, index) => {
    if (isBelow(word, reference)) {
      add(sorted.slice(start, index));
      start = index;
      reference = word;
    }
    if (word.size >= reference.size) reference = word;
  });
  if (sorted.length > 0) add(sorted.slice(start));
  return rows;
}

/** A label stands before all lines to its right, also before those within its size above its baseline. */
function placeOfLabel(label: readonly Word[], rows: readonly Word[][]): number {
  const { x1 } = boundsOf(label);
  const top = Math.min(...label.map(({ baseline, size }) => baseline - size));
  let place = rows.length;
  while (place > 0 && rows[place - 1]!.every((word) => word.x0 >= x1 && word.baseline > top)) place -= 1;
  return place;
}

const isBelow = (word: Word, other: Word) =>
  word.baseline - other.baseline > sameRow * Math.max(word.size, other.size);

/** Where columns stand on baselines between each other's, each word may be close to the one before it down to the end of the page. */
function linesOf(row: Word[]): Lines {
  const [first, last] = [row[0]!, row.at(-1)!];
  if (first.baseline === last.baseline) return { lines: [row] };
  const beside = linesBeside(row);
  if (beside) return beside;
  const isOne = last.baseline - first.baseline <= tallest * Math.max(first.size, last.size);
  return { lines: isOne ? [row] : splitLines(row) };
}

interface Lines {
  /** Larger words to the left of the lines. */
  readonly label?: Word[];
  readonly lines: Word[][];
}

function splitLines(row: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  for (const word of row) {
    if (isUnder(word, line)) {
      lines.push(line);
      line = [];
    }
    line.push(word);
  }
  return [...lines, line];
}

/**
 * Lines of small text beside larger words: a label or a number, with what is written over or under it, is a row of its own; what is
 * hardly larger, or the letter that begins a chapter, stands in the first of them. The raised and lowered letters of formulas have
 * larger ones between them.
 */
function linesBeside(row: readonly Word[]): Lines | undefined {
  let size = 0;
  for (const word of row) size = Math.max(size, word.size);
  const isLarge = (word: Word) => word.size * largerThanLines >= size;
  const sign = boundsOf(row.filter(isLarge));
  const [large, small] = [true, false].map((isOfLabel) =>
    row.filter((word) => (isLarge(word) || areOneAboveTheOther(word, sign)) === isOfLabel),
  ) as [Word[], Word[]];
  if (small.length < leastInLines || large.length === 0) return undefined;
  const [{ x0, x1 }, { x0: left, x1: right }] = [boundsOf(small), boundsOf(large)];
  const lines = x1 <= left || right <= x0 ? splitLines(small) : [];
  if (lines.length < 2 || !lines.every(isText)) return undefined;
  if (size < labelSize * largestSize(small)) return { lines: splitLines(row) };
  if (large.length === 1 && /^\p{L}{1,2}$/u.test(large[0]!.text))
    return { lines: [[...large, ...lines[0]!], ...lines.slice(1)] };
  return right <= x0 ? { label: large, lines } : { lines: [...lines, large] };
}

const isText = (words: readonly Word[]) =>
  words.length > 1 &&
  words.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0) >= leastLetters;

const largestSize = (words: readonly Word[]) => words.reduce((most, { size }) => Math.max(most, size), 0);

/** Whether a word stands below one of a line; the first of it are the highest. */
function isUnder(word: Word, line: readonly Word[]): boolean {
  const highest = Math.min(line.length, mostCompared);
  for (let index = 0; index < highest; index += 1) {
    const other = line[index]!;
    if (isBelow(word, other) && areOneAboveTheOther(word, other)) return true;
  }
  return false;
}

const areOneAboveTheOther = (one: Box, other: Box) => one.x0 < other.x1 && other.x0 < one.x1;

/** By baselines, those on one by their left edges; nearly always they stand so already. */
export function fromTop(words: readonly Word[]): readonly Word[] {
  const inOrder = words.every((word, index) => index === 0 || byBaseline(words[index - 1]!, word) <= 0);
  return inOrder ? words : [...words].sort(byBaseline);
}

function byBaseline(a: Word, b: Word): number {
  return a.baseline - b.baseline || a.x0 - b.x0;
}

/** A row of the given words, put in reading direction. */
export function toRow(words: readonly Word[]): Row {
  const ordered = inReadingDirection(words);
  const { baseline, size } = largestOf(
    isInitial(ordered) || isLargeSign(ordered) ? ordered.slice(1) : ordered,
  );
  const { x0, y0, x1, y1 } = boundsOf(ordered);
  return { words: ordered, x0, y0, x1, y1, baseline, size, bold: isBold(ordered) };
}

const largestOf = (words: readonly Word[]) =>
  words.reduce((best, word) => (word.size > best.size ? word : best));

/** Whether the first word is a letter or two, larger than all that follow: `Q:`, `A:`, a letter that begins a chapter. */
function isInitial([first, ...others]: readonly Word[]): boolean {
  if (others.length < leastAfterInitial || !/^\p{L}{1,2}\P{L}?$/u.test(first!.text)) return false;
  return first!.size > initialSize * largestOf(others).size;
}

/** Whether the first word is a sign, such as a bullet, larger than all that follow. */
function isLargeSign([first, ...others]: readonly Word[]): boolean {
  if (others.length === 0 || !/^[^\p{L}\p{N}]$/u.test(first!.text)) return false;
  return first!.size > initialSize * largestOf(others).size;
}

/** Whether all that is made of letters or digits is bold, but for the letter of a variable within. */
function isBold(words: readonly Word[]): boolean {
  if (!words.some((word) => word.bold)) return false;
  return words.every(
    ({ text, bold }, index) => bold || !/[\p{L}\p{N}]/u.test(text) || (index > 0 && /^\p{Ll}$/u.test(text)),
  );
}

/** By their left edges; nearly always they stand so already. */
function fromLeft(words: readonly Word[]): readonly Word[] {
  const inOrder = words.every((word, index) => index === 0 || words[index - 1]!.x0 <= word.x0);
  return inOrder ? words : [...words].sort((a, b) => a.x0 - b.x0);
}

function inReadingDirection(words: readonly Word[]): readonly Word[] {
  const ordered = fromLeft(words);
  if (!ordered.some(isRightToLeft)) return ordered;
  const letters = ordered.filter((word) => /\p{L}/u.test(word.text));
  const fromRight = letters.filter(isRightToLeft);
  if (fromRight.length * 2 <= letters.length) return ordered;
  return reverseKeepingLatinRuns(ordered);
}

function isRightToLeft({ text }: Word): boolean {
  return rightToLeft.test(text);
}

/** Right to left as a whole, with runs of Latin words and numbers still from left to right. */
function reverseKeepingLatinRuns(words: readonly Word[]): Word[] {
  const result: Word[] = [];
  let latin: Word[] = [];
  for (const word of [...words].reverse()) {
    if (/[\p{L}\p{N}]/u.test(word.text) && !isRightToLeft(word)) latin.unshift(word);
    else {
      result.push(...latin, word);
      latin = [];
    }
  }
  return [...result, ...latin];
}

/**
 * White space between two words of a row, as an empty string or a space.
 *
 * @param gap between them, in points.
 */
export function separator(before: Word, after: Word, gap = gapBetween(before, after)): '' | ' ' {
  const cjk = isIdeographic(before.text.slice(-1)) || isIdeographic(after.text);
  if (!cjk) return ' ';
  return (after.joined || isIdeographic(after.text)) && gap < 0.4 * after.size ? '' : ' ';
}

/** Points between two words of a row, whichever stands left; negative where they overlap. */
export function gapBetween(a: Word, b: Word): number {
  return Math.max(b.x0 - a.x1, a.x0 - b.x1);
}

/** The words of a row as text, without regard to cells. */
export function rowText(row: Row): string {
  let text = '';
  let before: Word | undefined;
  for (const word of row.words) {
    text += before ? separator(before, word) + word.text : word.text;
    before = word;
  }
  return text;
}

/** Splits a row wherever the gap between neighbours is at least `gap` points. */
export function splitRow(row: Row, gap: number): Row[] {
  return splitWords(row.words, gap).map(toRow);
}

/** The words of a row in the parts of `splitRow`, from left to right. */
export function splitWords(words: readonly Word[], gap: number): Word[][] {
  const parts: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of fromLeft(words)) {
    if (word.x0 - end >= gap || parts.length === 0) parts.push([]);
    parts.at(-1)!.push(word);
    end = Math.max(end, word.x1);
  }
  return parts;
}
