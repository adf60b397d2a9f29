import { wideGaps } from '../cells.ts';
import { boundsOf } from '../../geometry.ts';
import { groupRows, type Row } from '../../rows.ts';
import type { PdfCell } from '../pdf-table.ts';

/**
 * Parts a cell over several columns where its text leaves the border between two of them free and a wide gap lies
 * there: tables whose lines down stand in the header only.
 *
 * @param xs the borders of all columns of the table, from the left.
 */
export function splitAtColumns(cell: PdfCell, xs: readonly number[]): PdfCell[] {
  const rows = groupRows(cell.words);
  const borders = Array.from({ length: cell.columnSpan - 1 }, (_, index) => cell.column + index + 1);
  const cuts = borders.filter((border) => isFree(rows, xs[border]!));
  const ends = [...cuts, cell.column + cell.columnSpan];
  return ends.flatMap((end, index) => {
    const column = cuts[index - 1] ?? cell.column;
    const [from, to] = [index === 0 ? -Infinity : xs[column]!, index === cuts.length ? Infinity : xs[end]!];
    const words = cell.words.filter(({ x0, x1 }) => (x0 + x1) / 2 >= from && (x0 + x1) / 2 < to);
    return words.length === 0
      ? []
      : [{ ...cell, column, columnSpan: end - column, words, ...boundsOf(words) }];
  });
}

function isFree(rows: readonly Row[], x: number): boolean {
  const crossed = rows.some(({ words }) => words.some((word) => word.x0 < x - 1 && word.x1 > x + 1));
  return !crossed && rows.some((row) => wideGaps(row).some((gap) => gap.x0 <= x + 1 && gap.x1 >= x - 1));
}
