import { wideGaps } from './cells.ts';
import { boundsOf } from '../geometry.ts';
import type { Row } from '../rows.ts';

/** A stretch of the x axis, in points. */
export interface Interval {
  readonly x0: number;
  readonly x1: number;
}

/** Where a cell stands. */
export interface CellInterval extends Interval {
  /** It holds an amount, so that it stands within its column: heads may reach over others. */
  readonly amount?: boolean;
}

/** Cells that overlap by no more than this, in points, are not over each other. */
const touching = 1;
/** Columns this close, in points, are one when no row has both: a dash just right of the numbers above. */
const close = 2;

/**
 * The columns that the cells of a table stand in, from left to right: narrow cells make columns, wider ones join
 * the one they stand in or span several; amounts come before all others. Neighbours that no row has both of, and that some cell covers, are one
 * column: numbers under the left of a heading and numbers under its right.
 */
export function findColumns(rows: readonly (readonly CellInterval[])[]): Interval[] {
  const cells = rows.flat().sort(byAmount);
  let columns: Interval[] = [];
  for (const cell of cells) {
    const [first, last] = coveredColumns(cell, columns);
    if (first > last) columns = [...columns, cell].sort((a, b) => a.x0 - b.x0);
    else if (first === last) columns[first] = hull(columns[first]!, cell);
    else columns = merge(columns, rows, (_before, _column, index) => index > first && index <= last);
  }
  return merge(columns, rows, (before, column) => column.x0 - before.x1 < close);
}

/** Index of the first and of the last column that a cell stands in; none when the last comes before the first. */
export function coveredColumns(cell: Interval, columns: readonly Interval[]): [number, number] {
  const first = columns.findIndex((column) => overlap(cell, column));
  const last = columns.findLastIndex((column) => overlap(cell, column));
  return first < 0 ? [0, -1] : [first, last];
}

/** Whether two begin or end at about the same place, or have the same middle: cells are set flush left, flush right or centred. */
export function standAlike(a: Interval, b: Interval, within: number): boolean {
  const [left, right] = [a.x0 - b.x0, a.x1 - b.x1];
  return [left, right, (left + right) / 2].some((distance) => Math.abs(distance) < within);
}

/** The parts of a row between wide gaps. */
export function segmentsOf(row: Row): Interval[] {
  const starts = [0, ...wideGaps(row).map(({ at }) => at), row.words.length];
  return starts.slice(1).map((end, index) => boundsOf(row.words.slice(starts[index], end)));
}

function byAmount(a: CellInterval, b: CellInterval): number {
  return Number(b.amount ?? false) - Number(a.amount ?? false) || widthOf(a) - widthOf(b) || a.x0 - b.x0;
}

/** Makes one column of neighbours that are meant to be one, but where some row has both. */
function merge(
  columns: readonly Interval[],
  rows: readonly (readonly Interval[])[],
  areOne: (before: Interval, column: Interval, index: number) => boolean,
): Interval[] {
  const merged: Interval[] = [];
  columns.forEach((column, index) => {
    const before = merged.at(-1);
    if (before && areOne(before, column, index) && !standApart(before, column, rows))
      merged[merged.length - 1] = hull(before, column);
    else merged.push(column);
  });
  return merged;
}

/** Whether some row has a cell in either column. */
function standApart(left: Interval, right: Interval, rows: readonly (readonly Interval[])[]): boolean {
  return rows.some((cells) => {
    const inLeft = cells.filter((cell) => overlap(cell, left));
    const inRight = cells.filter((cell) => overlap(cell, right));
    return inLeft.length > 0 && inRight.some((cell) => !inLeft.includes(cell));
  });
}

function overlap(a: Interval, b: Interval): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > Math.min(touching, widthOf(a) / 2, widthOf(b) / 2);
}

function hull(a: Interval, b: Interval): Interval {
  return { x0: Math.min(a.x0, b.x0), x1: Math.max(a.x1, b.x1) };
}

function widthOf({ x0, x1 }: Interval): number {
  return x1 - x0;
}
