/** Whether scores tell relevant hits from others, and whether they are right as often as they say. */

export interface Judged {
  /** 0…1. */
  readonly score: number;
  readonly isRelevant: boolean;
}

/** The share of pairs of a relevant and another hit in which the relevant one scores higher; a tie is half a pair. */
export function areaUnderCurve(hits: readonly Judged[]): number {
  const sorted = hits.toSorted((a, b) => a.score - b.score);
  let [lower, pairs, start] = [0, 0, 0];
  while (start < sorted.length) {
    let end = start;
    while (end < sorted.length && sorted[end]!.score === sorted[start]!.score) end += 1;
    const tied = sorted.slice(start, end);
    const relevant = tied.filter(({ isRelevant }) => isRelevant).length;
    pairs += relevant * (lower + (tied.length - relevant) / 2);
    lower += tied.length - relevant;
    start = end;
  }
  return pairs / (lower * (hits.length - lower));
}

export interface Tenth {
  readonly hits: number;
  readonly meanScore: number;
  readonly relevantShare: number;
}

/** The hits by tenths of their score, those without hits left out. */
export function tenths(hits: readonly Judged[]): Tenth[] {
  const tenthOf = ({ score }: Judged) => Math.min(9, Math.floor(10 * score));
  return Array.from({ length: 10 }, (_, tenth) => hits.filter((hit) => tenthOf(hit) === tenth))
    .filter(({ length }) => length > 0)
    .map((part) => ({
      hits: part.length,
      meanScore: part.reduce((sum, { score }) => sum + score, 0) / part.length,
      relevantShare: part.filter(({ isRelevant }) => isRelevant).length / part.length,
    }));
}

/** Expected calibration error: how far the mean score of a tenth is from the share that is relevant, weighted by its hits. */
export function expectedError(hits: readonly Judged[]): number {
  const errors = tenths(hits).map(
    ({ hits: count, meanScore, relevantShare }) => count * Math.abs(meanScore - relevantShare),
  );
  return errors.reduce((sum, error) => sum + error, 0) / hits.length;
}
