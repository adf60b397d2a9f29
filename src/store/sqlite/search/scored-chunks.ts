import { inOrder } from '../../read/orders.ts';
import type { ScoredChunk } from '../../store.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseIds } from '../database/id-list.ts';
import { KnownRows } from '../read/known-rows.ts';
import { textsIn } from '../database/text-bytes.ts';
import { topPositions } from '../../../util/lists/top-positions.ts';

/** The best `limit` chunks, best first, ties by chunk id. NaN scores are left out. */
export function bestChunks(
  database: SqlDatabase,
  ranking: { readonly scores: Float64Array; readonly ids: ArrayLike<number>; readonly limit: number },
): ScoredChunk[] {
  const positions = topPositions(ranking.scores, ranking.limit);
  const idOf = (position: number) => ranking.ids[position] as number;
  const names = knownNames.find(database, { keys: positions.map(idOf) }, (ids) => readNames(database, ids));
  const hits = positions.map((position) => ({
    chunkId: names.get(idOf(position)) ?? '',
    score: ranking.scores[position] as number,
  }));
  return inOrder(hits, ranking.limit);
}

/** By row id. */
const knownNames = new KnownRows<number, string>();

/** In one row: a row of its own for each chunk would take twice as long. */
function readNames(database: SqlDatabase, ids: readonly number[]): [id: number, name: string][] {
  const row = database
    .prepare(
      `SELECT group_concat(c.id) AS ids, group_concat(octet_length(c.chunk_id)) AS lengths,
       group_concat(c.chunk_id, '') AS names FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value`,
    )
    .get<{ ids: Uint8Array | null; lengths: Uint8Array | null; names: Uint8Array | null }>([
      JSON.stringify(ids),
    ]);
  const lengths = parseIds(row?.lengths);
  const next = textsIn(row?.names ?? new Uint8Array());
  return [...parseIds(row?.ids)].map((id, index) => [id, next(lengths[index] ?? 0)]);
}
