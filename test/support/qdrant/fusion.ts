import { badRequest } from './error.ts';

export interface Scored {
  readonly slot: number;
  readonly score: number;
}

const defaultK = 2;

/** Reciprocal rank fusion with ranks from 0: `1 / (k + rank)`; a weight of 3 counts three ranks as one. */
export function rrf(
  sources: readonly (readonly Scored[])[],
  { k, weights }: { readonly k?: number | null; readonly weights?: readonly number[] | null },
): Scored[] {
  if (weights && weights.length !== sources.length)
    throw badRequest(
      `Number of weights in RRF should match number of pre-fetches: got ${weights.length}, expected ${sources.length}`,
    );
  const contributions = sources.flatMap((source, place) => {
    const weight = weights?.[place] ?? 1;
    return source.map(({ slot }, rank) => ({
      slot,
      score: weight > 0 ? 1 / ((rank + 1) / weight + (k ?? defaultK) - 1) : 0,
    }));
  });
  return sum(contributions);
}

/** Distribution-based score fusion: three standard deviations around the mean become 0 to 1. */
export const dbsf = (sources: readonly (readonly Scored[])[]): Scored[] => sum(sources.flatMap(spread));

function spread(source: readonly Scored[]): Scored[] {
  const mean = source.reduce((total, { score }) => total + score, 0) / source.length;
  const squares = source.reduce((total, { score }) => total + (score - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (source.length - 1));
  return source.map(({ slot, score }) => ({
    slot,
    score: deviation > 0 ? (score - mean + 3 * deviation) / (6 * deviation) : 0.5,
  }));
}

function sum(contributions: readonly Scored[]): Scored[] {
  const scores = new Map<number, number>();
  for (const { slot, score } of contributions)
    scores.set(slot, Math.fround((scores.get(slot) ?? 0) + Math.fround(score)));
  return [...scores].map(([slot, score]) => ({ slot, score })).sort((a, b) => b.score - a.score);
}
