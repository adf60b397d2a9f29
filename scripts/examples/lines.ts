/** A piece of a word with its face. `rise` lifts a footnote mark above the baseline, in points. */
export interface Piece {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly rise: number;
}

/** A part of a word between two places where a line may end. */
export interface Fragment {
  readonly pieces: readonly Piece[];
  readonly width: number;
  /** A space follows; otherwise the line may end here with a hyphen. */
  readonly endsWord: boolean;
}

export interface Line {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly hyphenated: boolean;
}

interface Measure {
  /** Of each line, in points; the last width holds for all further lines. */
  readonly widths: readonly number[];
  readonly space: number;
  readonly hyphen: number;
}

const shrink = 0.2;
const hyphenCost = 60;
const overfull = 1e6;
/** For a last line of one word. */
const loneWordCost = 150;

/**
 * Breaks a paragraph where the sum over lines of cubed stretch is least (dynamic programming over all
 * break places, as in Knuth and Plass, without fitness classes). Widths in points.
 */
export function breakLines(fragments: readonly Fragment[], measure: Measure): Line[] {
  const best: { cost: number; from: number; lines: number }[] = [{ cost: 0, from: 0, lines: 0 }];
  for (let to = 1; to <= fragments.length; to++) {
    best[to] = { cost: Infinity, from: to - 1, lines: 0 };
    let natural = 0;
    let spaces = 0;
    for (let from = to - 1; from >= 0; from--) {
      const fragment = fragments[from] as Fragment;
      if (fragment.endsWord && from < to - 1) spaces += 1;
      natural += fragment.width;
      const start = best[from] as { cost: number; lines: number };
      const width = measure.widths[Math.min(start.lines, measure.widths.length - 1)] as number;
      const hyphenated = !(fragments[to - 1] as Fragment).endsWord;
      const room = width - natural - spaces * measure.space - (hyphenated ? measure.hyphen : 0);
      const isLast = to === fragments.length;
      const cost = start.cost + lineCost(room, { spaces: spaces * measure.space, isLast, hyphenated });
      if (cost < (best[to] as { cost: number }).cost) best[to] = { cost, from, lines: start.lines + 1 };
      if (room < -spaces * measure.space * shrink && from < to - 1) break;
    }
  }
  return backtrack(best, fragments);
}

function lineCost(room: number, line: { spaces: number; isLast: boolean; hyphenated: boolean }): number {
  if (room < -line.spaces * shrink - 0.01) return overfull + room * room;
  const hyphen = line.hyphenated ? hyphenCost : 0;
  if (line.isLast) return (room >= 0 ? 0 : 100) + (line.spaces === 0 ? loneWordCost : 0);
  const ratio = room < 0 ? room / (line.spaces * shrink) : room / Math.max(line.spaces, 1);
  return 10 + 100 * Math.abs(ratio) ** 3 + hyphen;
}

function backtrack(best: readonly { from: number }[], fragments: readonly Fragment[]): Line[] {
  const lines: Line[] = [];
  for (let to = fragments.length; to > 0;) {
    const from = (best[to] as { from: number }).from;
    lines.unshift({ from, to, hyphenated: !(fragments[to - 1] as Fragment).endsWord });
    to = from;
  }
  return lines;
}
