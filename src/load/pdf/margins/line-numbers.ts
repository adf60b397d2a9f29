import { median, type Box } from '../geometry.ts';
import { isTabular } from '../tables/cells.ts';
import { toRow, type Row } from '../rows.ts';
import type { Word } from '../words.ts';
import type { PageWords } from './running-heads.ts';

/** Every line is numbered, or every fifth; lines of a page at least that make a column of numbers. */
const columns = [
  { step: 1, least: 10 },
  { step: 5, least: 6 },
] as const;
/** On a page of a document that is numbered so; the last one may be short. */
const leastOnPage = 3;
/** Of a single page. */
const leastEmpty = 2;
/** Points within which numbers stand above one another, and columns of several pages. */
const sameEdge = 2;
const sameColumn = 6;
/** Share of the distances that are the usual one, within this share of it. */
const mostlyRegular = 0.8;
const asRegular = 0.15;
/**
 * On some page, the share of the lines beside numbers that begin in lower case, as every other line of text does, and of those that have
 * cells, as rows of a table have.
 */
const leastWritten = 0.2;
const mostTabular = 0.3;

/** Numbers of lines down a page, and what stands to the right of each. */
interface Column {
  readonly page: number;
  readonly numbers: readonly Word[];
  readonly lines: readonly (Row | undefined)[];
}

/**
 * For each page the numbers of its lines, as on pleading paper, in transcripts, bills and patents: they count from the first line of
 * each page and belong to no sentence.
 */
export function findLineNumbers(pages: readonly PageWords[]): ReadonlySet<Word>[] {
  const found = pages.flatMap(({ words }, page) =>
    columns.flatMap(({ step, least }) => columnsOf(words, step).map((its) => ({ ...its, page, least }))),
  );
  const numbered = found.filter((column) => {
    const like = found.filter((other) => isSamePlace(column, other));
    const long = like.filter(({ numbers, least }) => numbers.length >= least);
    return (long.length > 1 || long.some(hasEmptyLines)) && long.some(({ lines }) => areWritten(lines));
  });
  return pages.map(
    (_, page) => new Set(numbered.flatMap((column) => (column.page === page ? column.numbers : []))),
  );
}

/** No list or table numbers what is empty. */
const hasEmptyLines = ({ lines }: Column) => lines.filter((line) => line === undefined).length >= leastEmpty;

const isSamePlace = (one: Column, other: Column) =>
  Math.abs(one.numbers[0]!.x1 - other.numbers[0]!.x1) <= sameColumn;

function areWritten(lines: readonly (Row | undefined)[]): boolean {
  const beside = lines.filter((line) => line !== undefined);
  const inLowerCase = beside.filter(({ words }) => /^\p{Ll}/u.test(words[0]!.text));
  const tabular = beside.filter(isTabular);
  return inLowerCase.length > leastWritten * beside.length && tabular.length <= mostTabular * beside.length;
}

/** Numbers above one another that count up from the step, with nothing else where they stand. */
function columnsOf(words: readonly Word[], step: number): Omit<Column, 'page'>[] {
  const numbers = words.filter(({ text, turn }) => turn === 0 && /^\d{1,3}$/.test(text));
  return numbers
    .filter(({ text }) => text === String(step))
    .flatMap((first) => {
      const column = countedFrom(first, numbers, step);
      if (column.length < leastOnPage || !areRegular(column) || !standAlone(column, words)) return [];
      return [{ numbers: column, lines: column.map((number) => lineBeside(number, words)) }];
    });
}

function countedFrom(first: Word, numbers: readonly Word[], step: number): Word[] {
  const column = [first];
  for (const number of numbers) {
    const last = column.at(-1)!;
    const isNext = number.text === String(step * (column.length + 1)) && number.baseline > last.baseline;
    if (isNext && areInLine(number, last)) column.push(number);
  }
  return column;
}

const areInLine = (one: Word, other: Word) =>
  Math.min(Math.abs(one.x0 - other.x0), Math.abs(one.x1 - other.x1)) <= sameEdge;

function areRegular(column: readonly Word[]): boolean {
  const distances = column.slice(1).map(({ baseline }, index) => baseline - column[index]!.baseline);
  const usual = median(distances);
  const regular = distances.filter((distance) => Math.abs(distance - usual) <= asRegular * usual);
  return regular.length >= mostlyRegular * distances.length;
}

function standAlone(column: readonly Word[], words: readonly Word[]): boolean {
  const own = new Set(column);
  const area: Box = {
    x0: Math.min(...column.map(({ x0 }) => x0)),
    x1: Math.max(...column.map(({ x1 }) => x1)),
    y0: column[0]!.y0,
    y1: column.at(-1)!.y1,
  };
  return !words.some(
    (word) =>
      !own.has(word) &&
      word.turn === 0 &&
      word.x0 < area.x1 &&
      word.x1 > area.x0 &&
      word.y0 < area.y1 &&
      word.y1 > area.y0,
  );
}

/** What stands to the right on about the same baseline. */
function lineBeside({ baseline, x1, size }: Word, words: readonly Word[]): Row | undefined {
  const beside = words.filter(
    (word) => word.turn === 0 && word.x0 >= x1 && Math.abs(word.baseline - baseline) < size / 3,
  );
  return beside.length === 0 ? undefined : toRow(beside);
}
