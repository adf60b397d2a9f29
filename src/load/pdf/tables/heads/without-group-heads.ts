import type { Interval } from '../columns.ts';
import type { PdfCell } from '../pdf-table.ts';

/**
 * Columns without those that are nothing but a head between two that have heads below it: "Gas" in the space between "Unit rate" and
 * "Standing charge". Its place goes to the column before it.
 */
export function withoutGroupHeads(
  columns: readonly Interval[],
  cells: readonly PdfCell[],
  headerRows: number,
): readonly Interval[] {
  if (headerRows < 2) return columns;
  const lowest = columns.map((column) => lowestRow(column, cells));
  const isHead = (index: number): boolean =>
    index > 1 &&
    lowest[index]! < headerRows - 1 &&
    [index - 1, index + 1].every((beside) => (lowest[beside] ?? -1) >= headerRows);
  return columns.flatMap((column, index) => {
    if (isHead(index)) return [];
    return [isHead(index + 1) ? { x0: column.x0, x1: columns[index + 1]!.x1 } : column];
  });
}

/** Of the cells that stand over a column and no other part of a table. */
function lowestRow({ x0, x1 }: Interval, cells: readonly PdfCell[]): number {
  return cells.reduce((low, cell) => (cell.x0 < x1 && cell.x1 > x0 ? Math.max(low, cell.row) : low), -1);
}
