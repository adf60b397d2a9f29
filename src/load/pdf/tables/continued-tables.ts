import type { Piece } from '../arrange/pieces.ts';
import { boundsOf } from '../geometry.ts';
import type { Interval } from './columns.ts';
import type { PdfTable } from './pdf-table.ts';

export type TablePiece = Piece & { readonly table: PdfTable };

/** A piece that was found as a table may have turned out to be a heading. */
export function isTablePiece(piece: Piece | undefined): piece is TablePiece {
  return piece?.kind === 'table' && piece.table !== undefined;
}

/**
 * Pieces as they are written: those of a table that goes on over pages together, every other one by itself. A table
 * goes on where the next page begins with one whose columns stand at the same places and whose header is the same, or
 * which has none.
 */
export function groupTables(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const open = groups.at(-1);
    if (open && goesOn(open, piece)) open.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** Rows at the top of a later part that repeat the header; like running heads they are no part of the text. */
export function repeatedRows(first: PdfTable, later: PdfTable): number {
  const header = rowTexts(first, first.headerRows);
  return header.length > 0 && header.join('\n') === rowTexts(later, first.headerRows).join('\n')
    ? first.headerRows
    : 0;
}

function goesOn(open: readonly Piece[], piece: Piece): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (!isTablePiece(first) || !isTablePiece(last) || !isTablePiece(piece) || piece.page !== last.page + 1)
    return false;
  const isHeaded = piece.table.headerRows > repeatedRows(first.table, piece.table);
  return !isHeaded && hasSameColumns(last.table, piece.table);
}

/** What the first rows say, cell by cell. */
function rowTexts({ cells }: PdfTable, rows: number): string[] {
  return cells
    .filter(({ row }) => row < rows)
    .map(({ row, column, words }) => `${row} ${column} ${words.map(({ text }) => text).join(' ')}`);
}

/** Points by which the edges of a column's text may differ from page to page. */
const sameEdge = 3;

/** Each column begins or ends where the other's does: text is set flush left, amounts are set flush right. */
function hasSameColumns(a: PdfTable, b: PdfTable): boolean {
  if (a.columnCount !== b.columnCount) return false;
  return Array.from({ length: a.columnCount }, (_, column) => column).every((column) => {
    const [above, below] = [columnEdges(a, column), columnEdges(b, column)];
    return Math.abs(above.x0 - below.x0) < sameEdge || Math.abs(above.x1 - below.x1) < sameEdge;
  });
}

function columnEdges({ cells }: PdfTable, column: number): Interval {
  return boundsOf(cells.filter((cell) => cell.column === column && cell.columnSpan === 1));
}
