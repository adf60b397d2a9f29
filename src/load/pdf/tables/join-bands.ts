import { boundsOf, type Box } from '../geometry.ts';
import type { Row } from '../rows.ts';
import { isAmount, partsOf } from './amounts.ts';
import type { Line } from './drawn-lines.ts';

/** Share of a table's width that a line across must cover to part its rows, and that lines drawn cell by cell must. */
const minCover = 0.6;
const minCoverByCells = 0.9;
/** Lines part the rows of a table when they make so many bands, and so many for each line of text. */
const minBands = 3;
const minShare = 0.4;
/** Distance of baselines between rows against that within them. */
const wideLeading = 1.2;
/** How far below the baseline words are underlined, in sizes, and how far off the ends of the line are from theirs, in points. */
const underline = 0.2;
const sameEdge = 1;

/**
 * The lines of text that make each row of a table: those between two lines across, where such lines part its rows;
 * those close to each other, where space does; undefined where nothing does.
 */
export function joinBands(rows: readonly Row[], across: readonly Line[]): Row[][] | undefined {
  return drawnBands(rows, across) ?? spacedBands(rows);
}

/** The lines of text between two lines across, where such lines part the rows of a table. */
function drawnBands(rows: readonly Row[], across: readonly Line[]): Row[][] | undefined {
  const bounds = boundsOf(rows);
  const places = placesOf(
    across.filter((line) => !rows.some((row) => isUnderline(line, row, bounds))),
    bounds,
  );
  const byPlace = new Map<number, Row[]>();
  for (const row of rows) {
    const above = places.filter((at) => at < middleOf(row)).length;
    byPlace.set(above, [...(byPlace.get(above) ?? []), row]);
  }
  const bands = [...byPlace.values()];
  if (bands.length < minBands || bands.some(listsValues)) return undefined;
  return bands.length >= minShare * rows.length || haveHangingLines(bands) ? bands : undefined;
}

/** Whether a line is drawn right below words of a row and no further, without the first of the table: links are underlined. */
function isUnderline({ at, from, to }: Line, { words, baseline, size }: Row, { x0: left }: Box): boolean {
  if (at < baseline || at > baseline + underline * size || from < left + size) return false;
  return words.some(({ x0 }) => isAt(x0, from)) && words.some((word) => isAt(word.x1, to));
}

const isAt = (x: number, edge: number): boolean => Math.abs(x - edge) < sameEdge;

/** Where a line covers much of a table's width, or several that are drawn cell by cell do nearly all of it. */
function placesOf(across: readonly Line[], { x0, x1 }: Pick<Row, 'x0' | 'x1'>): number[] {
  const covered = new Map<number, number[]>();
  for (const { at, from, to } of across) {
    const length = Math.max(0, Math.min(x1, to) - Math.max(x0, from));
    covered.set(at, [...(covered.get(at) ?? []), length]);
  }
  const isWide = (lengths: readonly number[]): boolean => {
    const all = lengths.reduce((sum, length) => sum + length, 0);
    return Math.max(...lengths) >= minCover * (x1 - x0) || all >= minCoverByCells * (x1 - x0);
  };
  return [...covered].filter(([, lengths]) => isWide(lengths)).map(([at]) => at);
}

/** The height of the small letters of a line, which lines across are above or below. */
const middleOf = ({ baseline, size }: Row): number => baseline - 0.3 * size;

/** Rows of a table with space between them: each begins at the left, and its other lines further right. */
function spacedBands(rows: readonly Row[]): Row[][] | undefined {
  const leadings = rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline);
  const tight = Math.min(...leadings);
  const bands: Row[][] = [];
  rows.forEach((row, index) => {
    if (index === 0 || leadings[index - 1]! > wideLeading * tight) bands.push([row]);
    else bands.at(-1)!.push(row);
  });
  return bands.length >= minBands && haveHangingLines(bands) ? bands : undefined;
}

/** Whether each band below the header begins at the left of the table, and its other lines further right and without amounts. */
function haveHangingLines([header = [], ...body]: readonly (readonly Row[])[]): boolean {
  const { x0 } = boundsOf([...header, ...body.flat()]);
  const isHanging = (row: Row): boolean => row.x0 > x0 + row.size && !hasAmounts(row);
  if (header.slice(0, -1).some(hasAmounts)) return false;
  return body.every(([first, ...others]) => !isHanging(first!) && others.every(isHanging));
}

const hasAmounts = (row: Row): boolean => partsOf(row).some(isAmount);

/** Whether two lines of text in a band hold numbers, so that they are rows themselves. */
function listsValues(band: readonly Row[]): boolean {
  return band.filter(hasAmounts).length > 1 || band.filter(hasQuantity).length > 1;
}

/** Whether a line has a label, and as its last cell a number with its unit: "Length  5 ft 3 in (1.6 m)". */
function hasQuantity(row: Row): boolean {
  const cells = partsOf(row);
  return cells.length > 1 && /^\p{Nd}/u.test(cells.at(-1)![0]!.text) && /^\p{L}/u.test(cells[0]![0]!.text);
}
