import { sameLine, type Line, type Lines } from '../drawn-lines.ts';

/** Lines that cross each other, with the places of all of them. */
export interface Grid extends Lines {
  /** From left to right. */
  readonly xs: readonly number[];
  /** From top to bottom. */
  readonly ys: readonly number[];
}

/** Lines that end this close to another one, in points, touch it. */
const touching = 3;
/** What lines reach beyond the last line that crosses them, in points, is an open row or column. */
const open = 8;
/** A grid with more lines than this in one direction is a drawing. */
const maxLines = 400;

/** The groups of lines that are connected by crossing or touching each other. */
export function findGrids({ across, down }: Lines): Grid[] {
  if (across.length > maxLines || down.length > maxLines) return [];
  const left: Rest = { across: new Set(across), down: new Set(down) };
  const grids: Grid[] = [];
  for (const line of down) {
    if (!left.down.has(line)) continue;
    const connected = takeConnected(line, left);
    const grid = toGrid(connected);
    if (partsColumns(connected, grid)) grids.push(grid);
  }
  return grids;
}

/** Lines that are in no group yet. */
interface Rest {
  readonly across: Set<Line>;
  readonly down: Set<Line>;
}

function takeConnected(first: Line, left: Rest): Lines {
  const across: Line[] = [];
  const down = [first];
  left.down.delete(first);
  for (const line of down) {
    for (const crossing of left.across) {
      if (!touch(crossing, line)) continue;
      left.across.delete(crossing);
      across.push(crossing);
      for (const other of left.down) {
        if (!touch(crossing, other)) continue;
        left.down.delete(other);
        down.push(other);
      }
    }
  }
  return { across, down };
}

/** Whether some line down stands between columns, or lines down close both sides. */
function partsColumns({ across, down }: Lines, { xs }: Grid): boolean {
  const inner = down.some(({ at }) => at > xs[0]! + open && at < xs.at(-1)! - open);
  return across.length > 1 && (inner || placesOf(down).length > 1);
}

function touch(across: Line, down: Line): boolean {
  return isWithin(down.at, across) && isWithin(across.at, down);
}

function isWithin(place: number, { from, to }: Line): boolean {
  return place >= from - touching && place <= to + touching;
}

/** Closes the sides at which lines end without a line across. */
function toGrid(lines: Lines): Grid {
  const left = Math.min(...lines.across.map(({ from }) => from));
  const right = Math.max(...lines.across.map(({ to }) => to));
  const top = Math.min(...lines.down.map(({ from }) => from));
  const bottom = Math.max(...lines.down.map(({ to }) => to));
  const down = closed(lines.down, [left, right], { from: top, to: bottom });
  const across = closed(lines.across, [top, bottom], { from: left, to: right });
  return { across, down, xs: placesOf(down), ys: placesOf(across) };
}

function closed(
  lines: readonly Line[],
  [first, last]: readonly [number, number],
  side: Pick<Line, 'from' | 'to'>,
): Line[] {
  const places = lines.map(({ at }) => at);
  const result = [...lines];
  if (Math.min(...places) - first > open) result.push({ ...side, at: first });
  if (last - Math.max(...places) > open) result.push({ ...side, at: last });
  return result;
}

/** Where lines lie, each place once. */
function placesOf(lines: readonly Line[]): number[] {
  const places: number[] = [];
  for (const { at } of [...lines].sort((a, b) => a.at - b.at)) {
    if (places.length === 0 || at - places.at(-1)! > sameLine) places.push(at);
  }
  return places;
}
