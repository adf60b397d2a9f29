import { compareFound, keyOf, type FoundChunk } from './candidate.ts';
import type { FusionOptions } from './request.ts';

export interface FuseOptions extends FusionOptions {
  readonly vectorWeight: number;
}

/** A chunk as one search found it; lists are best first. */
export interface LegHit extends FoundChunk {
  readonly score: number;
}

export interface FusedChunk extends FoundChunk {
  readonly vectorScore?: number;
  readonly keywordScore?: number;
  /** 0…1 */
  readonly fusedScore: number;
}

/** What each search found; a search that did not run is absent. */
export interface Legs<T extends LegHit = LegHit> {
  readonly vector?: readonly T[];
  readonly keyword?: readonly T[];
}

/**
 * Merges the lists of the searches into one, best first, ties by chunk id.
 *
 * - `minmax`: w · n(vector) + (1 − w) · n(keyword) with n(s) = (s − min) / (max − min) over the list, 1 where all
 *   scores of a list are equal, and 0 for a chunk that the list lacks. A list alone counts fully.
 * - `rrf`: Σ 1 / (k + rank) over the lists that have the chunk, ranks from 1.
 *
 * @see https://arxiv.org/abs/2210.11934 (score fusion), https://doi.org/10.1145/1571941.1572114 (RRF)
 */
export function fuse({ vector, keyword }: Legs, options: FuseOptions): FusedChunk[] {
  const shareOf = options.method === 'rrf' ? reciprocalRanks(options.k) : normalisedScores;
  const vectorWeight = keyword ? options.vectorWeight : 1;
  const keywordWeight = vector ? 1 - options.vectorWeight : 1;
  const weights =
    options.method === 'rrf' ? { vector: 1, keyword: 1 } : { vector: vectorWeight, keyword: keywordWeight };
  const fused = new Map<string, FusedChunk>();
  add('vectorScore', vector, weights.vector);
  add('keywordScore', keyword, weights.keyword);
  return [...fused.values()].sort((a, b) => b.fusedScore - a.fusedScore || compareFound(a, b));

  function add(scoreName: 'vectorScore' | 'keywordScore', hits: readonly LegHit[] = [], weight = 1): void {
    const shares = shareOf(hits);
    for (const [index, { collection, chunkId, score }] of hits.entries()) {
      const key = keyOf({ collection, chunkId });
      const before = fused.get(key) ?? { collection, chunkId, fusedScore: 0 };
      const fusedScore = before.fusedScore + weight * (shares[index] ?? 0);
      fused.set(key, { ...before, [scoreName]: score, fusedScore });
    }
  }
}

function normalisedScores(hits: readonly LegHit[]): number[] {
  const scores = hits.map((hit) => hit.score);
  const minimum = scores.reduce((a, b) => Math.min(a, b), Infinity);
  const maximum = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  return scores.map((score) => (maximum > minimum ? (score - minimum) / (maximum - minimum) : 1));
}

function reciprocalRanks(k: number) {
  return (hits: readonly LegHit[]): number[] => hits.map((_, index) => 1 / (k + index + 1));
}
