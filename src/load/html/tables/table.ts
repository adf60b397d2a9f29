import type { Link, Table } from '../../../types.ts';
import { isAmountText } from '../../tables/amount.ts';
import { countHeaderRows } from '../../tables/header-rows.ts';
import type { CellLook } from '../../tables/header-signs.ts';
import { type Grid, isTooSparse, markdownTable } from '../../write/markdown-table.ts';
import { isBoldCell } from '../look/is-bold.ts';
import { joinSigns } from './join-signs.ts';
import { mergeColumns } from './merge-columns.ts';
import {
  maxSpannedColumns,
  maxSpannedRows,
  placeCells,
  type PlacedCell,
  type SpanningCell,
} from './place-cells.ts';
import { tableLinks } from './table-links.ts';
import { attribute, findElement, type HtmlElement, isElement, isUnseen, textOf, walk } from '../tree.ts';

interface Row {
  readonly cells: readonly SpanningCell[];
  /** In `thead`, or of `th` alone. */
  readonly isHead: boolean;
}

interface DataTable {
  readonly caption: string;
  readonly markdown: string;
  /** The offsets are into `markdown`, and so are those of links. */
  readonly table: Table;
  readonly links: readonly Link[];
}

/** A table with longer cells lays out a page rather than data. */
const maxCellChars = 2000;
/** White space, and characters that show nothing: a zero-width space, marks of direction. */
const invisible = /^[\s\p{Cf}]*$/u;

/**
 * A data table as Markdown; undefined when the element lays out a page: it holds tables or headings, is a single row or
 * column, or says so. The rows that say that they are its header are, else those that look like one. A cell over several rows is
 * repeated in each below the header; a head over several columns stands over each of them, another cell in the first.
 */
export function dataTable(table: HtmlElement, base?: string): DataTable | undefined {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return undefined;
  if (findElement(table, (element) => element !== table && /^(?:table|h[1-6])$/.test(element.tagName))) {
    return undefined;
  }
  const all = rowsOf(table);
  const isFilled = all.map(({ cells }) => cells.some(({ text }) => text !== ''));
  const rows = all.filter((_, row) => isFilled[row]);
  if (rows.length < 2 || rows.every(({ cells }) => cells.length < 2)) return undefined;
  if (rows.some(({ cells }) => cells.some(({ text }) => text.length > maxCellChars))) return undefined;
  const placed = withoutEmptyRows(placeCells(all.map(({ cells }) => cells)), isFilled);
  const declared = rows.findIndex(({ isHead }) => !isHead);
  const bodyFrom = declared > 0 ? declared : rowOfAmounts(placed);
  const cells = mergeColumns(
    joinSigns(placed, bodyFrom).map((row) => row.filter(({ text }) => text !== '')),
    bodyFrom,
  );
  const columnCount = cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 0);
  if (columnCount < 2 || isTooSparse(rows.length * columnCount, cells.length)) return undefined;
  const headerRows = declared === 0 ? headsByLooks(cells, rows.length) : Math.max(1, declared);
  const caption = findElement(table, ({ tagName }) => tagName === 'caption');
  const { markdown, table: data } = markdownTable(gridOf(cells, { rowCount: rows.length, headerRows }));
  const links = tableLinks(
    cells.map(({ elements }) => elements),
    { cells: data.cells, markdown },
    base,
  );
  return { caption: caption ? textOf(caption) : '', markdown, table: data, links };
}

/** Empty rows count for what reaches down into them, and are no rows of the table. */
function withoutEmptyRows(rows: readonly PlacedCell[][], isFilled: readonly boolean[]): PlacedCell[][] {
  const filledBefore = [0];
  for (const filled of isFilled) filledBefore.push(filledBefore.at(-1)! + (filled ? 1 : 0));
  return rows
    .filter((_, row) => isFilled[row])
    .map((cells) =>
      cells.map((cell) => {
        const row = filledBefore[cell.row]!;
        return { ...cell, row, rowSpan: filledBefore[cell.row + cell.rowSpan]! - row };
      }),
    );
}

/**
 * Header rows of a table whose markup has none. The first row heads the others when nothing tells, but not where it holds amounts or
 * is nothing but a label, or where each row is a name and what it stands for.
 */
function headsByLooks(cells: readonly PlacedCell[], rowCount: number): number {
  if (cells.every(isNameOrValue)) return 0;
  const looks = cells.map((cell) => ({ ...cell, isBold: cell.elements.every(isBoldCell), size: 1 }));
  const count = countHeaderRows(looks, rowCount);
  if (count > 0) return withoutRecords(looks, count);
  const values = looks.filter(({ row, column }) => row === 0 && column > 0);
  return values.length === 0 || values.some(({ text }) => isAmountText(text)) ? 0 : 1;
}

/** The first row with an amount right of the first column; the second where none has. */
function rowOfAmounts(rows: readonly (readonly PlacedCell[])[]): number {
  const first = rows.findIndex((row) => row.some(({ column, text }) => column > 0 && isAmountText(text)));
  return first < 0 ? 1 : first;
}

