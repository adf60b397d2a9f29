import { boundsOf } from '../../geometry.ts';
import type { Row } from '../../rows.ts';
import type { Line } from '../drawn-lines.ts';
import type { TableSpan } from '../find-tables.ts';
import { drawnBands, middleOf, placesOf } from '../join-bands.ts';

/** Distance of baselines, in sizes, of the lines of text of one row, and of these from the lines drawn above and below. */
const lineDistance = 1.6;
const above = 2;
const below = 1;
/** Larger ones are titles. */
const maxSizeRatio = 1.1;

/**
 * Takes into a table whose rows are parted by lines across what stands with its first row below the line above it, and with its last
 * row above the line below it: bold heads are set one part higher than the other, and cells go on where others have ended.
 *
 * @param free from which row up to which there are no other tables.
 */
export function extendToLines(
  span: TableSpan,
  rows: readonly Row[],
  { across, free }: { readonly across: readonly Line[]; readonly free: TableSpan },
): TableSpan {
  const inside = rows.slice(span.start, span.end);
  if (drawnBands(inside, across) === undefined) return span;
  const { x0, x1 } = boundsOf(inside);
  const places = placesOf(across, { x0, x1 });
  const belongs = (row: Row, next: Row): boolean => {
    const [top, bottom] = [row, next].map(middleOf).sort((a, b) => a - b);
    const isNear = Math.abs(next.baseline - row.baseline) < lineDistance * row.size;
    const isWithin = row.x0 > x0 - row.size && row.x1 < x1 + row.size;
    const isAlike = row.size < maxSizeRatio * next.size;
    return isNear && isWithin && isAlike && !places.some((at) => at > top! && at < bottom!);
  };
  let { start, end } = span;
  while (start > free.start && rows[start - 1]!.bold && belongs(rows[start - 1]!, rows[start]!)) start--;
  while (end < free.end && belongs(rows[end]!, rows[end - 1]!)) end++;
  const [first, last] = [rows[start]!, rows[end - 1]!];
  const isClosedAbove = places.some((at) => at < middleOf(first) && at > first.baseline - above * first.size);
  const isClosedBelow = places.some((at) => at > middleOf(last) && at < last.baseline + below * last.size);
  const whole = { start: isClosedAbove ? start : span.start, end: isClosedBelow ? end : span.end };
  return drawnBands(rows.slice(whole.start, whole.end), across) === undefined ? span : whole;
}
