import { attribute, findElement, type HtmlElement, isElement, isUnseen, textOf, walk } from './tree.ts';

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

interface Table {
  readonly caption: string;
  /** Markdown with a header row. */
  readonly markdown: string;
}

/** A table with longer cells lays out a page rather than data. */
const maxCellChars = 2000;
/** Cells that span are spelt out in the columns up to here, which keeps the work linear. */
const maxSpannedColumns = 64;
const maxSpannedRows = 100;

/**
 * A data table as Markdown, its first row as the header; undefined when the element lays out a page: it holds tables or headings,
 * is a single row or column, or says so. A cell over several rows is repeated in each; one over several columns is
 * followed by empty cells.
 */
export function dataTable(table: HtmlElement): Table | undefined {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return undefined;
  if (findElement(table, (element) => element !== table && /^(?:table|h[1-6])$/.test(element.tagName))) {
    return undefined;
  }
  const rows = rowsOf(table).filter((cells) => cells.some(({ text }) => text !== ''));
  if (rows.length < 2 || rows.every((cells) => cells.length < 2)) return undefined;
  if (rows.some((cells) => cells.some(({ text }) => text.length > maxCellChars))) return undefined;
  const caption = findElement(table, ({ tagName }) => tagName === 'caption');
  return { caption: caption ? textOf(caption) : '', markdown: markdownTable(spread(rows)) };
}

function rowsOf(table: HtmlElement): Cell[][] {
  const rows: Cell[][] = [];
  walk(table, {
    enter(node) {
      if (!isElement(node)) return false;
      if (node.tagName === 'tr') rows.push([]);
      if (node.tagName === 'td' || node.tagName === 'th') {
        rows.at(-1)?.push(cellOf(node));
        return false;
      }
      return !isUnseen(node);
    },
  });
  return rows;
}

function cellOf(element: HtmlElement): Cell {
  return {
    text: isUnseen(element) ? '' : textOf(element).replaceAll('|', String.raw`\|`),
    columns: span(attribute(element, 'colspan'), maxSpannedColumns),
    rows: span(attribute(element, 'rowspan'), maxSpannedRows),
  };
}

function span(value: string | undefined, most: number): number {
  const count = Number.parseInt(value ?? '1', 10);
  return count > 1 ? Math.min(count, most) : 1;
}

/** Puts cells into columns: what reaches down from rows above comes first where it stands. */
function spread(rows: readonly (readonly Cell[])[]): string[][] {
  const reaching: { text: string; left: number }[] = [];
  return rows.map((cells) => {
    const row: string[] = [];
    const fill = () => {
      for (let above = reaching[row.length]; above && above.left > 0; above = reaching[row.length]) {
        above.left--;
        row.push(above.text);
      }
    };
    for (const cell of cells) {
      fill();
      for (let column = 0; column < cell.columns; column++) {
        const text = column === 0 ? cell.text : '';
        if (row.length < maxSpannedColumns) reaching[row.length] = { text, left: cell.rows - 1 };
        row.push(text);
      }
    }
    fill();
    return row;
  });
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  return [header, header.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
