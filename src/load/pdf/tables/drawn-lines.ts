import { median, type Box } from '../geometry.ts';

/** A straight line: across at a height, or down at a distance from the left. */
export interface Line {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Lines {
  readonly across: readonly Line[];
  readonly down: readonly Line[];
}

/** Lines this close to each other, in points, are one: double rules, borders of two cells. */
export const sameLine = 2.5;
/** Pieces of a line with gaps up to this, in points, are one line: dashes, and borders drawn cell by cell. */
const maxGap = 3;
/** A line is this long at least, in points. */
const minLength = 6;

/** Puts the pieces of lines together that rules are drawn in, whatever their order. */
export function joinRules(rules: readonly Box[]): Lines {
  const across = rules
    .filter(isAcross)
    .map(({ x0, y0, x1, y1 }) => ({ at: (y0 + y1) / 2, from: x0, to: x1 }));
  const down = rules
    .filter((rule) => !isAcross(rule))
    .map(({ x0, y0, x1, y1 }) => ({ at: (x0 + x1) / 2, from: y0, to: y1 }));
  return { across: joinLines(across), down: joinLines(down) };
}

function isAcross({ x0, y0, x1, y1 }: Box): boolean {
  return x1 - x0 >= y1 - y0;
}

function joinLines(pieces: readonly Line[]): Line[] {
  return groupByPlace(pieces)
    .flatMap((group) => joinPieces(group))
    .filter(({ from, to }) => to - from >= minLength);
}

/** Lines in groups of which each lies close to the one before. */
function groupByPlace(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const group = groups.at(-1);
    if (group && line.at - group[0]!.at <= sameLine) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The lines of one group, all at its middle. */
function joinPieces(pieces: readonly Line[]): Line[] {
  const at = median(pieces.map((piece) => piece.at));
  const joined: Line[] = [];
  for (const { from, to } of [...pieces].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from - last.to <= maxGap)
      joined[joined.length - 1] = { at, from: last.from, to: Math.max(last.to, to) };
    else joined.push({ at, from, to });
  }
  return joined;
}
