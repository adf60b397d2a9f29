import { allowedOrdinals } from './allowed-ordinals.ts';
import { BestScores, type Candidate } from './best-scores.ts';
import { BlockCursor, makeRoom } from './block-cursor.ts';
import type { KeywordIndex } from './keyword-index.ts';
import { cursorsOf, type ScoredTerm } from './scored-terms.ts';
import { searchSegment } from './search-segment.ts';
import type { SegmentIndex } from './segment-index.ts';

/** What is asked of the index. */
export interface Ranking {
  readonly terms: readonly ScoredTerm[];
  /** Row ids of the chunks that may be found, ascending; absent when all may. */
  readonly ids: Float64Array | undefined;
  readonly limit: number;
  /** Lower scores are not wanted. */
  readonly atLeast?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The chunks with the `limit` highest BM25 scores that are wanted, and all that tie with the lowest of them, in no order. */
export function rank(index: KeywordIndex, { terms, ids, limit, atLeast, signal }: Ranking): Candidate[] {
  const { norms } = index;
  const slack = 1e-12 * terms.reduce((sum, { factor }) => sum + factor, 0);
  const best = new BestScores(limit, { slack, atLeast });
  for (const [number, segment] of index.segments.entries()) {
    signal?.throwIfAborted();
    const cursors = cursorsOf(index, terms, { segment: number, rooms: index.rooms });
    if (cursors.length === 0) continue;
    const allowed = allowedOrdinals(segment, ids);
    searchSegment({ segment: number, cursors, allowed, lengths: segment.lengths, norms }, best);
  }
  return exactly(index, terms, best.all());
}

/** The candidates with their scores to the last bit: the parts summed in the order of the terms. */
export function exactly(
  index: KeywordIndex,
  terms: readonly ScoredTerm[],
  candidates: readonly Candidate[],
): Candidate[] {
  const scored = candidates.map(({ segment, ordinal }) => ({ segment, ordinal, score: 0 }));
  scored.sort((a, b) => a.segment - b.segment || a.ordinal - b.ordinal);
  const room = (index.rooms[0] ??= makeRoom());
  for (let start = 0, end = 0; start < scored.length; start = end) {
    const { segment } = scored[start]!;
    while (scored[end]?.segment === segment) end += 1;
    const { lengths } = index.segments[segment] as SegmentIndex;
    for (const { lists, factor } of terms) {
      const list = lists[segment];
      if (list === undefined) continue;
      const cursor = new BlockCursor(list, undefined, room);
      for (let place = start; place < end; place += 1) {
        const candidate = scored[place]!;
        const frequency = cursor.frequencyOf(candidate.ordinal);
        if (frequency === 0) continue;
        const norm = index.norms[lengths[candidate.ordinal] as number] as number;
        candidate.score += factor * (frequency / (frequency + norm));
      }
    }
  }
  return scored;
}
