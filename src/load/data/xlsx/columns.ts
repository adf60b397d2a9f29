import { isDate, isValue } from '../header-rows.ts';
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
    if (left && (areLabels(rows, left, run) || areMoreValues(rows, left, run))) left.push(...run);
    else joined.push([...run]);
  }
  return joined;
}

/** Columns of words alone are the labels of those right of them that have values alone below their names. */
function areLabels(rows: readonly SheetRow[], labels: readonly number[], values: readonly number[]): boolean {
  const first = rows.findIndex((row) => isMostly(cellsOf([row], values), isValue));
  if (first < 0 || first > mostHeadRows) return false;
  // Both have heads of their own, and the right ones are no periods: two tables.
  const named = rows.slice(0, first).filter((row) => cellsOf([row], labels).some(isWord));
  if (cellsOf(named, values).some((cell) => isWord(cell) && !isPeriod(cell))) return false;
  const body = rows.slice(first).filter((row) => cellsOf([row], values).length > 0);
  const labelled = body.filter((row) => cellsOf([row], labels).some(isWord));
  if (2 * labelled.length <= body.length) return false;
  return isSeldom(cellsOf(body, labels), isValue) && isSeldom(cellsOf(body, values), isWord);
}

/**
 * Columns of amounts that have no names for their rows go on with those left of them, where these name the same rows and the heads
 * of both are of one table: an empty column between them only sets them off.
 */
function areMoreValues(
  rows: readonly SheetRow[],
  left: readonly number[],
  right: readonly number[],
): boolean {
  const first = rows.findIndex((row) => cellsOf([row], right).some(isAmount));
  if (first <= 0 || first > mostHeadRows) return false;
  const body = rows.slice(first);
  const filled = body.filter((row) => cellsOf([row], right).length > 0);
  const others = body.filter((row) => cellsOf([row], left).length > 0);
  if (filled.length < leastFilled * others.length || !isSeldom(cellsOf(body, right), isWord)) return false;
  const names = left
    .slice(0, mostNameColumns)
    .find((column) => cellsOf(filled, [column]).filter(isName).length >= leastNamed * filled.length);
  if (names === undefined || areNames(cellsOf(filled, right.slice(0, 1)))) return false;
  return goOnInHeads(rows.slice(0, first), { names, left, right });
}

interface HeadedColumns {
  /** The one on the left that names the rows. */
  readonly names: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/**
 * Whether the heads of columns on the right are of the table on the left: each has one, and they are heads of the left again, or periods
 * as there, or the names of the rows have none beside them. Then a title over the right ones makes them another table, unless it is a
 * period, or nothing stands over the names of the rows, so that groups of columns are called so.
 */
function goOnInHeads(above: readonly SheetRow[], { names, left, right }: HeadedColumns): boolean {
  const last = above.slice(-1);
  const heads = cellsOf(last, right);
  if (heads.length < right.length) return false;
  const values = left.filter((column) => column !== names);
  const others = cellsOf(last, values);
  if (heads.every((head) => others.includes(head))) return true;
  if (heads.every(isPeriod) && others.some(isPeriod)) return true;
  const titles = cellsOf(above.slice(0, -1), right.slice(0, 1));
  const areUnnamed = cellsOf(last, [names]).length === 0;
  return areUnnamed && (titles.every(isPeriod) || cellsOf(above, [names]).length === 0);
}

const isPeriod = (head: string): boolean => /\d/.test(head);

/** Whether a cell can name a row or a column. */
export const isName = (cell: string): boolean => isWord(cell) || isDate(cell);

/** Whether values name rows: years and dates, or numbers that count them. */
function areNames(cells: readonly string[]): boolean {
  const isCount = (cell: string, index: number) => Number(cell) === Number(cells[0]) + index;
  return isMostly(cells, isDate) || (cells.length >= fewestCounted && cells.every(isCount));
}

const cellsOf = (rows: readonly SheetRow[], columns: readonly number[]): string[] =>
  rows.flatMap(({ cells }) => columns.flatMap((column) => cells.get(column) ?? []));

const isSeldom = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  mostOthers * cells.filter(is).length <= cells.length;

const isMostly = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  2 * cells.filter(is).length > cells.length;
