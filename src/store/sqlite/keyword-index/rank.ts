import { saturation } from '../../../text/bm25.ts';
import { allowedOrdinals } from './allowed-ordinals.ts';
import { BestScores, type Candidate } from './best-scores.ts';
import type { BlockCursor } from './block-cursor.ts';
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
    const cursors = cursorsOf(index, terms, number).filter((cursor) => cursor !== undefined);
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
  const ordered = [...candidates].sort((a, b) => a.segment - b.segment || a.ordinal - b.ordinal);
  const { averageLength } = index;
  let segment = -1;
  let cursors: (BlockCursor | undefined)[] = [];
  return ordered.map((candidate) => {
    if (candidate.segment !== segment) cursors = cursorsOf(index, terms, candidate.segment);
    segment = candidate.segment;
    const { ordinal } = candidate;
    const { lengths } = index.segments[segment] as SegmentIndex;
    const relativeLength = (lengths[ordinal] as number) / averageLength;
    return { segment, ordinal, score: scoreOf(cursors, ordinal, relativeLength) };
  });
}

function scoreOf(
  cursors: readonly (BlockCursor | undefined)[],
  ordinal: number,
  relativeLength: number,
): number {
  let score = 0;
  for (const cursor of cursors) {
    const frequency = cursor?.frequencyOf(ordinal) ?? 0;
    if (cursor && frequency > 0) score += cursor.factor * saturation(frequency, relativeLength);
  }
  return score;
}
