import { isAmount } from './amounts.ts';
import type { PdfCell } from './pdf-table.ts';

/**
 * Rows from the top that head the others: those before the first with an amount right of the first column. Labels of
 * groups just above it ("Current assets") head no columns.
 */
export function countHeaderRows(cells: readonly PdfCell[], rowCount: number): number {
  const values = cells.filter(({ column, words }) => column > 0 && isAmount(words)).map(({ row }) => row);
  let count = values.length > 0 ? Math.min(...values) : 1;
  while (count > 0 && isGroupLabel(cells.filter(({ row }) => row === count - 1))) count--;
  return count < rowCount ? count : 0;
}

function isGroupLabel(row: readonly PdfCell[]): boolean {
  return row.every(({ column }) => column === 0);
}
