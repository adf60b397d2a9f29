import { median } from '../geometry.ts';
import { isTabular } from '../tables/cells.ts';
import { toRow, type Row } from '../rows.ts';
import type { Word } from '../words.ts';
import type { PageWords } from './running-heads.ts';

/** Every line is numbered, or every fifth; lines of a page at least that make a column of numbers. */
const countings = [
  { step: 1, least: 10 },
  { step: 5, least: 6 },
] as const;
/** On a page of a document that is numbered so; the last one may be short. */
const leastOnPage = 3;
/** More numbers of a page that a column could begin with are those of a table. */
const mostFirsts = 30;
/** Of a single page. */
const leastEmpty = 2;
/** Points within which numbers stand above one another, and columns of several pages, by their edge and their first line. */
const sameEdge = 2;
const sameColumn = 6;
const sameTop = 12;
/** Share of the distances that are the usual one, within this share of it. */
const mostlyRegular = 0.8;
const asRegular = 0.15;
/** Lines of text are so wide, in sizes, and most are about as wide as the widest. */
const leastWidth = 20;
const asWide = 0.85;
/** On some page, the share of the lines from which a sentence goes on into the next, and of those that have cells. */
const leastRunning = 0.2;
const mostTabular = 0.3;

/** Numbers of lines down a page, which may be those of its lines. */
interface Column {
  readonly page: number;
  readonly numbers: readonly Word[];
  readonly isLong: boolean;
  readonly hasEmptyLines: boolean;
  readonly isWritten: boolean;
}

/**
 * For each page the numbers of its lines, as on pleading paper, in transcripts, bills and patents: they count from the first line of
 * each page and belong to no sentence. They are known by sentences that run on from line to line in scripts with capitals.
 */
export function findLineNumbers(pages: readonly PageWords[]): ReadonlySet<Word>[] {
  const found = pages.flatMap(({ words }, page) => columnsOf(words, page));
  const numbers = pages.map(() => new Set<Word>());
  for (const group of inPlaces(found)) {
    const long = group.filter(({ isLong }) => isLong);
    const isCounted = long.length > 1 || long.some(({ hasEmptyLines }) => hasEmptyLines);
    if (!isCounted || !long.some(({ isWritten }) => isWritten)) continue;
    for (const column of group) for (const number of column.numbers) numbers[column.page]!.add(number);
  }
  return numbers;
}

/** Columns of one edge that begin at one height. */
function inPlaces(columns: readonly Column[]): Column[][] {
  const groups: Column[][] = [];
  const first = ({ numbers }: Column) => numbers[0]!;
  for (const column of columns.toSorted((a, b) => first(a).x1 - first(b).x1)) {
    const near = groups.findLast(
      ([other]) => Math.abs(first(other!).baseline - first(column).baseline) <= sameTop,
    );
    if (near && first(column).x1 - first(near.at(-1)!).x1 <= sameColumn) near.push(column);
    else groups.push([column]);
  }
  return groups;
}

function columnsOf(words: readonly Word[], page: number): Column[] {
  const upright = words.filter(({ turn }) => turn === 0);
  const byText = new Map<string, Word[]>();
  for (const word of upright) {
    if (/^\d{1,3}$/.test(word.text)) byText.set(word.text, [...(byText.get(word.text) ?? []), word]);
  }
  return countings.flatMap(({ step, least }) => {
    const firsts = byText.get(String(step)) ?? [];
    if (firsts.length > mostFirsts) return [];
    return firsts.flatMap((first) => {
      const numbers = countedFrom(first, byText, step);
      if (numbers.length < leastOnPage || !areRegular(numbers) || !standAlone(numbers, upright, step))
        return [];
      const lines = numbers.map((number) => lineBeside(number, upright));
      return {
        page,
        numbers,
        isLong: numbers.length >= least,
        // No list or table numbers what is empty.
        hasEmptyLines: lines.filter((line) => line === undefined).length >= leastEmpty,
        isWritten: areWritten(lines.filter((line) => line !== undefined)),
      };
    });
  });
}

/** Numbers below one another that count up from the step. */
function countedFrom(first: Word, byText: ReadonlyMap<string, readonly Word[]>, step: number): Word[] {
  const column = [first];
  for (;;) {
    const last = column.at(-1)!;
    const next = byText
      .get(String(step * (column.length + 1)))
      ?.find((number) => number.baseline > last.baseline && areInLine(number, last));
    if (next === undefined) return column;
    column.push(next);
  }
}

const areInLine = (one: Word, other: Word) =>
  Math.min(Math.abs(one.x0 - other.x0), Math.abs(one.x1 - other.x1)) <= sameEdge;

function areRegular(column: readonly Word[]): boolean {
  const distances = column.slice(1).map(({ baseline }, index) => baseline - column[index]!.baseline);
  const usual = median(distances);
  const regular = distances.filter((distance) => Math.abs(distance - usual) <= asRegular * usual);
  return regular.length >= mostlyRegular * distances.length;
}

/** Nothing else stands where they do, nor, where each line is numbered, to the left of them. */
function standAlone(column: readonly Word[], words: readonly Word[], step: number): boolean {
  const own = new Set(column);
  const left = step === 1 ? -Infinity : Math.min(...column.map(({ x0 }) => x0));
  const right = Math.max(...column.map(({ x1 }) => x1));
  const [top, bottom] = [column[0]!.y0, column.at(-1)!.y1];
  return !words.some(
    (word) => word.x0 < right && word.x1 > left && word.y0 < bottom && word.y1 > top && !own.has(word),
  );
}

/** What stands to the right on about the same baseline. */
function lineBeside({ baseline, x1, size }: Word, words: readonly Word[]): Row | undefined {
  const beside = words.filter((word) => word.x0 >= x1 && Math.abs(word.baseline - baseline) < size / 3);
  return beside.length === 0 ? undefined : toRow(beside);
}

/** Whether sentences run on from full lines. */
function areWritten(lines: readonly Row[]): boolean {
  const widest = Math.max(...lines.map(({ x0, x1 }) => x1 - x0));
  const running = lines.filter(({ x0, x1, size, words }, index) => {
    const next = lines[index + 1]?.words[0]!.text ?? '';
    const isFull = x1 - x0 >= Math.max(leastWidth * size, asWide * widest);
    return isFull && /^\p{Ll}/u.test(next) && !/[.!?:;]$/.test(words.at(-1)!.text);
  });
  const tabular = lines.filter(isTabular);
  return running.length > leastRunning * lines.length && tabular.length <= mostTabular * lines.length;
}
