import type { Grid, GridSpan } from '../write/markdown-table.ts';
import { isAmount, lineCells, type LineCell } from './line-cells.ts';
import { tableRows } from './table-rows.ts';
import { type Column, columnsUnder, tableColumns } from './table-columns.ts';

/** A table that plain text sets by spaces. */
export interface TextTable {
  /** Lines over it that head no columns. */
  readonly caption: string;
  readonly grid: Grid;
  /** Lines below it. */
  readonly notes: string;
}

const rule = /^[\s_=-]*$/;
const runs = /[_=-]{3,}/g;
/** Lines of a header, at most, where it stands below the marks. */
const mostHeads = 10;
/** Longer lines are no rows, which bounds the work. */
const longestLine = 1000;

/**
 * A table as filings set them: heads, a line that marks the columns (`<S>` labels, `<C>` others), and rows. Undefined where it is
 * none, as where marks stand before text.
 */
export function textTable(
  above: readonly string[],
  marks: readonly number[],
  below: readonly string[],
): TextTable | undefined {
  if ([...above, ...below].some((line) => line.length > longestLine)) return undefined;
  const { heads, body, notes } = partsOf(above, below);
  const cells = body.map(lineCells);
  const columns = tableColumns(cells, marks);
  const rows = columns.length === 0 ? [] : tableRows(cells, columns);
  if (rows.every((row) => row.length < 2)) return undefined;
  const { caption, lines } = withoutCaption(heads, columns);
  const head = headRows(lines, columns);
  return {
    caption: caption.map((line) => line.trim()).join('\n'),
    grid: { rows: [...head.rows, ...rows], headerRows: head.rows.length, spans: head.spans },
    notes: notes.join('\n'),
  };
}

/** Heads end at the marks, or where they stand below these at a rule above the first amounts; notes follow the last row with several cells. */
function partsOf(above: readonly string[], below: readonly string[]) {
  const last = below.findLastIndex((line) => isRule(line) === false && lineCells(line).length > 1);
  const lines = below.slice(0, last + 1);
  const notes = below.slice(last + 1).filter((line) => !isRule(line));
  const first = lines.findIndex((line) => !isRule(line));
  const isHeaded = above.some((line) => !isRule(line));
  const end = (isHeaded ? 0 : headsAboveRule(lines)) || columnHeads(lines, first);
  return { heads: [...above, ...lines.slice(0, end)], body: lines.slice(end), notes };
}

/** Lines that go on heading columns below the marks: several words, no label. */
function columnHeads(lines: readonly string[], first: number): number {
  const cells = lineCells(lines[first] ?? '');
  const isHead =
    cells.length > 1 && /^\s{8}/.test(lines[first]!) && !cells.some(({ text }) => isAmount(text));
  return isHead && lines.some((line) => lineCells(line).some(({ text }) => isAmount(text))) ? first + 1 : 0;
}

function headsAboveRule(lines: readonly string[]): number {
  const end = lines.findIndex((line) => line.trim() !== '' && isRule(line));
  const heads = lines.slice(0, end);
  const areHeads =
    end > 0 && end <= mostHeads && !heads.some((line) => lineCells(line).some(({ text }) => isAmount(text)));
  return areHeads ? end : 0;
}

const isRule = (line: string): boolean => rule.test(line);

/** Parts the lines at the top that begin left of the columns and stand alone: what the table is called. */
function withoutCaption(lines: readonly string[], columns: readonly Column[]) {
  const isHead = (line: string) => {
    const cells = lineCells(line);
    return !isRule(line) && (cells.length > 1 || cells[0]!.start >= columns[0]!.start);
  };
  const first = lines.findIndex(isHead);
  const end = first < 0 ? lines.length : first;
  return { caption: lines.slice(0, end).filter((line) => !isRule(line)), lines: lines.slice(end) };
}

/** Rows of the header. A head reaches over the columns below the rule under it, unless others share that rule. */
function headRows(
  lines: readonly string[],
  columns: readonly Column[],
): { readonly rows: string[][]; readonly spans: GridSpan[] } {
  const rows: string[][] = [];
  const spans: GridSpan[] = [];
  for (const [index, line] of lines.entries()) {
    if (isRule(line)) continue;
    const cells = lineCells(line).filter(({ text }) => !isRule(text));
    const ruled = lines.slice(index + 1).find((below) => below.search(runs) >= 0) ?? '';
    const row: string[] = [];
    for (const cell of cells) {
      const isLabel =
        cell.start < columns[0]!.start && cell.end <= columns[0]!.start + 1 && cell === cells[0];
      const reach = isLabel ? undefined : columnsUnder(columns, rangeOf(cell, cells, ruled));
      const column = reach === undefined ? 0 : reach.first + 1;
      row[column] = [row[column], cell.text].filter(Boolean).join(' ');
      if (reach && reach.end - reach.first > 1)
        spans.push({ row: rows.length, column, rowSpan: 1, columnSpan: reach.end - reach.first });
    }
    rows.push(Array.from(row, (text) => text ?? ''));
  }
  return { rows, spans };
}

/** Of the rule that a head alone stands over, else its own. */
function rangeOf(
  cell: LineCell,
  beside: readonly LineCell[],
  ruled: string,
): Pick<LineCell, 'start' | 'end'> {
  const middle = (cell.start + cell.end) / 2;
  const over = Array.from(ruled.matchAll(runs), ({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
  })).find(({ start, end }) => start <= middle && end > middle);
  const isShared = beside.some((one) => one !== cell && over && one.start < over.end && one.end > over.start);
  return over && !isShared ? over : cell;
}
