import { requireDimensions } from '../require-model.ts';
import type { ScoredChunk, VectorScope } from '../store.ts';
import { allowedChunks } from './allowed-chunks.ts';
import { type CollectionRow, modelOf } from './collections.ts';
import { cosine, hasDirection, normOf } from './cosine.ts';
import type { SqlDatabase } from './driver.ts';
import { mostVectorsAtOnce, storedVectors } from './stored-vectors.ts';
import { compareScored } from './scored-chunks.ts';

/** Chunks by name, each of which is wanted: no scan finds fewer of them. */
export type EachScope = VectorScope & Required<Pick<VectorScope, 'among'>>;

export function isForEach(scope: VectorScope): scope is EachScope {
  return scope.among !== undefined && scope.among.length <= scope.limit;
}

/**
 * The chunks among those named that the scope allows, with their cosines, best first: from the stored vectors, as they
 * are few.
 *
 * @throws EmbeddingDimensionError
 */
export function scoreEach(
  database: SqlDatabase,
  collection: CollectionRow,
  { vector, scope }: { readonly vector: Float32Array; readonly scope: EachScope },
): ScoredChunk[] {
  requireDimensions(modelOf(collection), vector);
  scope.signal?.throwIfAborted();
  if (!hasDirection(vector)) return [];
  const ids = allowedChunks(database, collection, scope) ?? new Float64Array();
  const norm = normOf(vector);
  const scored: ScoredChunk[] = [];
  for (let start = 0; start < ids.length; start += mostVectorsAtOnce) {
    const some = [...ids.subarray(start, start + mostVectorsAtOnce)];
    for (const { chunkId, vector: stored } of storedVectors(database, some).values()) {
      const score = cosine(vector, norm, stored);
      if (!Number.isNaN(score)) scored.push({ chunkId, score });
    }
  }
  return scored.sort(compareScored);
}
