import { boundsOf } from '../geometry.ts';
import { rowText } from '../rows.ts';
import { mayBeProse, toSegment, type Part, type Segment } from './segments.ts';

/** Lines of prose that one column has at least, and lines of the other beside them. */
const minProse = 4;
const minBeside = 3;
/** Lines of a paragraph are mostly this long, as a share of the column's width. */
const fullLine = 0.8;
const minFull = 0.4;
/** Distance of the baselines of a paragraph's lines at most, in sizes, and share of the lines beside prose that are so close to another. */
const nearby = 1.6;
const minTogether = 0.6;
/** In sizes. */
const hanging = 1.5;
/** Share of the lines beside prose that may be level with it by chance. */
const maxLevel = 0.4;
/** Share of the rows of a column that are one part: those of a table's cells are more. */
const minSingle = 0.75;
const minNumbers = 2;
/** One may be a word of a picture. */
const minBetween = 2;
/** Share of the lines beside prose that say different things: cells of a table say the same again and again. */
const minDistinct = 0.5;
/** Of the lines beside prose, those that may be numbers. */
const maxNumeric = 0.4;

/** Rows from `from` up to, and without, `to`, in which columns stand on both sides of `x`. */
export interface ColumnsBeside {
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

type Rows = readonly (readonly Part[])[];

/**
 * Where text stands beside prose without having to do with it, as names and dates beside an abstract do: nothing reaches over the place between
 * them, and few lines are level with a line of the prose. The cells of a table are level with each other.
 *
 * @param rows parts of the rows from top to bottom.
 * @param edges places just left of where lines of text begin.
 */
export function findColumnsBeside(rows: Rows, edges: readonly number[]): ColumnsBeside | undefined {
  for (const x of edges) {
    for (const [from, to] of stretches(rows, x)) {
      if (to - from >= minProse && areBeside(rows.slice(from, to), x)) return { x, from, to };
    }
  }
  return undefined;
}

/** Whether a part begins in the column left of x; marks of notes and bullets hang a little left of the other one. */
export const isLeftOf = ({ x0, size }: Part, x: number): boolean => x0 < x - hanging * size;

/** Stretches of rows of which nothing reaches over x. */
function stretches(rows: Rows, x: number): [number, number][] {
  const found: [number, number][] = [];
  let start = 0;
  rows.forEach((parts, index) => {
    if (!parts.some((part) => isLeftOf(part, x) && part.x1 > x + 1)) return;
    found.push([start, index]);
    start = index + 1;
  });
  return [...found, [start, rows.length]];
}

function areBeside(rows: Rows, x: number): boolean {
  const [left, right] = [true, false].map((isLeft) =>
    rows
      .map((parts) => parts.filter((part) => isLeftOf(part, x) === isLeft))
      .filter(({ length }) => length > 0),
  ) as [Part[][], Part[][]];
  if (![left, right].every(isColumn) || haveBetween(left.flat(), right.flat())) return false;
  return isBesideProse(left.flat(), right.flat()) || isBesideProse(right.flat(), left.flat());
}

/** Whether nearly all rows are one part, and none has several numbers, as those of tables do. */
function isColumn(rows: Rows): boolean {
  const several = rows.filter((parts) => parts.length > 1);
  return (
    several.length <= (1 - minSingle) * rows.length &&
    several.every((parts) => parts.filter(isNumeric).length < minNumbers)
  );
}

/** Whether a column of labels or numbers of pages stands between the lines of prose of two columns: it may be of the other one. */
function haveBetween(left: readonly Part[], right: readonly Part[]): boolean {
  const end = Math.max(...left.filter(mayBeProse).map(({ x1 }) => x1));
  const start = Math.min(...right.filter(mayBeProse).map(({ x0 }) => x0));
  const isBetween = ({ x0, x1 }: Part): boolean => x0 > end && x1 < start;
  return (
    Number.isFinite(end) &&
    Number.isFinite(start) &&
    [...left, ...right].filter(isBetween).length >= minBetween
  );
}

const isNumeric = (part: Part) => toSegment(part).numeric;

/** Whether lines stand beside prose as a column of their own. */
function isBesideProse(lines: readonly Part[], prose: readonly Part[]): boolean {
  if (lines.length < minBeside || prose.filter(mayBeProse).length < minProse) return false;
  const written = prose.map(toSegment).filter((segment) => segment.prose);
  if (written.length < minProse || !isParagraph(written)) return false;
  const { y0, y1 } = boundsOf(written);
  const beside = lines.filter((line) => line.y1 > y0 && line.y0 < y1).map(toSegment);
  const numeric = beside.filter((line) => line.numeric);
  if (beside.length < minBeside || numeric.length > maxNumeric * beside.length) return false;
  if (!areTogether(beside) || ![beside, written].every(areDistinct)) return false;
  return areShifted(beside, written);
}

const areDistinct = (lines: readonly Segment[]) =>
  new Set(lines.map(rowText)).size >= minDistinct * lines.length;

/** Whether few lines are level with a line of the other column, to about a point. */
function areShifted(lines: readonly Segment[], others: readonly Segment[]): boolean {
  const heights = new Set(others.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  return lines.filter(({ baseline }) => heights.has(Math.round(baseline))).length <= maxLevel * lines.length;
}

/** Whether many lines are as wide as the column, and the one above or below them too. */
function isParagraph(lines: readonly Segment[]): boolean {
  const widths = lines.map(({ x0, x1 }) => x1 - x0).sort((a, b) => b - a);
  const wide = widths[Math.floor(widths.length / 10)]!;
  const isFull = (line: Segment | undefined) => line !== undefined && line.x1 - line.x0 >= fullLine * wide;
  const inRuns = lines.filter(
    (line, index) =>
      isFull(line) &&
      [lines[index - 1], lines[index + 1]].some((other) => isFull(other) && areNear(line, other!)),
  );
  return inRuns.length >= minFull * lines.length;
}

/** Whether most lines stand close to the one above or below, as those of an address do, and labels in the middle of large cells do not. */
function areTogether(lines: readonly Segment[]): boolean {
  const together = lines.filter((line, index) =>
    [lines[index - 1], lines[index + 1]].some((other) => other !== undefined && areNear(line, other)),
  );
  return together.length >= minTogether * lines.length;
}

const areNear = (one: Segment, other: Segment) =>
  Math.abs(one.baseline - other.baseline) < nearby * Math.max(one.size, other.size);
