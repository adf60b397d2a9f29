import { cosine, normOf } from '../cosine.ts';
import type { SqlDatabase } from '../driver.ts';
import { parseIds } from '../id-list.ts';
import { lowestOfTop } from '../top-positions.ts';
import { unpackVector } from '../vectors.ts';
import type { Finds } from './scan.ts';

/** Row ids of chunks with their exact scores, in no order. */
export interface ExactScores {
  readonly ids: number[];
  readonly scores: Float64Array;
}

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
 * @returns `undefined` where a stored vector contradicts its row: the matrix is not of this database.
 */
export function rescore(
  database: SqlDatabase,
  finds: readonly Finds[],
  { vector, limit, slack }: { readonly vector: Float32Array; readonly limit: number; readonly slack: number },
): ExactScores | undefined {
  const candidates = candidatesOf(finds, slack);
  const norm = normOf(vector);
  const scores = new Float64Array(candidates.length);
  let done = 0;
  while (done < candidates.length) {
    const size = Math.max(fewestAtOnce, done === 0 ? Math.ceil(firstShare * limit) : done >> 1);
    const batch = candidates.slice(done, done + size);
    const vectors = readVectors(database, batch);
    for (const [index, { id, approximate, bound }] of batch.entries()) {
      const stored = vectors.get(id);
      const score = stored?.length === vector.length ? cosine(vector, norm, stored) : NaN;
      if (!(Math.abs(score - approximate) <= bound)) return undefined;
      scores[done + index] = score;
    }
    done += batch.length;
    const next = candidates[done];
    if (next && next.approximate + next.bound < lowestOfTop(scores.subarray(0, done), limit)) break;
  }
  return { ids: candidates.slice(0, done).map(({ id }) => id), scores: scores.subarray(0, done) };
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

/** In one row: a row of its own for each vector would take twice as long. */
function readVectors(database: SqlDatabase, candidates: readonly Candidate[]): Map<number, Float32Array> {
  const row = database
    .prepare(
      `SELECT CAST(group_concat(chunk) AS BLOB) AS ids, CAST(group_concat(length(vector)) AS BLOB) AS lengths,
       CAST(group_concat(vector, '') AS BLOB) AS vectors FROM vectors WHERE chunk IN (SELECT value FROM json_each(?))`,
    )
    .get<Record<'ids' | 'lengths' | 'vectors', Uint8Array | null>>([
      JSON.stringify(candidates.map(({ id }) => id)),
    ]);
  const lengths = parseIds(row?.lengths);
  const vectors = new Map<number, Float32Array>();
  let start = 0;
  for (const [index, id] of parseIds(row?.ids).entries()) {
    const end = start + lengths[index]!;
    vectors.set(id, unpackVector(row!.vectors!.subarray(start, end)));
    start = end;
  }
  return vectors;
}
