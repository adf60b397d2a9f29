import { isAmount, type LineCell } from './line-cells.ts';

/** Columns of a table in plain text, by columns of the page, the one of labels not among them. */
export interface Column {
  readonly start: number;
  readonly end: number;
  /** Whether amounts stand in it, rather than words. */
  readonly hasAmounts: boolean;
}

/** Share of the rows with amounts above which a place of the page belongs to a column: what stands out of line joins none. */
const leastShare = 0.1;
/** Of a mark, `<C>`. */
const markLength = 3;

/**
 * The columns of a table: where amounts stand over one another, and those that marks name without an amount near them. The marks
 * stand at the left of their columns, where they may miss the amounts, which end at the right.
 *
 * @param marks where each `<C>` stands.
 */
export function tableColumns(rows: readonly (readonly LineCell[])[], marks: readonly number[]): Column[] {
  const [first = 0] = marks;
  const withAmounts = rows
    .map((cells) => cells.filter(({ end, text }) => end > first && isAmount(text)))
    .filter((cells) => cells.length > 0);
  const covered: number[] = [];
  for (const { start, end } of withAmounts.flat())
    for (let at = start; at < end; at++) covered[at] = (covered[at] ?? 0) + 1;
  const columns: { start: number; end: number; hasAmounts: boolean }[] = [];
  let isOpen = false;
  for (let at = 0; at < covered.length; at++) {
    const isColumn = (covered[at] ?? 0) > leastShare * withAmounts.length;
    if (isColumn && isOpen) columns.at(-1)!.end = at + 1;
    else if (isColumn) columns.push({ start: at, end: at + 1, hasAmounts: true });
    isOpen = isColumn;
  }
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1] ?? Infinity;
    const own =
      columns.find(({ start, end }) => start < mark + markLength && end > mark) ??
      columns.find(({ start, end }) => start > mark && end <= next);
    if (own) own.start = Math.min(own.start, mark);
    else columns.push({ start: mark, end: mark + markLength, hasAmounts: false });
    columns.sort((a, b) => a.start - b.start);
  }
  return columns;
}

/** The columns that a range of the page reaches over, as a half-open range of indices; the nearest one where it stands between. */
export function columnsUnder(
  columns: readonly Column[],
  range: { readonly start: number; readonly end: number },
): { readonly first: number; readonly end: number } {
  const overlaps = columns.map(({ start, end }) => Math.min(end, range.end) - Math.max(start, range.start));
  const first = overlaps.findIndex((overlap) => overlap > 0);
  if (first >= 0) return { first, end: overlaps.findLastIndex((overlap) => overlap > 0) + 1 };
  const nearest = overlaps.indexOf(Math.max(...overlaps));
  return { first: nearest, end: nearest + 1 };
}

/** The column that a range shares most with, or else the nearest one. */
export function columnOf(
  columns: readonly Column[],
  range: { readonly start: number; readonly end: number },
): number {
  const overlaps = columns.map(({ start, end }) => Math.min(end, range.end) - Math.max(start, range.start));
  return overlaps.indexOf(Math.max(...overlaps));
}
