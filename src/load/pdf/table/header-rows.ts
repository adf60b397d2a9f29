import { isAmount } from './amounts.ts';
import type { PdfCell } from './pdf-table.ts';

/** Rows from the top that head the others: those before the first with an amount right of the first column. */
export function countHeaderRows(cells: readonly PdfCell[], rowCount: number): number {
  const values = cells.filter(({ column, words }) => column > 0 && isAmount(words)).map(({ row }) => row);
  const first = values.length > 0 ? Math.min(...values) : 1;
  return first < rowCount ? first : 0;
}
