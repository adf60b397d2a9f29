import type { HeadingNumber } from './heading-numbers.ts';

const lowestLevel = 6;

/** What may be a heading. */
export interface Candidate {
  readonly text: string;
  readonly number?: HeadingNumber;
  /** Of the rule under or above it. */
  readonly style?: string;
  /** Ends like a sentence. */
  readonly isSentence: boolean;
  /** Has capitals and nothing else to show what it is. */
  readonly isOnlyCapitals?: boolean;
}

/** 1 for divisions and capitals, 2 and more for numbers by their depth; underlined titles by their style. */
export function levelsOf(candidates: readonly (Candidate | undefined)[]): (number | undefined)[] {
  const { levels, below } = rankStyles(candidates);
  return candidates.map((candidate) => {
    if (candidate === undefined) return undefined;
    const { number, style } = candidate;
    const level = number ? 1 + number.length + below : style === undefined ? 1 : levels.get(style)!;
    return Math.min(lowestLevel, level);
  });
}

interface StyleRanks {
  readonly levels: ReadonlyMap<string, number>;
  /** How much lower numbered headings stand than their number says, below underlined titles without one. */
  readonly below: number;
}

/** A style ranks one below the style that came up before it, as in reStructuredText; one with numbers as these say. */
function rankStyles(candidates: readonly (Candidate | undefined)[]): StyleRanks {
  const depths = new Map<string, number>();
  for (const one of candidates) {
    if (one?.style === undefined) continue;
    depths.set(one.style, Math.min(depths.get(one.style) ?? Infinity, one.number?.length ?? Infinity));
  }
  const levels = new Map<string, number>();
  let below: number | undefined;
  let level = 0;
  for (const [style, depth] of depths) {
    if (depth !== Infinity) below ??= Math.max(0, level - depth);
    level = depth === Infinity ? level + 1 : 1 + depth + below!;
    levels.set(style, level);
  }
  return { levels, below: below ?? 0 };
}
