import type { Grid } from '../../../write/markdown-table.ts';
import { hasValue, isRow, isRule, lineCells, type LineCell, longestLine } from './line-cells.ts';
import { headRows, withoutCaption } from './table-heads.ts';
import { tableRows } from './table-rows.ts';
import { type Column, columnsUnder, tableColumns } from './table-columns.ts';

/** A table that plain text sets by spaces. */
export interface TextTable {
  /** Lines above it that head no columns. */
  readonly caption: readonly string[];
  readonly grid: Grid;
  /** Lines below the last row with values. */
  readonly notes: readonly string[];
}

/** The lines of a table above and below its marks. */
export interface TableLines {
  readonly above: readonly string[];
  /** Where each `<C>` stands; none where nothing marks the columns. */
  readonly marks: readonly number[];
  readonly below: readonly string[];
}

/** Rows with values, at least, and columns of values at most. */
const fewestRows = 2;
const mostColumns = 60;

/**
 * A table by its lines: heads, marks, and rows. Without marks rows need amounts, and heads are what stands above the first. Undefined where it is none, as
 * where marks stand before text.
 */
export function textTable({ above, marks, below }: TableLines): TextTable | undefined {
  if ([...above, ...below].some((line) => line.length > longestLine)) return undefined;
  const cells = below.map(lineCells);
  if (cells.some((line) => line.length > mostColumns)) return undefined;
  const columns = tableColumns(definingRows(cells), marks);
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  const end = rowsEnd(below, cells, columns);
  const start = marks.length === 0 ? headsAboveAmounts(below.slice(0, end)) : 0;
  const body = cells.slice(start, end);
  if (body.filter(isRow).length < fewestRows) return undefined;
  const { caption, heads } = withoutCaption([...above, ...below.slice(0, start)], columns);
  const head = headRows(heads, columns);
  return {
    caption: caption.filter((line) => !isRule(line)),
    grid: {
      rows: [...head.rows, ...tableRows(body, columns)],
      headerRows: head.rows.length,
      spans: head.spans,
    },
    notes: below.slice(end).map((line) => (isRule(line) ? '' : line)),
  };
}

/** Share of the rows with amounts that is enough to tell columns by these alone. */
const enoughAmounts = 0.25;

/** The rows that show where columns stand: those with amounts, or where they are few all with cells far apart. */
function definingRows(cells: readonly (readonly LineCell[])[]): (readonly LineCell[])[] {
  const rows = cells
    .map((line) => line.filter(({ text }) => !isRule(text) || /^--?$/.test(text)))
    .filter(isRow);
  const withAmounts = rows.filter(hasValue);
  return withAmounts.length >= Math.max(fewestRows, enoughAmounts * rows.length) ? withAmounts : rows;
}

/** The line behind the last row; words directly below it, within one column, belong to it. */
function rowsEnd(
  lines: readonly string[],
  cells: readonly (readonly LineCell[])[],
  columns: readonly Column[],
): number {
  const hasAmounts = cells.filter(hasValue).length >= fewestRows;
  let end =
    cells.findLastIndex(
      (line, index) => !isRule(lines[index]!) && (hasAmounts ? hasValue(line) : isRow(line)),
    ) + 1;
  while (end < lines.length && isWithinColumn(cells[end]!, columns)) end++;
  return end;
}

/** Whether a line is words in one column of words. */
function isWithinColumn([cell, ...others]: readonly LineCell[], columns: readonly Column[]): boolean {
  if (cell === undefined || others.length > 0 || isRule(cell.text)) return false;
  if (cell.end <= columns[0]!.start) return cell.start > 0 && !columns.every(({ hasAmounts }) => hasAmounts);
  const { first, end } = columnsUnder(columns, cell);
  return cell.start >= columns[0]!.start && end - first === 1 && !columns[first]!.hasAmounts;
}

/** Labels alone above the first amounts are rows. */
function headsAboveAmounts(lines: readonly string[]): number {
  const first = lines.findIndex((line) => hasValue(lineCells(line)));
  const heads = lines.slice(0, Math.max(0, first));
  return heads.findLastIndex((line) => (isRule(line) ? line.trim() !== '' : lineCells(line).length > 1)) + 1;
}
