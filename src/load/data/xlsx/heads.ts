import { isDate, isValue } from '../header-rows.ts';
import type { SheetRow } from './read-sheet.ts';

/** Rows above the values of a table that name them or say what they are in. */
export const mostHeadRows = 3;
const fewestNames = 2;

/** What stands for an amount that is none. */
const dash = /^[-–—]+$/;

/** Whether a cell says something and is no value. */
export const isWord = (cell: string): boolean => !isValue(cell) && !dash.test(cell);

/** A value that is no year and no date, which may name a row or a column. */
export const isAmount = (cell: string): boolean => dash.test(cell) || (isValue(cell) && !isDate(cell));

/** How many rows at the top head the amounts below: at most three without any, the last of which names every column that the next row fills with one. */
export function countHeads(rows: readonly SheetRow[]): number {
  const first = rows.slice(0, mostHeadRows + 1).findIndex(({ cells }) => [...cells.values()].some(isAmount));
  if (first <= 0) return 0;
  const names = rows[first - 1]!.cells;
  const areNamed = [...rows[first]!.cells].every(([column, cell]) => !isAmount(cell) || names.has(column));
  return areNamed && names.size >= fewestNames ? first : 0;
}
