import type { DocumentWriter } from '../../write/document-writer.ts';
import { type GridSpan, isTooSparse } from '../../write/markdown-table.ts';
import { countNotesBelow, hasHeader } from '../header-rows.ts';
import { RowWriter } from '../row-writer.ts';
import type { SheetRow } from './read-sheet.ts';
import { countOver, matrixOf, type Region, unitIn } from './regions.ts';

const sampleRows = 20;

/** Writes a region as a table, and titles, units and notes over it and notes below it as text. @param spans of its sheet. */
export function writeRegion(
  writer: DocumentWriter,
  region: Region,
  { sheet, spans }: { readonly sheet: string; readonly spans: readonly GridSpan[] },
): void {
  if (region.columns.length === 1 || isSparse(region)) return writeLines(writer, region.rows);
  const over = countOver(region);
  for (const row of region.rows.slice(0, over)) writer.block('text', lineOver(row, region));
  const rows = region.rows.slice(over);
  const end = rows.length - countNotesBelow(matrixOf({ ...region, rows }));
  writeTable(writer, { ...region, rows: rows.slice(0, end) }, { sheet, spans });
  for (const row of rows.slice(end)) writer.block('text', [...row.cells.values()].join(' '));
}

function writeLines(writer: DocumentWriter, rows: readonly SheetRow[]): void {
  writer.block('text', rows.map(({ cells }) => [...cells.values()].join(' | ')).join('\n'));
}

/** A title or a note, and in brackets what the values below are in. */
function lineOver(row: SheetRow, region: Region): string {
  const unit = unitIn(row, region);
  const title = row.cells.get(region.columns[0]!);
  if (unit === undefined) return [...row.cells.values()].join(' ');
  const bracket = /^[(（[]/u.test(unit) ? unit : `(${unit})`;
  return title === undefined ? bracket : `${title} ${bracket}`;
}

function isSparse({ rows, columns }: Region): boolean {
  const filled = rows.reduce((sum, { cells }) => sum + cells.size, 0);
  return isTooSparse(rows.length * columns.length, filled);
}

function writeTable(
  writer: DocumentWriter,
  region: Region,
  { sheet, spans }: { readonly sheet: string; readonly spans: readonly GridSpan[] },
): void {
  const placed = placeSpans(spans, region);
  const matrix = matrixOf(region);
  const rows = region.rows.map(({ number }, index) => ({ number, cells: matrix[index]! }));
  clearCovered(rows, placed);
  const header = headerRowsOf(matrix, rows, placed);
  repeatBelow(rows.slice(header), placed);
  const table = new RowWriter(writer, {
    header: rows.slice(0, header),
    name: sheet,
    level: 2,
    spans: placed,
  });
  for (const row of rows.slice(header)) table.add(row);
  table.end();
}

/** The spans that begin in the region, with the positions of their columns in it. */
function placeSpans(spans: readonly GridSpan[], { rows, columns }: Region): GridSpan[] {
  const positions = new Map(columns.map((column, position) => [column, position]));
  const places = new Map(rows.map(({ number }, place) => [number, place]));
  return spans.flatMap((span) => {
    const [first, column] = [places.get(span.row), positions.get(span.column)];
    if (first === undefined || column === undefined) return [];
    const end = columns.findIndex((one) => one >= span.column + span.columnSpan);
    const columnSpan = (end < 0 ? columns.length : end) - column;
    let rowSpan = 1;
    while ((rows[first + rowSpan]?.number ?? Infinity) < span.row + span.rowSpan) rowSpan++;
    return rowSpan * columnSpan > 1 ? [{ row: span.row, column, rowSpan, columnSpan }] : [];
  });
}

interface TableRow {
  readonly number: number;
  readonly cells: string[];
}

/** Two where cells of the first row span and the second one names columns below them; else one or none. */
function headerRowsOf(
  matrix: readonly string[][],
  rows: readonly TableRow[],
  spans: readonly GridSpan[],
): number {
  const [first, second] = rows;
  if (!first || !second) return 0;
  const wide = spans.filter(({ row, columnSpan }) => row === first.number && columnSpan > 1);
  if (wide.length > 0) {
    const upper = [...first.cells];
    for (const { column, columnSpan } of wide) upper.fill(upper[column]!, column, column + columnSpan);
    const names = upper.map((name, column) => `${name} ${second.cells[column]}`.trim());
    if (hasHeader([names, ...matrix.slice(2, sampleRows)])) return 2;
  }
  return hasHeader(matrix.slice(0, sampleRows)) ? 1 : 0;
}

/** What merged cells cover stays in the file and is not shown. */
function clearCovered(rows: readonly TableRow[], spans: readonly GridSpan[]): void {
  const byNumber = new Map(rows.map((row, index) => [row.number, index]));
  for (const { row, column, rowSpan, columnSpan } of spans) {
    const first = byNumber.get(row)!;
    const shown = rows[first]!.cells[column]!;
    for (const { cells } of rows.slice(first, first + rowSpan)) cells.fill('', column, column + columnSpan);
    rows[first]!.cells[column] = shown;
  }
}

/** What stands in a cell over several rows is said in each of them, so that a row can be read alone. */
function repeatBelow(rows: readonly TableRow[], spans: readonly GridSpan[]): void {
  const byNumber = new Map(rows.map((row, index) => [row.number, index]));
  for (const { row, column, rowSpan } of spans) {
    const index = byNumber.get(row);
    if (index === undefined) continue;
    const { cells } = rows[index]!;
    for (const below of rows.slice(index + 1, index + rowSpan)) below.cells[column] = cells[column]!;
  }
}
