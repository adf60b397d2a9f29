import type { CellLook } from '../../../tables/header-signs.ts';
import type { PdfCell } from '../pdf-table.ts';

/** How cells look, by which the header of their table is found. */
export function looksOf(cells: readonly PdfCell[]): CellLook[] {
  return cells.map((cell) => ({
    row: cell.row,
    column: cell.column,
    text: cell.words.map(({ text }) => text).join(' '),
    isBold: isBold(cell),
    size: Math.max(...cell.words.map(({ size }) => size)),
  }));
}

/** Whether all letters and digits of a cell are bold, of which it has some. */
function isBold({ words }: PdfCell): boolean {
  return (
    words.some(({ bold }) => bold) && words.every(({ text, bold }) => bold || !/[\p{L}\p{N}]/u.test(text))
  );
}
