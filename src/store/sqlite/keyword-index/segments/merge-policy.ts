/** What the choice rests on. */
export interface MergeCandidate {
  /** The work of copying it. */
  readonly size: number;
  /** The share of its chunks that have gone, 0…1. */
  readonly removedShare: number;
  /** Already being merged. */
  readonly isBusy: boolean;
}

/** Segments `start` to `end`, exclusive. */
export interface MergeRange {
  readonly start: number;
  readonly end: number;
}

/** Neighbours are merged that are so many, if the largest of them has at most that share of all. */
interface Rule {
  readonly segments: number;
  readonly largestShare: number;
}

/** While documents are written, more segments stay, and about half as much is copied; a search pays for each segment. */
export type MergeTime = 'writing' | 'quiet';

const rules: Readonly<Record<MergeTime, readonly Rule[]>> = {
  writing: [
    { segments: 8, largestShare: 1 / 5 },
    { segments: 16, largestShare: 1 / 2 },
  ],
  quiet: [{ segments: 3, largestShare: 1 / 2 }],
};
const mostSegments = 32;
/** A segment of which as much has gone is written anew by itself. */
const tooManyRemoved = 0.25;

/**
 * The neighbours that are cheapest to merge next: 3 to 32 in quiet, 8 to 32 else, of which the largest is no larger than the others together.
 * So what is copied ends in a segment at least twice as large, and no posting is copied more often than log2 of all,
 * while at most about 4 · log2 of all segments stay in quiet, 16 · log2 else. Or a segment of which a quarter has gone. `undefined` when there is
 * nothing to gain.
 */
export function chooseMerge(segments: readonly MergeCandidate[], time: MergeTime): MergeRange | undefined {
  const wasteful = segments.findIndex((segment) => !segment.isBusy && segment.removedShare >= tooManyRemoved);
  if (wasteful >= 0) return { start: wasteful, end: wasteful + 1 };
  let best: (MergeRange & { readonly size: number }) | undefined;
  for (let start = 0; start < segments.length; start += 1) {
    const range = shortestFrom(segments, start, rules[time]);
    if (range && (!best || range.size < best.size)) best = range;
  }
  return best && { start: best.start, end: best.end };
}

function shortestFrom(
  segments: readonly MergeCandidate[],
  start: number,
  allowed: readonly Rule[],
): (MergeRange & { readonly size: number }) | undefined {
  let size = 0;
  let largest = 0;
  for (let end = start + 1; end <= Math.min(segments.length, start + mostSegments); end += 1) {
    const added = segments[end - 1] as MergeCandidate;
    if (added.isBusy) return undefined;
    size += added.size;
    largest = Math.max(largest, added.size);
    const isWorthwhile = (rule: Rule) => end - start >= rule.segments && largest <= rule.largestShare * size;
    if (allowed.some(isWorthwhile)) return { start, end, size };
  }
  return undefined;
}
