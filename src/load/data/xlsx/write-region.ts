import { oneLine } from '../../../util/strings/one-line.ts';
import type { DocumentWriter } from '../../write/document-writer.ts';
import { type GridSpan, isTooSparse } from '../../write/markdown-table.ts';
import { countNotesBelow, hasHeader, isValue } from '../header-rows.ts';
import { RowWriter } from '../row-writer.ts';
import { isName, runsOf } from './columns.ts';
import { countHeads, isAmount, mostHeadRows } from './heads.ts';
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
  const isHead = over > 0 && isPeriodOver(region, over);
  for (const row of region.rows.slice(0, isHead ? over - 1 : over))
    writer.block('text', lineOver(row, region));
  const rows = isHead ? withPeriod(region, over) : region.rows.slice(over);
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
  if (unit === undefined) return [...row.cells.values()].map(oneLine).join(' ');
  const bracket = /^[(（[]/u.test(unit) ? unit : `(${unit})`;
  return title === undefined ? bracket : `${title} ${bracket}`;
}

/** Whether the row above the heads says the period of the values, and the first column has no name. */
function isPeriodOver(region: Region, over: number): boolean {
  const unit = unitIn(region.rows[over - 1]!, region) ?? '';
  return /\d/.test(unit) && region.rows[over]?.cells.has(region.columns[0]!) === false;
}

/** The rows from the heads on, the first column named by what stands above it and the period: each row is then told with these. */
function withPeriod(region: Region, over: number): SheetRow[] {
  const [heads, ...rows] = region.rows.slice(over);
  const name = lineOver(region.rows[over - 1]!, region);
  return [{ ...heads!, cells: new Map([[region.columns[0]!, name], ...heads!.cells]) }, ...rows];
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
  const merged = placeSpans(spans, region);
  const matrix = matrixOf(region);
  const rows = region.rows.map(({ number }, index) => ({ number, cells: matrix[index]! }));
  clearCovered(rows, merged);
  const placed = merged.some(({ row }) => row === rows[0]?.number)
    ? merged
    : [...merged, ...spanGroups(region, rows)];
  const header = headerRowsOf(region, rows, placed);
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

/** How many rows head the columns: several where cells of all but the last span columns, or name every column with them; else one or none. */
function headerRowsOf(region: Region, rows: readonly TableRow[], spans: readonly GridSpan[]): number {
  const below = rows.map(({ cells }) => cells);
  for (let count = Math.min(mostHeadRows, rows.length - 1); count > 1; count--) {
    const [upper, lower] = [rows.slice(0, count - 1), below.slice(2, count).flat()];
    const areWide = upper.every(({ number }) =>
      spans.some((one) => one.row === number && one.columnSpan > 1),
    );
    const isHead = areWide && !lower.some(isAmount) && !below[count - 1]!.some(isCode);
    if (isHead && hasHeader([joinedHeads(rows.slice(0, count), spans), ...below.slice(count, sampleRows)]))
      return count;
  }
  const heads = countHeads(region.rows);
  const isHeaded = hasHeader(below.slice(0, sampleRows));
  // A row of units below the names has no name itself.
  if (heads === 2 && (isHeaded ? below[1]![0] === '' : areNamesTogether(below))) return 2;
  return isHeaded ? 1 : 0;
}

/** A number of a telephone and the like, which names no column. */
const isCode = (cell: string): boolean => /\d/.test(cell) && !/\p{L}/u.test(cell) && !isValue(cell);

/** Names of columns, from the heads over one another. */
function joinedHeads(heads: readonly TableRow[], spans: readonly GridSpan[]): string[] {
  const spread = heads.map(({ number, cells }) => {
    const names = [...cells];
    for (const { row, column, columnSpan } of spans)
      if (row === number && columnSpan > 1) names.fill(names[column]!, column, column + columnSpan);
    return names;
  });
  return spread[0]!.map((_, column) =>
    spread
      .map((names) => names[column]!)
      .join(' ')
      .trim(),
  );
}

/** Whether two rows fill the same columns, and no two columns have the same names. */
function areNamesTogether([first = [], second = []]: readonly (readonly string[])[]): boolean {
  const names = first.map((name, column) => `${name}\n${second[column]}`).filter((name) => name !== '\n');
  const areFilled = first.every((name, column) => (name === '') === (second[column] === ''));
  return areFilled && new Set(names).size === names.length;
}

/**
 * Heads that each stand alone over a group of columns, which empty columns set off, span it as merged cells do: `2023` over two
 * columns and `2022` over the next two.
 */
function spanGroups({ columns }: Region, [first, second]: readonly TableRow[]): GridSpan[] {
  if (!first || !second) return [];
  const groups = runsOf(columns, 2)
    .map((run) => run.map((column) => columns.indexOf(column)).filter((position) => position > 0))
    .filter((group) => group.length > 0);
  const headed = groups.map((group) => group.filter((position) => first.cells[position] !== ''));
  const areHeads = headed.every(
    ([head, ...more], index) =>
      head !== undefined &&
      more.length === 0 &&
      isName(first.cells[head]!) &&
      groups[index]!.every((position) => isName(second.cells[position]!)),
  );
  if (groups.length < 2 || !areHeads) return [];
  return groups.flatMap((group, index) => {
    const [column, head] = [group[0]!, headed[index]![0]!];
    if (group.length === 1) return [];
    [first.cells[head], first.cells[column]] = ['', first.cells[head]!];
    return [{ row: first.number, column, rowSpan: 1, columnSpan: group.length }];
  });
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
