import { isDate } from '../header-rows.ts';
import { isAmount, isWord, mostHeadRows } from './heads.ts';
import type { SheetRow } from './read-sheet.ts';

/** An empty column parts tables where each has at least so many columns: a table may have a gap itself. */
const fewestColumns = 2;
/** But none of so many columns. */
const widestGap = 10;
/** Values among labels, and words among values, at most one in so many. */
const mostOthers = 5;
/** Share of the rows with values that must have names, and of those with names that must have values. */
const leastNamed = 0.9;
const leastFilled = 0.8;
/** Columns at the left that may have the names of the rows. */
const mostNameColumns = 3;
/** Rows that show that numbers count them. */
const fewestCounted = 3;

/** Columns of rows without an empty one between, by the tables that they belong to. */
export function columnGroups(rows: readonly SheetRow[]): number[][] {
  const columns = usedColumns(rows);
  const runs = runsOf(columns, 2);
  return joinGroups(
    runs.every((run) => run.length >= fewestColumns) ? runs : runsOf(columns, widestGap),
    rows,
  );
}

function usedColumns(rows: readonly SheetRow[]): number[] {
  const used = new Set<number>();
  for (const { cells } of rows) for (const column of cells.keys()) used.add(column);
  return [...used].sort((a, b) => a - b);
}

/** Columns in ascending order, parted where one stands so far behind the one before it: 2 where one is empty. */
export function runsOf(columns: readonly number[], distance: number): number[][] {
  const runs: number[][] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last && column < last.at(-1)! + distance) last.push(column);
    else runs.push([column]);
  }
  return runs;
}

function joinGroups(runs: readonly number[][], rows: readonly SheetRow[]): number[][] {
  const joined: number[][] = [];
  for (const run of runs) {
    const left = joined.at(-1);
    if (left && areMoreValues(rows, left, run)) left.push(...run);
    else joined.push([...run]);
  }
  return joined;
}

/**
 * Columns of amounts that have no names for their rows go on with those left of them, where these name the same rows: an empty column
 * between them only sets them off. Under a title of their own they are another table.
 */
function areMoreValues(
  rows: readonly SheetRow[],
  left: readonly number[],
  right: readonly number[],
): boolean {
  const first = rows.findIndex((row) => cellsOf([row], right).some(isAmount));
  if (first < 0 || first > mostHeadRows) return false;
  const body = rows.slice(first);
  const filled = body.filter((row) => cellsOf([row], right).length > 0);
  const others = body.filter((row) => cellsOf([row], left).length > 0);
  if (filled.length < leastFilled * others.length || !isSeldom(cellsOf(body, right), isWord)) return false;
  const names = left
    .slice(0, mostNameColumns)
    .find((column) => cellsOf(filled, [column]).filter(isName).length >= leastNamed * filled.length);
  const cells = cellsOf(filled, right.slice(0, 1));
  if (names === undefined || areNames(cells)) return false;
  const above = rows.slice(0, first);
  return goOnInHeads(above, { names, left, right }) || !(areStepped(cells) || haveTitle(above, names, right));
}

interface HeadedColumns {
  /** The one on the left that names the rows. */
  readonly names: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** Whether all columns on the right have heads that are those of the left again, or periods as there. */
function goOnInHeads(above: readonly SheetRow[], { names, left, right }: HeadedColumns): boolean {
  const last = above.slice(-1);
  const heads = cellsOf(last, right);
  if (heads.length < right.length) return false;
  const values = left.filter((column) => column !== names);
  const others = cellsOf(last, values);
  return heads.every((head) => others.includes(head)) || (heads.every(isPeriod) && others.some(isPeriod));
}

/**
 * Whether a title stands alone over columns, above their heads. A period is none, nor is one where nothing stands over the names of the
 * rows, so that groups of columns are called so.
 */
function haveTitle(above: readonly SheetRow[], names: number, columns: readonly number[]): boolean {
  const titles = above.slice(0, -1).filter((row) => {
    const [title, ...others] = cellsOf([row], columns);
    return title !== undefined && title === row.cells.get(columns[0]!) && others.length === 0;
  });
  return !cellsOf(titles, columns).every(isPeriod) && cellsOf(above, [names]).length > 0;
}

const isPeriod = (head: string): boolean => /\d/.test(head);

/** Whether a cell can name a row or a column. */
export const isName = (cell: string): boolean => isWord(cell) || isDate(cell);

/** Whether values name rows: years and dates, or numbers that count them. */
const areNames = (cells: readonly string[]): boolean => isMostly(cells, isDate) || areCounts(cells, 1);

/** Whether numbers stand at equal distances, as those that a curve is drawn over. */
const areStepped = (cells: readonly string[]): boolean =>
  cells[0] !== cells[1] && areCounts(cells, numberOf(cells[1]) - numberOf(cells[0]));

const areCounts = (cells: readonly string[], step: number): boolean =>
  cells.length >= fewestCounted &&
  cells.every((cell, index) => numberOf(cell) === numberOf(cells[0]) + index * step);

const numberOf = (cell = ''): number => Number(cell.replaceAll(',', ''));

const cellsOf = (rows: readonly SheetRow[], columns: readonly number[]): string[] =>
  rows.flatMap(({ cells }) => columns.flatMap((column) => cells.get(column) ?? []));

const isSeldom = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  mostOthers * cells.filter(is).length <= cells.length;

const isMostly = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  2 * cells.filter(is).length > cells.length;
