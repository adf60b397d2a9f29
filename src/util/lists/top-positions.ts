/**
 * Positions of the `limit` highest scores and of every other score equal to the lowest of them, so that the
 * caller can break ties; in no particular order. NaN scores are left out.
 */
export function topPositions(scores: Float64Array, limit: number): number[] {
  if (limit < 1) return [];
  const threshold = lowestOfTop(scores, limit);
  const positions: number[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    if ((scores[position] as number) >= threshold) positions.push(position);
  }
  return positions;
}

/** The `limit`-th highest score, by a heap of at most `limit` scores with the lowest on top; −∞ if there are fewer. */
export function lowestOfTop(scores: Float64Array, limit: number): number {
  const heap = new ScoreHeap(limit);
  for (const score of scores) if (!Number.isNaN(score)) heap.put(score);
  return heap.lowest;
}

/** The highest `size` of the scores that were put in; the lowest of them is at hand. */
export class ScoreHeap {
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
