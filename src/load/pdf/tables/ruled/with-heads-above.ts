import { boundsOf } from '../../geometry.ts';
import { groupRows, splitWords } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { coveredColumns } from '../columns.ts';
import { overGroups, type HeadedColumn } from '../heads/span-heads.ts';
import type { PdfCell, PdfTable } from '../pdf-table.ts';

/** How far above the grid the baseline of its heads may be, and the gap between two of them, in sizes. */
const reach = 1;
const headGap = 0.8;
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
  const heads = splitWords(row.words, headGap * row.size).map((head) => cellOf(head, columns));
  if (heads.length < fewestHeads || !areApart(heads)) return table;
  const spanned = overGroups(heads, columns);
  if (spanned.some(({ columnSpan }) => columnSpan < 2) || !areApart(spanned)) return table;
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

/** Whether no two heads stand over one column. */
const areApart = (heads: readonly PdfCell[]): boolean =>
  heads.every(({ column }, index) => {
    const before = heads[index - 1];
    return !before || before.column + before.columnSpan <= column;
  });
