import type { PdfCell } from './pdf-table.ts';

/** "1,234", "(5.6)%", "$ 7", but no year or date: those head columns. */
const amount = /^[-–—+(<>~]*[$€£¥₹]?\s*[-–(]?\d[\d.,'\s]*[)%]*$/u;
const year = /^(?:19|20)\d\d$/;

/** Rows from the top that head the others: those before the first with an amount right of the first column. */
export function countHeaderRows(cells: readonly PdfCell[], rowCount: number): number {
  const values = cells.filter((cell) => cell.column > 0 && isAmount(cell)).map(({ row }) => row);
  const first = values.length > 0 ? Math.min(...values) : 1;
  return first < rowCount ? first : 0;
}

function isAmount({ words }: PdfCell): boolean {
  const text = words.map((word) => word.text).join(' ');
  return amount.test(text) && !year.test(text);
}
