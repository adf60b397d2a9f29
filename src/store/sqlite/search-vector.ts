import { requireDimensions } from '../collection-model.ts';
import type { ScoredChunk, SearchScope } from '../store.ts';
import { allowedChunks } from './scope.ts';
import { type CollectionRow, modelOf } from './collections.ts';
import { hasDirection } from './cosine.ts';
import { stateOf } from './database-state.ts';
import type { SqlDatabase } from './driver.ts';
import { compareScored } from './scored-chunks.ts';
import { allowedRows } from './vector-index/allowed-rows.ts';
import { quantizeQuery } from './vector-index/quantize.ts';
import { rescore } from './vector-index/rescore.ts';
import { beginScan, finishScan, type RunningScan } from './vector-index/scan.ts';
import type { ScanThreads } from './vector-index/scan-threads.ts';
import type { VectorIndex } from './vector-index/vector-index.ts';

export interface VectorRequest {
  readonly vector: Float32Array;
  readonly scope: SearchScope;
  readonly index: VectorIndex;
  readonly threads: ScanThreads;
}

/** A search that is to be finished, and what it has seen. */
export interface VectorSearch {
  readonly request: VectorRequest;
  readonly scan: RunningScan;
  /** The query's part of the bounds. */
  readonly slack: number;
  /** Of the database when the search began. */
  readonly state: string;
}

/**
 * Begins to look for the chunks nearest to the vector by cosine, exactly: every allowed chunk is compared, first in
 * few bits, then, where that leaves open whether it is among the best, in full. Costs a pass over the allowed rows of
 * the matrix.
 *
 * @returns `undefined` when the index is not up to date: it is to be loaded first.
 * @throws EmbeddingDimensionError
 */
export function beginVectorSearch(
  database: SqlDatabase,
  collection: CollectionRow,
  request: VectorRequest,
): VectorSearch | undefined {
  const { vector, scope, index, threads } = request;
  requireDimensions(modelOf(collection), vector);
  if (!index.advance(database, collection)) return undefined;
  index.saveWhenDue();
  const allowed = allowedChunks(database, collection, scope);
  scope.signal?.throwIfAborted();
  const { matrix } = index;
  const query = quantizeQuery(vector);
  const lists = allowed && allowedRows(matrix, allowed);
  const segments = hasDirection(vector) && scope.limit > 0 ? matrix.segments : [];
  const floor = floorOf(scope, query.slack);
  const running = beginScan(segments, { query, limit: scope.limit, floor, lists, threads });
  return { request, scan: running, slack: query.slack, state: stateOf(database) };
}

/** More than a cosine loses in the precision of the scan. */
const rounding = 1e-6;

/** What an approximate score and its error reach where the exact score is as high as that. */
function floorOf({ atLeast }: SearchScope, slack: number): number {
  return (atLeast?.() ?? -Infinity) - slack - rounding;
}

/** Whether what the search has seen is still so. */
export function isCurrent(database: SqlDatabase, { state }: VectorSearch): boolean {
  return stateOf(database) === state;
}

/**
 * In the transaction that the search began in, or in a later one where it is current.
 *
 * @returns best first; `undefined` where the index contradicted the database: it has forgotten everything.
 */
export function finishVectorSearch(
  database: SqlDatabase,
  { request, scan, slack }: VectorSearch,
): readonly ScoredChunk[] | undefined {
  const { vector, scope, index, threads } = request;
  const { limit } = scope;
  const finds = finishScan(scan, floorOf(scope, slack));
  const scored = rescore(database, finds, { vector, limit, slack });
  if (scored) return scored.sort(compareScored).slice(0, limit);
  threads.forget(scan.segments);
  index.reset();
  return undefined;
}
