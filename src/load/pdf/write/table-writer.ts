import type { Rect, Table, TableCell } from '../../../types.ts';
import { spreadHeads } from '../tables/heads/spread-heads.ts';
import type { PdfCell, PdfTable } from '../tables/pdf-table.ts';
import type { TextWriter } from './text-writer.ts';

/** What of a table stands on one page. */
export interface TablePart {
  readonly table: PdfTable;
  /** Index from 0. */
  readonly page: number;
  /** The first row below the header: on later pages those above it repeat the header, or there are none. */
  readonly firstRow: number;
}

export interface WrittenTable {
  readonly table: Table;
  /** Where each part begins. */
  readonly starts: readonly number[];
}

/**
 * Writes a table as Markdown: the header of its first part, and below it the rows of all parts. Markdown has one header
 * row: in it stand all rows that head the others, one after the other in each column. A cell over several rows is repeated
 * in each below the header. A head over several columns stands over each of them, with rectangles in the first, where any
 * other cell stands.
 */
export function writeTable(writer: TextWriter, parts: readonly TablePart[]): WrittenTable {
  const { columnCount, headerRows } = parts[0]!.table;
  const cells: TableCell[] = [];
  const starts: number[] = [];
  const charStart = writer.length;
  let rowCount = headerRows;
  for (const part of parts) {
    const placing = { part, rowOffset: rowCount - part.firstRow, cells };
    starts.push(starts.length === 0 ? charStart : writer.length + '\n'.length);
    if (part === parts[0]) writeHeader(writer, placing);
    writeRows(writer, placing);
    rowCount += part.table.rowCount - part.firstRow;
  }
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  const rects = parts.flatMap((part) => rectOf(writer, part));
  const charEnd = writer.length;
  return { table: { charStart, charEnd, rowCount, columnCount, headerRows, cells, rects }, starts };
}

interface Placing {
  readonly part: TablePart;
  /** Rows of the whole table above the first row of the part. */
  readonly rowOffset: number;
  /** Takes the cells that are written. */
  readonly cells: TableCell[];
}

function writeHeader(writer: TextWriter, placing: Placing): void {
  const { table, firstRow } = placing.part;
  const heads = table.cells.filter(({ row }) => row < firstRow);
  writeLine(writer, heads, placing);
  writer.gap(`\n|${' --- |'.repeat(table.columnCount)}`);
}

function writeRows(writer: TextWriter, placing: Placing): void {
  const { table, firstRow } = placing.part;
  const rows = Array.from({ length: table.rowCount }, (): PdfCell[] => []);
  for (const cell of table.cells) {
    const reach = cell.row >= firstRow ? cell.rowSpan : 1;
    for (const row of rows.slice(cell.row, cell.row + reach)) row.push(cell);
  }
  for (let row = firstRow; row < rows.length; row++) {
    writer.gap('\n');
    writeLine(writer, rows[row]!, placing, row);
  }
}

/**
 * Writes cells of a row, or of all rows of the header, as `| a | b |`; an empty cell is `| |`.
 *
 * @param row cells that begin above it are repeated, as heads over several columns are.
 */
function writeLine(writer: TextWriter, cells: readonly PdfCell[], placing: Placing, row = 0): void {
  const { table, page } = placing.part;
  const columns = Array.from({ length: table.columnCount }, (): PdfCell[] => []);
  const spread = row === 0 ? spreadHeads(table) : none;
  for (const cell of cells) {
    const reach = spread.has(cell) ? cell.columnSpan : 1;
    for (const column of columns.slice(cell.column, cell.column + reach)) column.push(cell);
  }
  writer.beginPage(page);
  for (const [index, column] of columns.entries()) {
    writer.gap('| ');
    for (const cell of column) {
      if (cell.column < index) writer.again(withoutLeader(cell.words), escaped);
      else if (cell.row < row) writer.words(withoutLeader(cell.words), page, escaped);
      else placing.cells.push(writeCell(writer, cell, placing));
      writer.gap(' ');
    }
  }
  writer.gap('|');
}

function writeCell(writer: TextWriter, cell: PdfCell, { part, rowOffset }: Placing): TableCell {
  const charStart = writer.words(withoutLeader(cell.words), part.page, escaped);
  const { row, column, rowSpan, columnSpan, words } = cell;
  const rect = writer.rect(cell, words[0]!.turn, part.page);
  const charEnd = writer.length;
  const written = { row: row + rowOffset, column, rowSpan, columnSpan, charStart, charEnd };
  return rect ? { ...written, rect } : written;
}

const none: ReadonlySet<PdfCell> = new Set();

const onlyDots = /^[.…]+$/;
/** Dots at the end of a cell, from which on they lead to the next one. */
const fewestDots = 4;

/** The words of a cell without dots that lead to the next one: they say nothing, and are most of what a table has. */
function withoutLeader(words: PdfCell['words']): PdfCell['words'] {
  const last = words.findLastIndex(({ text }) => !onlyDots.test(text));
  const dots = words.slice(last + 1).reduce((sum, { text }) => sum + text.length, 0);
  return last >= 0 && dots >= fewestDots ? words.slice(0, last + 1) : words;
}

/** A bar would end the cell. Looking for one first is much quicker, and few texts have one. */
const escaped = ({ text }: { readonly text: string }) =>
  text.includes('|') ? text.replaceAll('|', String.raw`\|`) : text;

function rectOf(writer: TextWriter, { table, page }: TablePart): Rect[] {
  const [cell] = table.cells;
  const rect = cell && writer.rect(table, cell.words[0]!.turn, page);
  return rect ? [rect] : [];
}
