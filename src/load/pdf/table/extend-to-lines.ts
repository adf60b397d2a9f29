import { boundsOf } from '../geometry.ts';
import type { Row } from '../rows.ts';
import type { TableSpan } from '../tables.ts';
import { coveredColumns, findColumns, segmentsOf, type Interval } from './columns.ts';
import type { Line } from './lines.ts';

/** Lines across a table begin and end within so many points of each other. */
const sameEnd = 6;
/** So many such lines show where a table begins and ends. */
const minLines = 3;

/**
 * Takes into a table the rows next to it up to the first and last of the lines that are drawn across it: lines of text
 * in one cell only. Rows that lie over several columns end it.
 */
export function extendToLines(span: TableSpan, rows: readonly Row[], across: readonly Line[]): TableSpan {
  const frame = frameOf(boundsOf(rows.slice(span.start, span.end)), across);
  if (!frame) return span;
  const columns = findColumns(rows.slice(span.start, span.end).map(segmentsOf));
  const belongs = (row: Row | undefined): boolean =>
    row !== undefined &&
    row.y0 > frame.from - row.size / 2 &&
    row.y1 < frame.to + row.size / 2 &&
    segmentsOf(row).every((segment) => isInOne(segment, columns));
  let { start, end } = span;
  while (belongs(rows[start - 1])) start--;
  while (belongs(rows[end])) end++;
  return { start, end };
}

/** From the first to the last of the lines that have the same ends as one that crosses the table, where they are enough. */
function frameOf(
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number },
  across: readonly Line[],
): { from: number; to: number } | undefined {
  const wide = across.filter(({ from, to }) => from <= x0 + sameEnd && to >= x1 - sameEnd);
  const inner = wide.find(({ at }) => at > y0 && at < y1);
  if (!inner) return undefined;
  const places = wide
    .filter(({ from, to }) => Math.abs(from - inner.from) <= sameEnd && Math.abs(to - inner.to) <= sameEnd)
    .map(({ at }) => at);
  return places.length < minLines ? undefined : { from: Math.min(...places), to: Math.max(...places) };
}

function isInOne(segment: Interval, columns: readonly Interval[]): boolean {
  const [first, last] = coveredColumns(segment, columns);
  return first === last;
}
