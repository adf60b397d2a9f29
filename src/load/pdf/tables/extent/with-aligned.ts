import type { Row } from '../../rows.ts';
import { segmentsOf, type Interval } from '../columns.ts';
import { wideGaps } from '../cells.ts';

/** Rows without cells that may lie between two that stand alike. */
const mostBetween = 2;
/** Distance of baselines from row to row, and how far the edges of cells may be apart, in sizes. */
const lineDistance = 1.8;
const sameEdge = 0.1;
/** Dots that lead to the number of a page: lists of contents are no tables. */
const leader = /^[.…]+$/;

/**
 * Which rows have cells, also those whose gaps are too narrow to say so, where their cells begin or end exactly as those of a row shortly
 * above: a long label may reach near to its amount.
 *
 * @param hasCells for each row whether its gaps say that it has cells.
 */
export function withAligned(rows: readonly Row[], hasCells: readonly boolean[]): boolean[] {
  let last: number | undefined;
  return rows.map((row, index) => {
    const above = rows[index - 1];
    const isApart = above !== undefined && row.baseline - above.baseline > lineDistance * row.size;
    if (isApart || (last !== undefined && index - last > mostBetween + 1)) last = undefined;
    const has = hasCells[index]! || (last !== undefined && standsLike(row, rows[last]!));
    if (has) last = index;
    return has;
  });
}

/** Whether a row has a label and a number, each part after the first at the left or right edge of one of the other row's. */
function standsLike(row: Row, other: Row): boolean {
  const hasValue = wideGaps(row).some(({ at }) => /^[^\p{L}]*\p{Nd}/u.test(row.words[at]!.text));
  if (!hasValue || row.words.some(({ text }) => leader.test(text))) return false;
  const places = segmentsOf(other);
  const within = sameEdge * row.size;
  const isAt = ({ x0, x1 }: Interval): boolean =>
    places.some((place) => Math.abs(place.x0 - x0) < within || Math.abs(place.x1 - x1) < within);
  return segmentsOf(row).slice(1).every(isAt);
}
