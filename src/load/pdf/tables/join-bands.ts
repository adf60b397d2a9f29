import { boundsOf } from '../geometry.ts';
import { splitWords, type Row } from '../rows.ts';
import { isAmount } from './amounts.ts';
import type { Line } from './drawn-lines.ts';

/** Share of a table's width that a line across must cover to part its rows. */
const minCover = 0.6;
/** Lines part the rows of a table when they make so many bands, and so many for each line of text. */
const minBands = 3;
const minShare = 0.4;
/** Distance of baselines between rows against that within them. */
const wideLeading = 1.2;
/** A gap of this many sizes stands between a number and the next cell. */
const cellGap = 0.8;

/**
 * The lines of text that make each row of a table: those between two lines across, where such lines part its rows;
 * those close to each other, where space does; else one each.
 */
export function joinBands(rows: readonly Row[], across: readonly Line[]): Row[][] {
  return drawnBands(rows, across) ?? spacedBands(rows) ?? rows.map((row) => [row]);
}

function drawnBands(rows: readonly Row[], across: readonly Line[]): Row[][] | undefined {
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
  if (bands.size < minBands || bands.size < minShare * rows.length) return undefined;
  return [...bands.values()].some(listsValues) ? undefined : [...bands.values()];
}

/** Rows of a table with space between them: each begins at the left, and its other lines further right. */
function spacedBands(rows: readonly Row[]): Row[][] | undefined {
  const leadings = rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline);
  const tight = Math.min(...leadings);
  const bands: Row[][] = [];
  rows.forEach((row, index) => {
    if (index === 0 || leadings[index - 1]! > wideLeading * tight) bands.push([row]);
    else bands.at(-1)!.push(row);
  });
  const { x0 } = boundsOf(rows);
  const isHanging = (row: Row): boolean => row.x0 > x0 + row.size && !hasAmounts(row);
  const [header, ...body] = bands;
  if (!header || bands.length < minBands || header.slice(0, -1).some(hasAmounts)) return undefined;
  if (body.some(([first, ...others]) => isHanging(first!) || !others.every(isHanging))) return undefined;
  return bands;
}

function hasAmounts(row: Row): boolean {
  return splitWords(row.words, cellGap * row.size).some(isAmount);
}

/** Whether two lines of text in a band hold numbers, so that they are rows themselves. */
function listsValues(band: readonly Row[]): boolean {
  return band.filter(hasAmounts).length > 1 || band.filter(hasQuantity).length > 1;
}

/** Whether a line has a label, and as its last cell a number with its unit: "Length  5 ft 3 in (1.6 m)". */
function hasQuantity({ words, size }: Row): boolean {
  const cells = splitWords(words, cellGap * size);
  return cells.length > 1 && /^\p{Nd}/u.test(cells.at(-1)![0]!.text) && /^\p{L}/u.test(cells[0]![0]!.text);
}
