import type { ScoredChunk, SearchScope } from '../store.ts';
import type { ChunkMirror } from './chunk-mirror.ts';
import { type CollectionRow, requireDimensions } from './collections.ts';
import { cosineScores } from './cosine.ts';
import type { SqlDatabase } from './driver.ts';
import { bestChunks, maskOf } from './scored-chunks.ts';
import type { VectorMatrix } from './vectors.ts';

/** What a vector search scans: positions of the mirror are rows of the matrix. */
export interface VectorIndex {
  readonly mirror: ChunkMirror<{ readonly id: number; readonly vector: Uint8Array }>;
  readonly matrix: VectorMatrix;
}

/**
 * The chunks nearest to the vector by cosine, exactly: every allowed chunk is compared. Costs one pass over the
 * allowed rows, beside catching up with what was written since the last search.
 *
 * @throws EmbeddingDimensionError
 */
export function searchVector(
  database: SqlDatabase,
  collection: CollectionRow,
  request: { readonly vector: Float32Array; readonly scope: SearchScope; readonly index: VectorIndex },
): readonly ScoredChunk[] {
  const { vector, scope, index } = request;
  requireDimensions(collection, vector);
  index.mirror.catchUp(database, collection);
  const allowed = maskOf(database, collection, { scope, mirror: index.mirror });
  scope.signal?.throwIfAborted();
  const scores = cosineScores(vector, index.matrix, allowed);
  return bestChunks(database, { scores, ids: index.mirror.ids, limit: scope.limit });
}
