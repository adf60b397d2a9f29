import { firstIndex } from '../../../../text/spans.ts';
import { isAmount, type LineCell, longestLine } from './line-cells.ts';

/** A column of values by columns of the page, half-open; that of labels, left of the first, is none of them. */
export interface Column {
  readonly start: number;
  readonly end: number;
  /** Whether most of what stands in it is amounts, rather than words. */
  readonly hasAmounts: boolean;
}

type Range = Pick<Column, 'start' | 'end'>;

/** Share of the rows that may reach into the space between two columns. */
const mostStray = 0.1;

/**
 * The columns of a table: where values stand over one another and space, which nearly all rows share, parts them.
 *
 * @param rows cells of the lines that have several.
 * @param marks where each `<C>` stands; of these columns stand to the right of their mark, or under it, or to the left. None where the table is not marked.
 */
export function tableColumns(rows: readonly (readonly LineCell[])[], marks: readonly number[]): Column[] {
  const values = rows.map((cells) => cells.filter((cell, index) => index > 0 || isValue(cell, marks)));
  const covered = coverage(values);
  const most = Math.floor(mostStray * values.length);
  const ranges: Range[] = [];
  let start: number | undefined;
  for (let at = 0; at <= covered.length; at++) {
    const isColumn = covered[at]! > most;
    if (isColumn) start ??= at;
    else if (start !== undefined) {
      ranges.push({ start, end: at });
      start = undefined;
    }
  }
  const parted = partedRanges(ranges, { values, covered });
  const own = parted.filter(({ end }) => end > (marks[0] ?? 0));
  return withAmounts(own.length < marks.length ? parted : own, values);
}

/** Of each column of the page, how many cells reach over it. */
function coverage(rows: readonly (readonly LineCell[])[]): Int32Array {
  const covered = new Int32Array(longestLine * 2);
  for (const { start, end } of rows.flat())
    for (let at = start; at < Math.min(end, covered.length); at++) covered[at]!++;
  return covered;
}

/** Share of the rows with something in a column that have several cells there where it is more than one. */
const mostlySeveral = 0.5;

interface Values {
  readonly values: readonly (readonly LineCell[])[];
  readonly covered: Int32Array;
}

/** Columns where stray cells close the space between two are parted where fewest cells stand. */
function partedRanges(ranges: readonly Range[], { values, covered }: Values): Range[] {
  return ranges.flatMap((range) => {
    const rows = values
      .map((cells) => cells.filter((cell) => cell.start < range.end && cell.end > range.start))
      .filter((cells) => cells.length > 0);
    const several = rows.filter((cells) => cells.length > 1);
    if (several.length <= mostlySeveral * rows.length) return [range];
    const from = several.reduce((least, [cell]) => Math.min(least, cell!.end), range.end);
    const to = several.reduce((most, [, cell]) => Math.max(most, cell!.start), range.start);
    let at = Math.max(from, range.start + 1);
    for (let place = at; place < Math.min(to, range.end - 1); place++)
      if (covered[place]! < covered[at]!) at = place;
    const [left, right] = [
      { start: range.start, end: at },
      { start: at + 1, end: range.end },
    ];
    return left.end > left.start && right.end > right.start
      ? partedRanges([left, right], { values: rows, covered })
      : [range];
  });
}

/** Whether the first cell of a line is no label. */
function isValue({ start, text }: LineCell, [first = Infinity]: readonly number[]): boolean {
  return start >= first || (isAmount(text) && start * 2 > first);
}

function withAmounts(ranges: readonly Range[], rows: readonly (readonly LineCell[])[]): Column[] {
  const amounts = ranges.map(() => 0);
  const all = ranges.map(() => 0);
  for (const cell of rows.flat()) {
    const column = columnOf(ranges, cell);
    if (column < 0) continue;
    all[column]!++;
    if (isAmount(cell.text)) amounts[column]!++;
  }
  return ranges.map((range, column) => ({ ...range, hasAmounts: amounts[column]! * 2 >= all[column]! }));
}

/** The columns that a range of the page reaches over, as a half-open range of indices; the nearest one where it stands between. */
export function columnsUnder(
  columns: readonly Range[],
  { start, end }: Range,
): { readonly first: number; readonly end: number } {
  const first = firstIndex(columns.length, (index) => columns[index]!.end > start);
  const behind = firstIndex(columns.length, (index) => columns[index]!.start >= end);
  if (behind > first) return { first, end: behind };
  const left = columns[first - 1];
  const right = columns[first];
  const isLeft = left && (!right || start - left.end < right.start - end);
  const nearest = isLeft ? first - 1 : first;
  return { first: nearest, end: nearest + 1 };
}

/** The column that a range shares most with, or else the nearest one; -1 where there is none. */
export function columnOf(columns: readonly Range[], range: Range): number {
  if (columns.length === 0) return -1;
  const { first, end } = columnsUnder(columns, range);
  let best = first;
  for (let column = first + 1; column < end; column++)
    if (shared(columns[column]!, range) > shared(columns[best]!, range)) best = column;
  return best;
}

const shared = (a: Range, b: Range): number => Math.min(a.end, b.end) - Math.max(a.start, b.start);
