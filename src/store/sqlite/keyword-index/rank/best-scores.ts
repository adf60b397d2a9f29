import { ScoreHeap } from '../../../../util/lists/top-positions.ts';

/** A chunk that may be among the best: by its segment's number and its ordinal there. */
export interface Candidate {
  readonly segment: number;
  readonly ordinal: number;
  readonly score: number;
}

/** The candidates with the `limit` highest scores, and all that tie with the lowest of them but for rounding. */
export class BestScores {
  /** A candidate must reach this to be among the best. */
  threshold: number;
  private readonly heap: ScoreHeap;
  private candidates: Candidate[] = [];
  private readonly slack: number;
  private pruneAt: number;

  /**
   * @param slack scores that differ by less may be equal in truth: they are summed in any order at first
   * @param atLeast lower ones are not wanted
   */
  constructor(
    limit: number,
    { slack, atLeast = 0 }: { readonly slack: number; readonly atLeast?: number | undefined },
  ) {
    this.slack = slack;
    this.heap = new ScoreHeap(limit);
    this.threshold = limit < 1 ? Infinity : Math.max(0, atLeast - slack);
    this.pruneAt = 4 * limit + 1000;
  }

  add(candidate: Candidate): void {
    if (candidate.score < this.threshold) return;
    this.candidates.push(candidate);
    this.heap.put(candidate.score);
    this.threshold = Math.max(this.threshold, this.heap.lowest - this.slack);
    if (this.candidates.length >= this.pruneAt) this.prune();
  }

  all(): readonly Candidate[] {
    this.prune();
    return this.candidates;
  }

  private prune(): void {
    this.candidates = this.candidates.filter(({ score }) => score >= this.threshold);
    this.pruneAt = 2 * this.candidates.length + 1000;
  }
}
