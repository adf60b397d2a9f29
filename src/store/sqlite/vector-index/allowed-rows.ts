import { eachCommon, lowerBound } from '../../../util/lists/ascending.ts';
import type { VectorMatrix } from './matrix.ts';
import type { Segment } from './segment.ts';

/** Rows of each segment, ascending. */
export type RowLists = readonly Uint32Array[];

interface KnownLists {
  readonly lists: RowLists;
  readonly arrangement: number;
  readonly lastId: number;
}

/** By the ids that they were made from: `allowedChunks` gives the same array while nothing changes. */
const known = new WeakMap<Float64Array, WeakMap<VectorMatrix, KnownLists>>();

/** The rows of the chunks with these ids, which ascend; a chunk that has no row is left out. */
export function allowedRows(matrix: VectorMatrix, ids: Float64Array): RowLists {
  const { arrangement, lastId } = matrix;
  const ofIds = known.get(ids) ?? new WeakMap<VectorMatrix, KnownLists>();
  known.set(ids, ofIds);
  const before = ofIds.get(matrix);
  if (before?.arrangement === arrangement && before.lastId === lastId) return before.lists;
  const lists = matrix.segments.map((segment) => rowsOf(segment, ids));
  ofIds.set(matrix, { lists, arrangement, lastId });
  return lists;
}

function rowsOf(segment: Segment, ids: Float64Array): Uint32Array {
  const from = lowerBound(ids, segment.rowIds[0] as number);
  const to = lowerBound(ids, (segment.ids.at(-1) ?? 0) + 1);
  const rows = new Uint32Array(Math.max(0, to - from));
  let count = 0;
  eachCommon(segment.ids, ids.subarray(from, to), (row) => {
    rows[count] = row;
    count += 1;
  });
  return rows.subarray(0, count);
}
