import { saturation } from '../../text/bm25.ts';
import type { ChunkTerms } from '../chunk-terms.ts';

export interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

/**
 * The terms of a chunk as a sparse vector: the part of each in BM25 before idf, as if `usualLength` were the average
 * length. Different terms may share an index, whose weights then add up: a product with it is never too low.
 */
export function termVector({ frequencies, count }: ChunkTerms, usualLength: number): SparseVector {
  return toSparse(
    [...frequencies].map(([term, frequency]) => [term, saturation(frequency, count / usualLength)]),
  );
}

export function toSparse(weights: Iterable<readonly [term: string, weight: number]>): SparseVector {
  const byIndex = new Map<number, number>();
  for (const [term, weight] of weights) {
    const index = indexOf(term);
    byIndex.set(index, (byIndex.get(index) ?? 0) + weight);
  }
  return { indices: [...byIndex.keys()], values: [...byIndex.values()] };
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function indexOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < term.length; position += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}
