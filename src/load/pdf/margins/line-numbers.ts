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
/** More numbers of a page that a column could begin with, or go on with, are those of a table. */
const mostFirsts = 30;
/** Share of the words of a page that stand beside numbers which go on from page to page. */
const mostBeside = 0.75;
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

type Counting = (typeof countings)[number];

/** Numbers of lines down a page, which may be those of its lines. */
interface Column {
  readonly page: number;
  readonly numbers: readonly Word[];
  readonly counting: Counting;
  /** The number that comes after the last. */
  readonly next: number;
  readonly isLong: boolean;
  readonly isRegular: boolean;
  /** Nearly all of the page stands beside it. */
  readonly isWholePage: boolean;
  readonly hasEmptyLines: boolean;
  readonly isWritten: boolean;
}

/**
 * For each page the numbers of its lines, as on pleading paper, in transcripts, bills, patents and manuscripts: they count from the
 * first line of each page, or on from page to page, and belong to no sentence. They are known by sentences that run on from line to
 * line in scripts with capitals.
 */
export function findLineNumbers(pages: readonly PageWords[]): ReadonlySet<Word>[] {
  const numbers = pages.map(() => new Set<Word>());
  const counts = countsOf(pages);
  const restarting = inPlaces(counts.map(([first]) => first!).filter(({ isRegular }) => isRegular));
  for (const columns of [...restarting, ...counts.filter(isOverPages)]) {
    const long = columns.filter(({ isLong }) => isLong);
    const isCounted = long.length > 1 || long.some(({ hasEmptyLines }) => hasEmptyLines);
    if (!isCounted || !long.some(({ isWritten }) => isWritten)) continue;
    for (const column of columns) for (const number of column.numbers) numbers[column.page]!.add(number);
  }
  return numbers;
}

/** Whether a count goes on over pages that are numbered from top to bottom; those of programs stand within the text. */
function isOverPages(count: readonly Column[]): boolean {
  const long = count.filter(({ isLong }) => isLong);
  return count.length > 1 && long.filter(({ isWholePage }) => isWholePage).length * 2 > long.length;
}

/** The columns that begin with the first number, each with those of later pages that go on from there. */
function countsOf(pages: readonly PageWords[]): Column[][] {
  const counts: Column[][] = [];
  /** By the number that comes next. */
  const open = new Map<string, Column[][]>();
  for (const [page, { words }] of pages.entries()) {
    const onPage = numbersOf(words, page);
    const goingOn = [...onPage.byText.keys()].flatMap((text) => open.get(text) ?? []).slice(-mostFirsts);
    const touched = [
      ...goingOn.filter((count) => goesOn(count, onPage)),
      ...firstColumns(onPage).map((column) => [column]),
    ];
    for (const count of touched) {
      if (count.length === 1) counts.push(count);
      const next = String(count.at(-1)!.next);
      open.set(next, [...(open.get(next) ?? []).slice(1 - mostFirsts), count]);
    }
  }
  return counts;
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

interface PageNumbers {
  readonly page: number;
  readonly upright: readonly Word[];
  readonly byText: ReadonlyMap<string, readonly Word[]>;
}

function numbersOf(words: readonly Word[], page: number): PageNumbers {
  const upright = words.filter(({ turn }) => turn === 0);
  const byText = new Map<string, Word[]>();
  for (const word of upright) {
    if (/^\d{1,4}$/.test(word.text)) byText.set(word.text, [...(byText.get(word.text) ?? []), word]);
  }
  return { page, upright, byText };
}

function firstColumns(onPage: PageNumbers): Column[] {
  return countings.flatMap((counting) => {
    const firsts = onPage.byText.get(String(counting.step)) ?? [];
    if (firsts.length > mostFirsts) return [];
    return firsts.flatMap((first) => columnFrom(first, counting, onPage) ?? []);
  });
}

/** Adds the column of a page that goes on at the edge of the last one. */
function goesOn(count: Column[], onPage: PageNumbers): boolean {
  const { numbers, next, counting } = count.at(-1)!;
  const first = onPage.byText
    .get(String(next))
    ?.find(({ x1 }) => Math.abs(x1 - numbers.at(-1)!.x1) <= sameColumn);
  const column = first && columnFrom(first, counting, onPage);
  if (column) count.push(column);
  return column !== undefined;
}

function columnFrom(
  first: Word,
  counting: Counting,
  { page, upright, byText }: PageNumbers,
): Column | undefined {
  const { step, least } = counting;
  const numbers = countedFrom(first, byText, step);
  if (numbers.length < leastOnPage || !standAlone(numbers, upright, step)) return undefined;
  const lines = numbers.map((number) => lineBeside(number, upright));
  return {
    page,
    numbers,
    counting,
    next: Number(first.text) + step * numbers.length,
    isLong: numbers.length >= least,
    isRegular: areRegular(numbers),
    isWholePage: isBesideMost(numbers, upright),
    // No list or table numbers what is empty.
    hasEmptyLines: lines.filter((line) => line === undefined).length >= leastEmpty,
    isWritten: areWritten(lines.filter((line) => line !== undefined)),
  };
}

/** Numbers below one another that count up by the step. */
function countedFrom(first: Word, byText: ReadonlyMap<string, readonly Word[]>, step: number): Word[] {
  const column = [first];
  for (;;) {
    const last = column.at(-1)!;
    const next = byText
      .get(String(Number(first.text) + step * column.length))
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

function isBesideMost(column: readonly Word[], words: readonly Word[]): boolean {
  const [top, bottom] = [column[0]!.y0, column.at(-1)!.y1];
  const beside = words.filter(({ baseline }) => baseline >= top && baseline <= bottom);
  return beside.length >= mostBeside * words.length;
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
