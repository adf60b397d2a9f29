import type { Interval } from '../columns.ts';
import type { PdfCell } from '../pdf-table.ts';
import type { HeadedColumn } from './span-repeated.ts';

/** How far the middle of a head may be from that of its columns, in widths of a column: amounts are set flush right. */
const nearMiddle = 0.5;
const year = /^(?:19|20)\d\d$/;
const bracket = /^[(（].*[)）]$/su;

/**
 * Lets a head that is alone in its row span all columns in whose middle it stands: those right of the first where it reaches over
 * several of them, and years: "Year ended 31 December" over "2024", "2023" and "2022". So does a bracket below all other heads, which says what
 * all amounts are in.
 */
export function spanCentred(heads: readonly PdfCell[], columns: readonly HeadedColumn[]): readonly PdfCell[] {
  const [head, ...others] = heads.filter(({ column }) => column > 0);
  if (!head || others.length > 0) return heads;
  const years = runAround(head, columns, ({ text }) => year.test(text));
  const isLowest = columns.every(({ text }) => text === '');
  const isOfAmounts = isLowest && bracket.test(head.words.map(({ text }) => text).join(' '));
  const holds = ({ text }: HeadedColumn): boolean => isOfAmounts || text !== '';
  const all = head.columnSpan > 1 ? runAround(head, columns, holds) : [];
  // A narrow head right over the middle year is of that year: "Restated".
  const isOfYears = head.x1 - head.x0 > widthOf(years) || isNearer(head, years, columns, true);
  const run = [isOfYears ? years : [], isNearer(head, all, columns) ? all : []].find((found) =>
    isInMiddle(head, found),
  );
  if (!run) return heads;
  const wider = { ...head, column: columns.indexOf(run[0]!), columnSpan: run.length };
  return heads.map((cell) => (cell === head ? wider : cell));
}

/** The neighbouring columns right of the first, those of a head among them, of which something holds; none where it does not of all of its own. */
function runAround(
  head: PdfCell,
  columns: readonly HeadedColumn[],
  holds: (column: HeadedColumn) => boolean,
): readonly HeadedColumn[] {
  let [first, last] = [head.column, head.column + head.columnSpan - 1];
  if (!columns.slice(first, last + 1).every(holds)) return [];
  while (first > 1 && holds(columns[first - 1]!)) first--;
  while (last < columns.length - 1 && holds(columns[last + 1]!)) last++;
  return columns.slice(first, last + 1);
}

/** Whether the middle of a head is that of more columns than it spans. */
function isInMiddle(cell: PdfCell, run: readonly Interval[]): boolean {
  if (run.length <= cell.columnSpan) return false;
  const [first, last] = [run[0]!, run.at(-1)!];
  return distanceOf(cell, first, last) < (nearMiddle * (last.x1 - first.x0)) / run.length;
}

/** The width of a column of a run with the space beside it, in points. */
const widthOf = (run: readonly Interval[]): number =>
  run.length === 0 ? Infinity : (run.at(-1)!.x1 - run[0]!.x0) / run.length;

/** Whether it is no further from the middle of a run than from that of the columns that the head spans, or clearly nearer. */
function isNearer(
  cell: PdfCell,
  run: readonly Interval[],
  columns: readonly Interval[],
  isClear = false,
): boolean {
  if (run.length === 0) return false;
  const [first, last] = [columns[cell.column]!, columns[cell.column + cell.columnSpan - 1]!];
  const own = distanceOf(cell, first, last);
  return distanceOf(cell, run[0]!, run.at(-1)!) <= (isClear ? own / 2 - 1 : own);
}

/** Between the middle of a head and that of columns, in points. */
function distanceOf({ x0, x1 }: Interval, first: Interval, last: Interval): number {
  return Math.abs(x0 + x1 - first.x0 - last.x1) / 2;
}
