import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { parseIds } from './id-list.ts';

/**
 * Row ids of the chunks that have gone since the collection had the generation `since`, in no particular order;
 * `undefined` when that is longer ago than is known.
 */
export function removedSince(
  database: SqlDatabase,
  collection: CollectionRow,
  since: number,
): Float64Array | undefined {
  const row = database
    .prepare(
      `SELECT min(generation) AS first, group_concat(chunk) FILTER (WHERE generation >= ?2) AS ids
       FROM removed_chunks WHERE collection_id = ?1`,
    )
    .get<{ first: number | null; ids: Uint8Array | null }>([collection.id, since]);
  if (row?.first == null || row.first > since) return undefined;
  return parseIds(row.ids);
}
