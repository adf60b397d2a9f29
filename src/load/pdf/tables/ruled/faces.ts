import { groupBy } from '../../../../util/lists/group-by.ts';
import type { Box } from '../../geometry.ts';
import type { Grid } from './grids.ts';
import { sameLine, type Line } from '../drawn-lines.ts';

/** A cell of a grid, inside of its lines. */
export interface Face extends Box {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Share of the side of a cell that a line must cover to be its border. */
const minCover = 0.5;

/** A cell of the grid that has not been joined to another. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * The cells of a grid: neighbours without a line between them are one. Where such neighbours make no rectangle, each
 * of their rows is a cell.
 */
export function facesOf(grid: Grid): Face[] {
  const { xs, ys } = grid;
  const columns = xs.length - 1;
  const parent = Array.from({ length: columns * (ys.length - 1) }, (_, index) => index);
  const root = (index: number): number => (parent[index] === index ? index : root(parent[index]!));
  const join = (a: number, b: number): void => {
    parent[root(b)] = root(a);
  };
  for (let row = 0; row + 1 < ys.length; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      if (column > 0 && !isDrawn(grid.down, xs[column]!, [ys[row]!, ys[row + 1]!])) join(at - 1, at);
      if (row > 0 && !isDrawn(grid.across, ys[row]!, [xs[column]!, xs[column + 1]!])) join(at - columns, at);
    }
  }
  const places = parent.map((_, at) => ({ row: Math.floor(at / columns), column: at % columns }));
  return [...groupBy(places, ({ row, column }) => root(row * columns + column)).values()]
    .flatMap((group) => rectangles(group))
    .map((rectangle) => toFace(rectangle, grid))
    .sort((a, b) => a.row - b.row || a.column - b.column);
}

function isDrawn(lines: readonly Line[], at: number, [from, to]: readonly [number, number]): boolean {
  let covered = 0;
  for (const line of lines) {
    if (Math.abs(line.at - at) > sameLine) continue;
    covered += Math.max(0, Math.min(to, line.to) - Math.max(from, line.from));
  }
  return covered >= minCover * (to - from);
}

function rectangles(places: readonly Place[]): Place[][] {
  const { rowSpan, columnSpan } = spanOf(places);
  if (rowSpan * columnSpan === places.length) return [[...places]];
  return [...groupBy(places, ({ row }) => row).values()].flatMap(runsOf);
}

/** Stretches of places of a row that are next to each other. */
function runsOf(row: readonly Place[]): Place[][] {
  const runs: Place[][] = [];
  for (const place of [...row].sort((a, b) => a.column - b.column)) {
    const run = runs.at(-1);
    if (run && run.at(-1)!.column + 1 === place.column) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

function spanOf(places: readonly Place[]): Omit<Face, keyof Box> {
  const rows = places.map((place) => place.row);
  const columns = places.map((place) => place.column);
  const row = Math.min(...rows);
  const column = Math.min(...columns);
  return { row, column, rowSpan: Math.max(...rows) - row + 1, columnSpan: Math.max(...columns) - column + 1 };
}

function toFace(places: readonly Place[], { xs, ys }: Grid): Face {
  const span = spanOf(places);
  const { row, column, rowSpan, columnSpan } = span;
  return { ...span, x0: xs[column]!, x1: xs[column + columnSpan]!, y0: ys[row]!, y1: ys[row + rowSpan]! };
}