type LookedCell = PlacedCell & CellLook;

/** A year, part of a date or period, or something in brackets. */
const periodOrUnit =
  /(?<!\d)(?:19|20)\d\d(?!\d)|^(?:[12]?\d|3[01]),|^\(.*\)$|\b(?:ended|ending|months?|weeks?|quarters?|years?)\b|^(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/**
 * How many of so many rows from the top head others. Those after the first with heads of columns do below one that spans columns or
 * rows, or hold periods or units, or all are bold above a plain body; of these, one alone has a label. So do words over amounts
 * that have no label, and rows without a label while none had one.
 */
function withoutRecords(cells: readonly LookedCell[], count: number): number {
  const rows = Array.from({ length: count }, (): LookedCell[] => []);
  for (const cell of cells) rows[cell.row]?.push(cell);
  const amounts = columnsOfAmounts(cells.filter(({ row }) => row >= count));
  const isOverAmounts = (row: readonly LookedCell[]) => row.every(({ column }) => amounts.has(column));
  let above: readonly LookedCell[] | undefined;
  let reach = 0;
  let isLabelled = false;
  let areBold = cells.some(({ row, column, isBold }) => row >= count && column > 0 && !isBold);
  for (const [at, row] of rows.entries()) {
    if (row.every(({ column }) => column === 0)) continue;
    const label = row.find(({ column }) => column === 0)?.text ?? '';
    const hasLabel = label !== '' && !periodOrUnit.test(label);
    areBold &&= row.every(({ isBold }) => isBold);
    const isHeader =
      !above ||
      reach > at ||
      above.some(({ columnSpan }) => columnSpan > 1) ||
      isOverAmounts(row) ||
      (label === '' && !isLabelled) ||
      (!(hasLabel && isLabelled) && (areBold || arePeriodsOrUnits(row)));
    if (!isHeader) return at;
    above = row;
    isLabelled ||= label !== '';
    reach = row.reduce((most, cell) => Math.max(most, cell.row + cell.rowSpan), reach);
  }
  return count;
}

/** Columns in which most cells hold amounts. */
function columnsOfAmounts(cells: readonly LookedCell[]): ReadonlySet<number> {
  const balance = new Map<number, number>();
  for (const { column, text } of cells)
    balance.set(column, (balance.get(column) ?? 0) + (isAmountText(text) ? 1 : -1));
  return new Set([...balance].flatMap(([column, more]) => (column > 0 && more > 0 ? [column] : [])));
}

const arePeriodsOrUnits = (row: readonly LookedCell[]): boolean =>
  row.every(({ column, text }) => column === 0 || periodOrUnit.test(text));

/** Of a table with two columns, in which the first names. */
const isNameOrValue = ({ column, columnSpan, elements }: PlacedCell): boolean =>
  column + columnSpan <= 2 && (column > 0 || elements.every(({ tagName }) => tagName === 'th'));

function gridOf(
  cells: readonly PlacedCell[],
  { rowCount, headerRows }: { readonly rowCount: number; readonly headerRows: number },
): Grid {
  const rows = Array.from({ length: rowCount }, (): string[] => []);
  const put = (row: number, column: number, text: string) => {
    const texts = rows[row]!;
    while (texts.length < column) texts.push('');
    texts[column] = text;
  };
  for (const { row, column, rowSpan, text } of cells) {
    put(row, column, text);
    for (let below = Math.max(row + 1, headerRows); below < row + rowSpan; below++) put(below, column, text);
  }
  return { rows, headerRows, spans: cells.filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1) };
}

function rowsOf(table: HtmlElement): Row[] {
  const rows: { cells: SpanningCell[]; isHead: boolean }[] = [];
  let head: HtmlElement | undefined;
  walk(table, {
    enter(node) {
      if (!isElement(node)) return false;
      if (node.tagName === 'thead') head ??= node;
      if (node.tagName === 'tr') rows.push({ cells: [], isHead: true });
      if (node.tagName === 'td' || node.tagName === 'th') {
        const row = rows.at(-1);
        row?.cells.push(cellOf(node));
        if (row && !head && node.tagName === 'td') row.isHead = false;
        return false;
      }
      return !isUnseen(node);
    },
    leave(node) {
      if (node === head) head = undefined;
    },
  });
  return rows;
}

function cellOf(element: HtmlElement): SpanningCell {
  const text = isUnseen(element) ? '' : textOf(element);
  return {
    element,
    text: invisible.test(text) ? '' : text,
    columns: span(attribute(element, 'colspan'), maxSpannedColumns),
    rows: span(attribute(element, 'rowspan'), maxSpannedRows),
  };
}

function span(value: string | undefined, most: number): number {
  const count = Number.parseInt(value ?? '1', 10);
  return count > 1 ? Math.min(count, most) : 1;
}
