import { boundsOf, type Box } from '../geometry.ts';
import type { Segment } from './segments.ts';

/** A side of a row this full, as a share of its column's width, may be a line of a paragraph. */
const full = 0.75;
/** Distance of baselines, in sizes, within which rows belong to one table. */
const near = 3;
/** Distance of baselines, in sizes, of the lines of a paragraph. */
const lineDistance = 1.5;
/** Rows without text over the gutter that make a table by themselves. */
const minTableRows = 2;

interface Sides {
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
}

/** Whether text stands over x. */
export function crosses(segments: readonly Segment[], x: number): boolean {
  return segments.some((segment) => segment.x0 < x - 1 && segment.x1 > x + 1);
}

/**
 * Tells which rows are to be read across a gutter at x: those with text over it, and the rows of tables that
 * lie across it. Such a row stands on both sides and is no line of a paragraph on either; at least two rows of
 * the table hold numbers, or one has text over the gutter. The last line of a paragraph goes with the others.
 */
export function findSpanningRows(rows: readonly (readonly Segment[])[], x: number): boolean[] {
  const spans = rows.map((segments) => crosses(segments, x));
  const sides = rows.map((segments) => sidesOf(segments, x));
  const left = boundsOf(sides.flatMap((side) => side.left.filter(({ prose }) => prose)));
  const right = boundsOf(sides.flatMap((side) => side.right.filter(({ prose }) => prose)));
  const cells = rows.map((segments, index) =>
    spans[index] ? segments.length > 1 : mayBeCells(sides[index]!, left, right),
  );
  for (const [from, to] of runsOf(rows, cells)) {
    const run = rows.slice(from, to);
    const numbers = run.filter(hasValues).length;
    const anchored = spans.slice(from, to).includes(true);
    const around = [nextOfBoth(sides, from, -1), nextOfBoth(sides, to - 1, 1)];
    if (!anchored && around.some((index) => isBesideLine(sides[index], left, right))) continue;
    if (numbers >= minTableRows || (anchored && numbers > 0)) spans.fill(true, from, to);
  }
  rows.forEach((row, index) => {
    if (spans[index - 1] && isLastLine(rows[index - 1]!, row)) spans[index] = true;
  });
  return spans;
}

/** Index of the next row with text on both sides. */
function nextOfBoth(sides: readonly Sides[], from: number, step: 1 | -1): number {
  const isOfBoth = ({ left, right }: Sides): boolean => left.length > 0 && right.length > 0;
  let index = from + step;
  while (index >= 0 && index < sides.length && !isOfBoth(sides[index]!)) index += step;
  return index;
}

const isValue = ({ numeric }: Segment): boolean => numeric;

/** Whether values stand beside a line of a paragraph: the table is in one column, also where the other one has short lines. */
function isBesideLine(row: Sides | undefined, left: Box, right: Box): boolean {
  if (!row) return false;
  if (hasLine(row.left, left)) return row.right.some(isValue) && !hasLine(row.right, right);
  return row.left.some(isValue) && hasLine(row.right, right);
}

/** Whether a row is the short last line of the paragraph over both columns of which the row above is a line. */
function isLastLine([above, ...others]: readonly Segment[], [row, ...more]: readonly Segment[]): boolean {
  if (!above || !row || others.length > 0 || more.length > 0) return false;
  const distance = row.baseline - above.baseline;
  return row.x1 < above.x1 && distance < lineDistance * row.size && Math.abs(row.x0 - above.x0) < row.size;
}

function sidesOf(segments: readonly Segment[], x: number): Sides {
  return {
    left: segments.filter((segment) => segment.x1 <= x + 1),
    right: segments.filter((segment) => segment.x0 >= x - 1),
  };
}

function mayBeCells({ left, right }: Sides, leftColumn: Box, rightColumn: Box): boolean {
  if (left.length === 0 || right.length === 0) return false;
  const all = [...left, ...right];
  const isNumbers = all.filter(isValue).length * 2 > all.length;
  if (!isNumbers && isFull(left, leftColumn) && isFull(right, rightColumn)) return false;
  return !hasLine(left, leftColumn) && !hasLine(right, rightColumn);
}

/** Numbers are the values of a row beside its label; those in front are ordinals, or marks on a chart. */
function hasValues(segments: readonly Segment[]): boolean {
  return segments.slice(1).some(isValue);
}

function isFull(side: readonly Segment[], column: Box): boolean {
  const { x0, x1 } = boundsOf(side);
  return x1 - x0 >= full * (column.x1 - column.x0);
}

function hasLine(side: readonly Segment[], column: Box): boolean {
  return side.some((segment) => segment.prose && isFull([segment], column));
}

/** Stretches of rows with cells that are near each other, with single labels between them. */
function runsOf(rows: readonly (readonly Segment[])[], cells: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  cells.forEach((hasCells, index) => {
    if (!hasCells) return;
    const run = runs.at(-1);
    if (run && isNear(rows, run[1] - 1, index)) run[1] = index + 1;
    else runs.push([index, index + 1]);
  });
  return runs;
}

function isNear(rows: readonly (readonly Segment[])[], above: number, below: number): boolean {
  for (let index = above + 1; index <= below; index++) {
    const [last, row] = [rows[index - 1]!, rows[index]!];
    if (index < below && row.length > 1) return false;
    if (row[0]!.baseline - last[0]!.baseline > near * row[0]!.size) return false;
  }
  return below - above <= 2;
}
