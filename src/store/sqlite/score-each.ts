import { requireDimensions } from '../require-model.ts';
import type { ScoredChunk, VectorScope } from '../store.ts';
import { allowedChunks } from './allowed-chunks.ts';
import { type CollectionRow, modelOf } from './collections.ts';
import { cosine, hasDirection, normOf } from './cosine.ts';
import type { SqlDatabase } from './driver.ts';
import { compareScored } from './scored-chunks.ts';
import { toText } from './text-bytes.ts';
import { unpackVector } from './vectors.ts';

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
  const rows = database
    .prepare(
      `SELECT c.chunk_id, v.vector FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value
       JOIN vectors v ON v.chunk = c.id`,
    )
    .all<{ chunk_id: Uint8Array; vector: Uint8Array }>([JSON.stringify([...ids])]);
  return rows
    .map((row) => ({
      chunkId: toText(row.chunk_id),
      score: cosine(vector, norm, unpackVector(row.vector)),
    }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort(compareScored);
}
