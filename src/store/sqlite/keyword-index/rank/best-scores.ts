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

/** The highest `size` of the scores that were put in; the lowest of them is at hand. */
class ScoreHeap {
  private readonly size: number;
  /** No parent is above its children. */
  private readonly scores: number[] = [];

  constructor(size: number) {
    this.size = size;
  }

  /** The lowest of the highest; −∞ while there are fewer than `size`. */
  get lowest(): number {
    return this.scores.length < this.size ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  put(score: number): void {
    if (this.scores.length < this.size) this.rise(score);
    else if (score > this.lowest) this.sink(score);
  }

  private rise(score: number): void {
    const { scores } = this;
    let place = scores.length;
    scores.push(score);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((scores[parent] as number) <= score) break;
      scores[place] = scores[parent] as number;
      place = parent;
    }
    scores[place] = score;
  }

  private sink(score: number): void {
    const { scores } = this;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= scores.length) break;
      if (child + 1 < scores.length && (scores[child + 1] as number) < (scores[child] as number)) child += 1;
      if ((scores[child] as number) >= score) break;
      scores[place] = scores[child] as number;
      place = child;
    }
    scores[place] = score;
  }
}
