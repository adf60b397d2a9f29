import type { ChunkVector } from '../../store.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseStored, textsIn } from '../database/text-bytes.ts';
import { unpackVector } from './vectors.ts';

/** They come as one blob, which may have a gigabyte. */
export const mostVectorsAtOnce = 2000;

interface VectorsRow {
  /** JSON: the row id of each chunk, and how many bytes its name and its vector have. */
  readonly numbers: Uint8Array;
  readonly names: Uint8Array | null;
  readonly vectors: Uint8Array | null;
}

/**
 * The stored vectors of chunks, by row id, in one row: a row of its own for each would take twice as long.
 *
 * @param ids `mostVectorsAtOnce` at most
 */
export function storedVectors(database: SqlDatabase, ids: readonly number[]): Map<number, ChunkVector> {
  const row = database
    .prepare(
      `SELECT json_group_array(json_array(c.id, octet_length(c.chunk_id), octet_length(v.vector))) AS numbers,
       group_concat(c.chunk_id, '') AS names, group_concat(v.vector, '') AS vectors
       FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value JOIN vectors v ON v.chunk = c.id`,
    )
    .get<VectorsRow>([JSON.stringify(ids)]);
  const chunks = new Map<number, ChunkVector>();
  if (!row?.names || !row.vectors) return chunks;
  const nextName = textsIn(row.names);
  let end = 0;
  for (const [id, nameBytes, vectorBytes] of parseStored<[number, number, number][]>(row.numbers)) {
    // Each by its bytes: a damaged one may have any number of them.
    const vector = unpackVector(row.vectors.subarray(end, (end += vectorBytes)));
    chunks.set(id, { chunkId: nextName(nameBytes), vector });
  }
  return chunks;
}
