import { boundsOf } from '../geometry.ts';
import type { Row } from '../rows.ts';
import { isAmount } from './amounts.ts';
import type { Line } from './lines.ts';

/** Share of a table's width that a line across must cover to part its rows. */
const minCover = 0.6;
/** Lines part the rows of a table when they make so many bands, and so many for each line of text. */
const minBands = 3;
const minShare = 0.4;

/**
 * The lines of text that make each row of a table: those between two lines across, where such lines part its rows, else
 * one each.
 */
export function joinBands(rows: readonly Row[], across: readonly Line[]): Row[][] {
  const single = rows.map((row) => [row]);
  const { x0, x1 } = boundsOf(rows);
  const places = across.filter(
    ({ from, to }) => Math.min(x1, to) - Math.max(x0, from) >= minCover * (x1 - x0),
  );
  const bands = new Map<number, Row[]>();
  for (const row of rows) {
    const middle = row.baseline - 0.3 * row.size;
    const above = places.filter(({ at }) => at < middle).length;
    bands.set(above, [...(bands.get(above) ?? []), row]);
  }
  if (bands.size < minBands || bands.size < minShare * rows.length) return single;
  return [...bands.values()].some(listsValues) ? single : [...bands.values()];
}

/** Whether two lines of text in a band hold numbers, so that they are rows themselves. */
function listsValues(band: readonly Row[]): boolean {
  return band.filter(({ words }) => words.some((word) => isAmount([word]))).length > 1;
}
