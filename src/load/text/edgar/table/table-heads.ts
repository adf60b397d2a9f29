import type { GridSpan } from '../../../write/markdown-table.ts';
import { isRule, lineCells, type LineCell } from './line-cells.ts';
import { splitAtColumns } from './split-cells.ts';
import { type Column, columnOf, columnsUnder } from './table-columns.ts';

const rules = /[_=-]{3,}/g;
/** Share of a column that a head stands over where it reaches over several. */
const mostlyOver = 0.5;

/** Characters that a head in the middle of its column may begin left of it. */
const leeway = 4;

/** Parts lines above the columns into what the table is called, which begins left of them and stands alone, and heads. */
export function withoutCaption(
  lines: readonly string[],
  columns: readonly Column[],
): { readonly caption: string[]; readonly heads: string[] } {
  const isHead = (line: string) => {
    const cells = isRule(line) ? [] : lineCells(line);
    return cells.length > 1 || (cells.length === 1 && cells[0]!.start >= columns[0]!.start - leeway);
  };
  const first = lines.findIndex(isHead);
  const end = first < 0 ? lines.length : first;
  return { caption: lines.slice(0, end), heads: lines.slice(end) };
}

/** Rows of heads. A head reaches over the columns of the rule below it, unless others share that rule, or over those that it mostly stands over. */
export function headRows(
  lines: readonly string[],
  columns: readonly Column[],
): { readonly rows: string[][]; readonly spans: GridSpan[] } {
  const rows: string[][] = [];
  const spans: GridSpan[] = [];
  const rulesBelow = rulesBelowEach(lines);
  for (const [index, line] of lines.entries()) {
    if (isRule(line)) continue;
    const cells = lineCells(line)
      .filter(({ text }) => !isRule(text))
      .flatMap((cell) => splitAtColumns(cell, columns));
    const row: string[] = [];
    const above = spans.filter((span) => span.row === rows.length - 1);
    let end = 0;
    for (const cell of cells) {
      const isLabel =
        cell.start < columns[0]!.start && cell.end <= columns[0]!.start + 1 && cell === cells[0];
      const reach = isLabel
        ? { first: -1, end: 0 }
        : reachOf(cell, { cells, columns, rule: rulesBelow[index]!, above });
      const column = reach.first + 1;
      row[column] = [row[column], cell.text].filter(Boolean).join(' ');
      if (reach.end - reach.first > 1 && column >= end)
        spans.push({ row: rows.length, column, rowSpan: 1, columnSpan: reach.end - reach.first });
      end = reach.end + 1;
    }
    rows.push(Array.from(row, (text) => text ?? ''));
  }
  return { rows, spans };
}

/** Of each line the next one below it that has rules. */
function rulesBelowEach(lines: readonly string[]): string[] {
  const below: string[] = [];
  let next = '';
  for (let line = lines.length - 1; line >= 0; line--) {
    below[line] = next;
    if (lines[line]!.search(rules) >= 0) next = lines[line]!;
  }
  return below;
}

interface HeadPlace {
  readonly cells: readonly LineCell[];
  readonly columns: readonly Column[];
  readonly rule: string;
  /** Heads over several columns in the line above. */
  readonly above: readonly GridSpan[];
}

function reachOf(
  cell: LineCell,
  { cells, columns, rule, above }: HeadPlace,
): { readonly first: number; readonly end: number } {
  const middle = (cell.start + cell.end) / 2;
  const over = Array.from(rule.matchAll(rules), ({ index, 0: run }) => ({
    start: index,
    end: index + run.length,
  })).find(({ start, end }) => start <= middle && end > middle);
  const isShared = cells.some((one) => one !== cell && over && one.start < over.end && one.end > over.start);
  if (over && !isShared && over.end > columns[0]!.start) return columnsUnder(columns, over);
  const { first, end } = columnsUnder(columns, cell);
  const covered = columns
    .slice(first, end)
    .flatMap((column, index) => (isMostlyOver(cell, column) ? [first + index] : []));
  if (covered.length > 1) return { first: covered[0]!, end: covered.at(-1)! + 1 };
  const nearest = columnOf(columns, cell);
  // A second line of a head over several columns stands between two rules.
  const span = rule === '' || over ? undefined : above.find((one) => isUnder(one, nearest));
  const isBetween = span && !cells.some((one) => one !== cell && isUnder(span, columnOf(columns, one)));
  if (isBetween) return { first: span.column - 1, end: span.column - 1 + span.columnSpan };
  return { first: nearest, end: nearest + 1 };
}

const isMostlyOver = (cell: LineCell, column: Column): boolean =>
  Math.min(cell.end, column.end) - Math.max(cell.start, column.start) >=
  mostlyOver * (column.end - column.start);

const isUnder = ({ column, columnSpan }: GridSpan, index: number): boolean =>
  index + 1 >= column && index + 1 < column + columnSpan;
