import type { Block, Page, Table } from '../../../types.ts';
import { groupTables, isTablePiece, repeatedRows, type TablePiece } from '../tables/continued-tables.ts';
import type { Piece } from '../arrange/pieces.ts';
import { isContinuation } from '../arrange/run-on.ts';
import { startsItem } from '../tables/cells.ts';
import { ownLines } from './own-lines.ts';
import { writeTable } from './table-writer.ts';
import { TextWriter, type AssembledPage } from './text-writer.ts';

interface Span {
  readonly charStart: number;
  readonly charEnd: number;
}

export interface Assembled {
  readonly text: string;
  readonly pages: Page[];
  readonly blocks: Block[];
  readonly tables: Table[];
  /** Where each piece begins and ends in the text. */
  readonly spans: ReadonlyMap<Piece, Span>;
}

/**
 * Writes pieces into one text and notes for each word its characters and its rectangle. Pieces are parted by a
 * blank line, list items and lines that are not wrapped by a line break; a paragraph or a table that runs on in the next column or page stays one
 * block.
 */
export function assemble(
  pieces: readonly Piece[],
  pages: readonly AssembledPage[],
  compounds: ReadonlySet<string>,
): Assembled {
  const writer = new TextWriter(pages, compounds);
  const blocks: Block[] = [];
  const tables: Table[] = [];
  const spans = new Map<Piece, Span>();
  let before: Piece | undefined;
  for (const group of groupTables(pieces)) {
    const piece = group[0]!;
    const runsOn = before !== undefined && isContinuation(before, piece);
    if (before && !runsOn) writer.gap(before.kind === 'list' && piece.kind === 'list' ? '\n' : '\n\n');
    const charStart = isTablePiece(piece) ? writer.length : writeRows(writer, piece);
    if (isTablePiece(piece)) tables.push(writeParts(writer, group.filter(isTablePiece), spans));
    else spans.set(piece, { charStart, charEnd: writer.length });
    if (runsOn) blocks.push({ ...blocks.pop()!, charEnd: writer.length });
    else blocks.push({ kind: piece.kind, charStart, charEnd: writer.length });
    before = group.at(-1);
  }
  return { text: writer.text(), pages: writer.pages(), blocks, tables, spans };
}

/** What an item begins with in the text whose bullet is drawn, as an item of other formats does. */
const drawnBullet = '- ';
const hasDrawnBullet = ({ kind, rows, isContents }: Piece): boolean =>
  kind === 'list' && isContents === undefined && !startsItem(rows[0]!);

/** Writes a piece that is no table and returns where it begins. */
function writeRows(writer: TextWriter, piece: Piece): number {
  const { rows, page, alternative, read = [] } = piece;
  const above = writer.length;
  const isMarked = hasDrawnBullet(piece);
  if (isMarked) {
    writer.beginPage(page);
    writer.gap(drawnBullet);
  }
  if (alternative !== undefined) {
    writer.beginPage(page);
    writer.gap(rows.length + read.length === 0 ? alternative : `${alternative}\n`);
  }
  const inside = read.map(({ words }) => writer.words(words, page));
  if (read.length > 0 && rows.length > 0) writer.gap('\n');
  const isTitle = piece.kind === 'heading' || piece.isContents;
  const breaks = isTitle ? new Set<number>() : ownLines(rows);
  const written = rows.map(({ words }, index) => {
    if (breaks.has(index)) writer.gap('\n');
    return writer.words(words, page);
  });
  const [start] = [...inside, ...written];
  return alternative === undefined && !isMarked ? start! : above;
}

/** Writes the parts of a table, one a page. */
function writeParts(writer: TextWriter, pieces: readonly TablePiece[], spans: Map<Piece, Span>): Table {
  const [first] = pieces;
  const parts = pieces.map(({ table, page }, index) => ({
    table,
    page,
    firstRow: index === 0 ? table.headerRows : repeatedRows(first!.table, table),
  }));
  const { table, starts } = writeTable(writer, parts);
  for (const [index, piece] of pieces.entries())
    spans.set(piece, { charStart: starts[index]!, charEnd: starts[index + 1] ?? table.charEnd });
  return table;
}
