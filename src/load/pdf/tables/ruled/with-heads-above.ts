import { boundsOf } from '../../geometry.ts';
import { groupRows } from '../../rows.ts';
import { partsOf } from '../amounts.ts';
import type { Word } from '../../words.ts';
import { coveredColumns } from '../columns.ts';
import { overGroups, type HeadedColumn } from '../heads/span-heads.ts';
import type { PdfCell, PdfTable } from '../pdf-table.ts';

/** How far above the grid the baseline of its heads may be, in sizes. */
const reach = 1;
const fewestHeads = 2;

/**
 * A table with lines and the line of text right above them, where this heads groups of its columns: years over "Tonnes" and "Value", "Tonnes"
 * and "Value".
 *
 * @param top the upper line of the grid, in points.
 */
export function withHeadsAbove(table: PdfTable, words: Iterable<Word>, top: number): PdfTable {
  if (table.headerRows === 0) return table;
  const above = [...words].filter(({ baseline, size }) => baseline < top && baseline > top - reach * size);
  const [row, ...others] = groupRows(above);
  if (!row || others.length > 0 || row.x0 < table.x0 || row.x1 > table.x1) return table;
  const columns = headedColumns(table);
  const heads = partsOf(row).map((head) => cellOf(head, columns));
  const spanned = overGroups(heads, columns);
  if (heads.length < fewestHeads || !spanned.every(isOverGroup)) return table;
  return {
    ...table,
    ...boundsOf([table, ...spanned]),
    rowCount: table.rowCount + 1,
    headerRows: table.headerRows + 1,
    cells: [...spanned, ...table.cells.map((cell) => ({ ...cell, row: cell.row + 1 }))],
  };
}

/** What heads each column, and where the text of its cells stands. */
function headedColumns({ cells, columnCount, headerRows }: PdfTable): HeadedColumn[] {
  return Array.from({ length: columnCount }, (_, column) => {
    const own = cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
    const heads = own.filter(({ row }) => row < headerRows).flatMap(({ words }) => words);
    const { x0, x1 } = boundsOf(own);
    return { x0, x1, text: heads.map(({ text }) => text).join(' ') };
  });
}

/** A head over the columns that it reaches over; over the one before it where it stands between two. */
function cellOf(words: readonly Word[], columns: readonly HeadedColumn[]): PdfCell {
  const box = boundsOf(words);
  const [first, last] = coveredColumns(box, columns);
  const before = Math.max(
    0,
    columns.findLastIndex(({ x0 }) => x0 < box.x0),
  );
  const [column, end] = first > last ? [before, before] : [first, last];
  return { row: 0, column, rowSpan: 1, columnSpan: end - column + 1, words, ...box };
}

/** Whether a head stands over columns right of those of the one before. */
function isOverGroup({ column, columnSpan }: PdfCell, index: number, heads: readonly PdfCell[]): boolean {
  const before = heads[index - 1];
  return columnSpan > 1 && (!before || before.column + before.columnSpan <= column);
}
