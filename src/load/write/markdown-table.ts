import type { Table, TableCell } from '../../types.ts';
import { oneLine } from '../../util/strings/one-line.ts';

/**
 * A table as rows of cells. A cell that spans stands where it begins; below, in its first column, it may be repeated, and the
 * others that it covers are empty. A head over several columns is written over each of them.
 */
export interface Grid {
  readonly rows: readonly (readonly string[])[];
  /** Rows from the top that head the others. */
  readonly headerRows: number;
  /** Only of cells that cover more than themselves. */
  readonly spans?: readonly GridSpan[];
}

export interface GridSpan {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Longer heads are written over the first of their columns alone. */
const longestRepeated = 200;
const bracket = /^[(（].*[)）]$/su;
/** Small grids may be as empty as they like. */
const smallGrid = 10_000;
const mostPlacesPerCell = 20;

/** Whether a grid with so many places and filled cells is too empty for a table, whose text would be far longer than theirs. */
export function isTooSparse(places: number, filled: number): boolean {
  return places > Math.max(smallGrid, mostPlacesPerCell * filled);
}

export interface MarkdownTable {
  readonly markdown: string;
  /** Its offsets are into `markdown`. */
  readonly table: Table;
}

/**
 * Markdown of a table, every cell in one line. Markdown has one header row: several are joined in their columns, and where
 * there is none it is empty.
 */
export function markdownTable({ rows, headerRows, spans = [] }: Grid): MarkdownTable {
  const columnCount = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const writer = new TableWriter(columnCount, spans);
  const heads = rows.slice(0, headerRows).map((cells, row) => ({ row, cells }));
  writer.line(spreadHeads(heads, { columnCount, spans }));
  writer.rule();
  rows.forEach((cells, row) => {
    if (row >= headerRows) writer.line([{ row, cells }]);
  });
  const markdown = writer.markdown();
  return {
    markdown,
    table: {
      charStart: 0,
      charEnd: markdown.length,
      rowCount: rows.length,
      columnCount,
      headerRows,
      cells: writer.cells.sort(byPlace),
      rects: [],
    },
  };
}

/**
 * Whether a head is repeated over the columns that it spans: not where those are all there are, or all but the first for a bracket,
 * which say what the table is, and what its amounts are in.
 */
export function isRepeatedHead(text: string, columnSpan: number, columnCount: number): boolean {
  const isOfAll = columnSpan >= columnCount - (bracket.test(text) ? 1 : 0);
  return columnSpan > 1 && !isOfAll && text.length <= longestRepeated;
}

/** Repeats heads over the columns that they span. */
function spreadHeads(
  heads: readonly Row[],
  { columnCount, spans }: { readonly columnCount: number; readonly spans: readonly GridSpan[] },
): Row[] {
  const spread = heads.map(({ row, cells }) => ({ row, cells: [...cells] }));
  for (const { row, column, columnSpan } of spans) {
    const text = heads[row]?.cells[column] ?? '';
    if (!isRepeatedHead(text, columnSpan, columnCount)) continue;
    for (let covered = column + 1; covered < column + columnSpan; covered++) {
      if (row < heads.length) spread[row]!.cells[covered] = text;
    }
  }
  return spread;
}

const byPlace = (a: TableCell, b: TableCell) => a.row - b.row || a.column - b.column;

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

class TableWriter {
  readonly cells: TableCell[] = [];
  /** Joined at the end, which takes less memory than strings that grow. */
  readonly #parts: string[] = [];
  #length = 0;
  readonly #columnCount: number;
  readonly #spans: ReadonlyMap<string, GridSpan>;
  /** Where cells that span may be repeated, which are no cells of their own. */
  readonly #repeats: ReadonlySet<string>;

  constructor(columnCount: number, spans: readonly GridSpan[]) {
    this.#columnCount = columnCount;
    this.#spans = new Map(spans.map((span) => [`${span.row} ${span.column}`, span]));
    this.#repeats = new Set(spans.flatMap(placesCovered));
  }

  /** Writes rows into one line. */
  line(rows: readonly Row[]): void {
    this.#write(this.#length === 0 ? '|' : '\n|');
    for (let column = 0; column < this.#columnCount; column++) {
      for (const { row, cells } of rows) this.#cell(cells[column] ?? '', row, column);
      this.#write(' |');
    }
  }

  rule(): void {
    this.#write(`\n|${' --- |'.repeat(this.#columnCount)}`);
  }

  markdown(): string {
    return this.#parts.join('');
  }

  #cell(value: string, row: number, column: number): void {
    const text = cellText(value);
    if (text === '') return;
    const charStart = this.#length + 1;
    this.#write(` ${text}`);
    if (this.#repeats.has(`${row} ${column}`)) return;
    const { rowSpan = 1, columnSpan = 1 } = this.#spans.get(`${row} ${column}`) ?? {};
    this.cells.push({ row, column, rowSpan, columnSpan, charStart, charEnd: this.#length });
  }

  #write(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

function placesCovered({ row, column, rowSpan, columnSpan }: GridSpan): string[] {
  const below = Array.from({ length: rowSpan - 1 }, (_, index) => `${row + 1 + index} ${column}`);
  const beside = Array.from({ length: columnSpan - 1 }, (_, index) => `${row} ${column + 1 + index}`);
  return [...below, ...beside];
}

/** What stands in a table for a value: in one line, its bars escaped. */
export function cellText(value: string): string {
  return oneLine(value).replaceAll('|', String.raw`\|`);
}
