import type { ScoredChunk } from '../../store.ts';
import { cosine, normOf } from '../cosine.ts';
import type { SqlDatabase } from '../driver.ts';
import { mostVectorsAtOnce, storedVectors } from '../stored-vectors.ts';
import { lowestOfTop } from '../top-positions.ts';
import type { Finds } from './scan.ts';

interface Candidate {
  readonly id: number;
  readonly approximate: number;
  /** Neither the exact score is above `approximate + bound` nor below `approximate − bound`. */
  readonly bound: number;
}

/** The bounds are narrow: few more than are wanted decide. */
const firstShare = 1.25;
const fewestAtOnce = 16;

/**
 * Reads the stored vectors of what a scan found, best bound first, and computes exact scores until no other can be
 * among the `limit` highest or equal to the lowest of them.
 *
 * @returns those that were read, in no order; `undefined` where a stored vector contradicts its row: the matrix is not of
 * this database.
 */
export function rescore(
  database: SqlDatabase,
  finds: readonly Finds[],
  { vector, limit, slack }: { readonly vector: Float32Array; readonly limit: number; readonly slack: number },
): ScoredChunk[] | undefined {
  const candidates = candidatesOf(finds, slack);
  const norm = normOf(vector);
  const scored: ScoredChunk[] = [];
  while (scored.length < candidates.length) {
    const done = scored.length;
    const wanted = Math.max(fewestAtOnce, done === 0 ? Math.ceil(firstShare * limit) : done >> 1);
    const batch = candidates.slice(done, done + Math.min(wanted, mostVectorsAtOnce));
    const chunks = storedVectors(
      database,
      batch.map(({ id }) => id),
    );
    for (const { id, approximate, bound } of batch) {
      const stored = chunks.get(id);
      const score = stored?.vector.length === vector.length ? cosine(vector, norm, stored.vector) : NaN;
      if (!stored || !(Math.abs(score - approximate) <= bound)) return undefined;
      scored.push({ chunkId: stored.chunkId, score });
    }
    const next = candidates[scored.length];
    const scores = Float64Array.from(scored, ({ score }) => score);
    if (next && next.approximate + next.bound < lowestOfTop(scores, limit)) break;
  }
  return scored;
}

/** Highest bound first. */
function candidatesOf(finds: readonly Finds[], slack: number): Candidate[] {
  const candidates = finds.flatMap(({ segment, rows, scores }) =>
    rows.map((row, index) => ({
      id: segment.rowIds[row] as number,
      approximate: scores[index] as number,
      bound: (segment.errors[row] as number) + slack,
    })),
  );
  return candidates.sort((a, b) => b.approximate + b.bound - a.approximate - a.bound);
}
