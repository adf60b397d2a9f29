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

const fewestSegments = 8;
const mostSegments = 32;
/** A segment of which as much has gone is written anew by itself. */
const tooManyRemoved = 0.25;

/**
 * The neighbours that are cheapest to merge next: 8 to 32, of which the largest is no larger than the others
 * together. So what is copied ends in a segment at least twice as large, and no posting is copied more often than
 * log2 of all (with writes of one size log8), while at most about 8 · log2 of all segments stay. Or a
 * segment of which a quarter has gone. `undefined` when there is nothing to gain.
 */
export function chooseMerge(segments: readonly MergeCandidate[]): MergeRange | undefined {
  const wasteful = segments.findIndex((segment) => !segment.isBusy && segment.removedShare >= tooManyRemoved);
  if (wasteful >= 0) return { start: wasteful, end: wasteful + 1 };
  let best: (MergeRange & { readonly size: number }) | undefined;
  for (let start = 0; start < segments.length; start += 1) {
    const range = shortestFrom(segments, start);
    if (range && (!best || range.size < best.size)) best = range;
  }
  return best && { start: best.start, end: best.end };
}

function shortestFrom(
  segments: readonly MergeCandidate[],
  start: number,
): (MergeRange & { readonly size: number }) | undefined {
  let size = 0;
  let largest = 0;
  for (let end = start + 1; end <= Math.min(segments.length, start + mostSegments); end += 1) {
    const added = segments[end - 1] as MergeCandidate;
    if (added.isBusy) return undefined;
    size += added.size;
    largest = Math.max(largest, added.size);
    if (end - start >= fewestSegments && 2 * largest <= size) return { start, end, size };
  }
  return undefined;
}
