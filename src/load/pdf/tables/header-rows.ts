import { isAmount } from './amounts.ts';
import { differFromBelow, isBold } from './header-signs.ts';
import type { PdfCell } from './pdf-table.ts';

/**
 * Rows from the top that head the others: those before the first with an amount right of the first column, without
 * amounts the bold ones or the first, where they differ from the rows below. Labels of groups just above it
 * ("Current assets") head no columns.
 */
export function countHeaderRows(cells: readonly PdfCell[], rowCount: number): number {
  const rows = Array.from({ length: rowCount }, (): PdfCell[] => []);
  for (const cell of cells) rows[cell.row]!.push(cell);
  let count = candidates(rows);
  while (count > 0 && rows[count - 1]!.every(({ column }) => column === 0)) count--;
  return count > 0 && count < rowCount && differFromBelow(cells, count) ? count : 0;
}

/** The rows that may be a header: they end where bold rows do, above a record. */
function candidates(rows: readonly (readonly PdfCell[])[]): number {
  const firstAmounts = rows.findIndex((row) =>
    row.some(({ column, words }) => column > 0 && isAmount(words)),
  );
  const bold = rows.findIndex((row) => !row.every(isBold));
  if (firstAmounts < 0) return Math.max(bold, 1);
  return bold > 0 && bold < firstAmounts && isRecord(rows[bold]!) ? bold : firstAmounts;
}

/** A label and values that are not bold. */
function isRecord(row: readonly PdfCell[]): boolean {
  const values = row.filter(({ column }) => column > 0);
  return values.length > 0 && values.length < row.length && !values.some(isBold);
}
