import type { ScoredChunk, SearchScope } from '../store.ts';
import { allowedChunks } from './allowed-chunks.ts';
import { type CollectionRow, requireDimensions } from './collections.ts';
import { normOf } from './cosine.ts';
import type { SqlDatabase } from './driver.ts';
import { bestChunks } from './scored-chunks.ts';
import { allowedRows } from './vector-index/allowed-rows.ts';
import { quantizeQuery } from './vector-index/quantize.ts';
import { rescore } from './vector-index/rescore.ts';
import { scan } from './vector-index/scan.ts';
import type { ScanThreads } from './vector-index/scan-threads.ts';
import type { VectorIndex } from './vector-index/vector-index.ts';

/**
 * The chunks nearest to the vector by cosine, exactly: every allowed chunk is compared, first in eight bits, then,
 * where that leaves open whether it is among the best, in full. Costs a pass over the allowed rows of the matrix.
 *
 * @returns `undefined` when the index is not up to date: it is to be loaded first.
 * @throws EmbeddingDimensionError
 */
export function searchVector(
  database: SqlDatabase,
  collection: CollectionRow,
  request: {
    readonly vector: Float32Array;
    readonly scope: SearchScope;
    readonly index: VectorIndex;
    readonly threads?: ScanThreads;
  },
): readonly ScoredChunk[] | undefined {
  const { vector, scope, index, threads } = request;
  requireDimensions(collection, vector);
  if (!index.advance(database, collection)) return undefined;
  index.saveWhenDue();
  const allowed = allowedChunks(database, collection, scope);
  scope.signal?.throwIfAborted();
  const norm = normOf(vector);
  if (!(norm > 0) || norm === Infinity || scope.limit < 1) return [];
  const { matrix } = index;
  const query = quantizeQuery(vector);
  const lists = allowed && allowedRows(matrix, allowed);
  const { limit } = scope;
  const finds = scan(matrix.segments, { query, limit, lists, threads });
  const exact = rescore(database, finds, { vector, limit, slack: query.slack });
  if (exact) return bestChunks(database, { ...exact, limit });
  threads?.forget(matrix.segments);
  index.reset();
  return undefined;
}
