import type { Piece } from '../arrange/pieces.ts';
import { boundsOf } from '../geometry.ts';
import { rowText } from '../rows.ts';
import { standAlike, type Interval } from './columns.ts';
import type { PdfTable } from './pdf-table.ts';

export type TablePiece = Piece & { readonly table: PdfTable };

/** A piece that was found as a table may have turned out to be a heading. */
export function isTablePiece(piece: Piece | undefined): piece is TablePiece {
  return piece?.kind === 'table' && piece.table !== undefined;
}

/** What says that a table goes on, in a line of its own: "Continued on next page", "Table 3 (continued)". */
const mark =
  "(?:continue[ds]|cont[’']d|fortsetzung|fortgesetzt|continuación|continuação|continuazione|vervolg)";
const continued = new RegExp(
  `^[^\\p{L}]*(?:${mark}|suite$)(?!\\p{L})|(?<!\\p{L})${mark}[^\\p{L}]*$|[([](?:${mark}|suite)[)\\]]`,
  'iu',
);
const mostWords = 8;

/** Leaves out the lines between two parts of one table that only say that it goes on; like running heads they are no part of the text. */
export function withoutContinued(pieces: readonly Piece[]): Piece[] {
  const left: Piece[] = [];
  let marks: Piece[] = [];
  for (const piece of pieces) {
    if (isTablePiece(left.at(-1)) && saysContinued(piece)) marks.push(piece);
    else {
      if (!goesOn(left.slice(-1), piece)) left.push(...marks);
      left.push(piece);
      marks = [];
    }
  }
  return [...left, ...marks];
}

function saysContinued({ kind, rows: [row, ...others] }: Piece): boolean {
  if (kind === 'table' || others.length > 0 || row!.words.length > mostWords) return false;
  return continued.test(rowText(row!));
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
  return header.join('\n') === rowTexts(later, first.headerRows).join('\n') ? first.headerRows : 0;
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

function hasSameColumns(a: PdfTable, b: PdfTable): boolean {
  if (a.columnCount !== b.columnCount) return false;
  return Array.from({ length: a.columnCount }, (_, column) => column).every((column) => {
    return standAlike(columnEdges(a, column), columnEdges(b, column), sameEdge);
  });
}

/** Around the cells below the header, which may be set otherwise. */
function columnEdges({ cells, headerRows }: PdfTable, column: number): Interval {
  const own = cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
  const body = own.filter(({ row }) => row >= headerRows);
  return boundsOf(body.length > 0 ? body : own);
}
