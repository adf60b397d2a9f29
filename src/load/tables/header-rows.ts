import { isAmountText } from './amount.ts';
import { type CellLook, differFromBelow } from './header-signs.ts';

/**
 * Rows from the top that head the others: those before the first with an amount right of the first column, without
 * amounts the bold ones or the first, where they differ from the rows below. Labels of groups just above it
 * ("Current assets") head no columns.
 */
export function countHeaderRows(cells: readonly CellLook[], rowCount: number): number {
  const rows = Array.from({ length: rowCount }, (): CellLook[] => []);
  for (const cell of cells) rows[cell.row]!.push(cell);
  let count = candidates(rows);
  while (count > 0 && rows[count - 1]!.every(({ column }) => column === 0)) count--;
  return count > 0 && count < rowCount && differFromBelow(cells, count) ? count : 0;
}

/** The rows that may be a header: they end where bold rows do, above a record. */
function candidates(rows: readonly (readonly CellLook[])[]): number {
  const firstAmounts = rows.findIndex((row) =>
    row.some(({ column, text }) => column > 0 && isAmountText(text)),
  );
  const bold = rows.findIndex((row) => !row.every(({ isBold }) => isBold));
  if (firstAmounts < 0) return Math.max(bold, 1);
  if (bold > 0 && bold < firstAmounts && isRecord(rows[bold]!)) return bold;
  return Math.max(Math.min(bold, firstAmounts), beforeRecords(rows, firstAmounts));
}

/** A label and values that are not bold. */
function isRecord(row: readonly CellLook[]): boolean {
  return hasLabelAndValues(row) && !row.some(({ column, isBold }) => column > 0 && isBold);
}

/** Where records begin among the first rows: of the rows of a header, one at most has both a label and heads of columns. */
function beforeRecords(rows: readonly (readonly CellLook[])[], end: number): number {
  const [first = end, second = end] = [...rows.keys()].filter(
    (row) => row < end && hasLabelAndValues(rows[row]!),
  );
  return first === 0 || second === end ? second : first;
}

function hasLabelAndValues(row: readonly CellLook[]): boolean {
  const values = row.filter(({ column }) => column > 0);
  return values.length > 0 && values.length < row.length;
}
