import { boundsOf } from '../geometry.ts';
import { groupRows, type Row } from '../rows.ts';
import { isAmount } from './amounts.ts';
import type { Line } from './lines.ts';

/** Share of a table's width that a line across must cover to part its rows. */
const minCover = 0.6;
/** Lines part the rows of a table when they make so many bands, and so many for each line of text. */
const minBands = 3;
const minShare = 0.4;

/** Makes one row of the lines of text between two lines across, where such lines part the rows of a table. */
export function joinBands(rows: readonly Row[], across: readonly Line[]): readonly Row[] {
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
  if (bands.size < minBands || bands.size < minShare * rows.length) return rows;
  if ([...bands.values()].some(listsValues)) return rows;
  return [...bands.values()].map(joinRows);
}

/** Whether two lines of text in a band hold numbers, so that they are rows themselves. */
function listsValues(band: readonly Row[]): boolean {
  return band.filter(({ words }) => words.some((word) => isAmount([word]))).length > 1;
}

function joinRows(band: readonly Row[]): Row {
  const words = band.flatMap((row) => row.words);
  return { ...band[0]!, words: groupRows(words).flatMap((row) => row.words), ...boundsOf(words) };
}
