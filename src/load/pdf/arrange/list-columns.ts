import { boundsOf, type Box } from '../geometry.ts';
import type { Line } from '../tables/drawn-lines.ts';
import type { Part } from './segments.ts';

/** Rows of a label and a value that each column holds at least. */
const minPairs = 4;
/** Lines across a column that it has at least, and how much of its width such a line covers. */
const minLines = 3;
const minCover = 0.8;
/** Baselines this close, in sizes, are level. */
const level = 0.1;
/** Share of the rows of the shorter column that may be level with the other's. */
const maxLevel = 0.5;

type Rows = readonly (readonly Part[])[];

/**
 * Where columns stand beside each other that are lists of labels and values, as in data sheets: nothing reaches over the
 * place, neither a row nor a line, lines part the rows of one column, and few rows are level with the other's. The cells
 * of one table are level, or have lines over all of it.
 *
 * @param rows parts of the rows from top to bottom.
 * @param edges places just left of where lines of text begin.
 * @param across lines drawn across the page, or parts of it.
 */
export function findListGutter(
  rows: Rows,
  edges: readonly number[],
  across: readonly Line[],
): number | undefined {
  if (across.length < minLines) return undefined;
  return edges.find((x) => {
    if (rows.some((row) => row.some((part) => part.x0 < x - 1 && part.x1 > x + 1))) return false;
    const left = rows.map((row) => row.filter(({ x1 }) => x1 <= x + 1));
    const right = rows.map((row) => row.filter(({ x0 }) => x0 >= x - 1));
    return (
      Math.min(pairsIn(left), pairsIn(right)) >= minPairs &&
      areRuledApart(boundsOf(left.flat()), boundsOf(right.flat()), across) &&
      levelRows(left, right) < maxLevel * Math.min(linesIn(left), linesIn(right))
    );
  });
}

/** Whether lines part the rows of one of the columns, and none is drawn over both. */
function areRuledApart(left: Box, right: Box, across: readonly Line[]): boolean {
  const [top, bottom] = [Math.min(left.y0, right.y0), Math.max(left.y1, right.y1)];
  const lines = across.filter(({ at }) => at > top && at < bottom);
  if (lines.some(({ from, to }) => from < left.x1 - 1 && to > right.x0 + 1)) return false;
  return [left, right].some(({ x0, x1 }) => {
    const cover = ({ from, to }: Line): number => Math.min(to, x1) - Math.max(from, x0);
    return lines.filter((line) => cover(line) >= minCover * (x1 - x0)).length >= minLines;
  });
}

function pairsIn(rows: Rows): number {
  return rows.filter((parts) => parts.some((part, index) => areLevel(part, parts[index + 1]))).length;
}

function linesIn(rows: Rows): number {
  return rows.filter((parts) => parts.length > 0).length;
}

function levelRows(left: Rows, right: Rows): number {
  return left.filter((parts, index) => areLevel(parts[0], right[index]![0])).length;
}

function areLevel(a: Part | undefined, b: Part | undefined): boolean {
  if (!a || !b) return false;
  return Math.abs(a.words[0]!.baseline - b.words[0]!.baseline) < level * a.size;
}
