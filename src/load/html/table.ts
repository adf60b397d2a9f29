import type { Link, Table } from '../../types.ts';
import { type Grid, isTooSparse, markdownTable } from '../write/markdown-table.ts';
import { maxSpannedColumns, maxSpannedRows, placeCells, type SpanningCell } from './place-cells.ts';
import { tableLinks } from './table-links.ts';
import { attribute, findElement, type HtmlElement, isElement, isUnseen, textOf, walk } from './tree.ts';

interface ElementCell extends SpanningCell {
  readonly element: HtmlElement;
}

interface Row {
  readonly cells: readonly ElementCell[];
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

/**
 * A data table as Markdown; undefined when the element lays out a page: it holds tables or headings, is a single row or
 * column, or says so. The rows that say that they are its header are, else the first is. A cell over several rows is
 * repeated in each below the header; one over several columns is followed by empty cells.
 */
export function dataTable(table: HtmlElement, base?: string): DataTable | undefined {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return undefined;
  if (findElement(table, (element) => element !== table && /^(?:table|h[1-6])$/.test(element.tagName))) {
    return undefined;
  }
  const rows = rowsOf(table).filter(({ cells }) => cells.some(({ text }) => text !== ''));
  if (rows.length < 2 || rows.every(({ cells }) => cells.length < 2)) return undefined;
  if (rows.some(({ cells }) => cells.some(({ text }) => text.length > maxCellChars))) return undefined;
  const firstOfBody = rows.findIndex(({ isHead }) => !isHead);
  const grid = placeCells(
    rows.map(({ cells }) => cells),
    Math.max(1, firstOfBody),
  );
  if (isSparse(grid)) return undefined;
  const caption = findElement(table, ({ tagName }) => tagName === 'caption');
  const { markdown, table: data } = markdownTable(grid);
  const elements = rows.flatMap(({ cells }) => cells.filter(({ text }) => text !== ''));
  const links = tableLinks(
    elements.map(({ element }) => element),
    { cells: data.cells, markdown },
    base,
  );
  return { caption: caption ? textOf(caption) : '', markdown, table: data, links };
}

function isSparse({ rows }: Grid): boolean {
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return isTooSparse(rows.length * widest, cells);
}

function rowsOf(table: HtmlElement): Row[] {
  const rows: { cells: ElementCell[]; isHead: boolean }[] = [];
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

function cellOf(element: HtmlElement): ElementCell {
  return {
    element,
    text: isUnseen(element) ? '' : textOf(element),
    columns: span(attribute(element, 'colspan'), maxSpannedColumns),
    rows: span(attribute(element, 'rowspan'), maxSpannedRows),
  };
}

function span(value: string | undefined, most: number): number {
  const count = Number.parseInt(value ?? '1', 10);
  return count > 1 ? Math.min(count, most) : 1;
}
