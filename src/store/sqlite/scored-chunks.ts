import type { ScoredChunk } from '../store.ts';
import type { SqlDatabase } from './driver.ts';
import { toText } from './text-bytes.ts';
import { topPositions } from './top-positions.ts';

/** The best `limit` chunks, best first, ties by chunk id. NaN scores are left out. */
export function bestChunks(
  database: SqlDatabase,
  ranking: { readonly scores: Float64Array; readonly ids: ArrayLike<number>; readonly limit: number },
): ScoredChunk[] {
  const positions = topPositions(ranking.scores, ranking.limit);
  const names = chunkNames(
    database,
    positions.map((position) => ranking.ids[position] as number),
  );
  return positions
    .map((position, index) => ({ chunkId: names[index] ?? '', score: ranking.scores[position] as number }))
    .sort(compareScored)
    .slice(0, ranking.limit);
}

/** Best first, ties by chunk id. */
export function compareScored(a: ScoredChunk, b: ScoredChunk): number {
  return b.score - a.score || compareText(a.chunkId, b.chunkId);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function chunkNames(database: SqlDatabase, ids: readonly number[]): string[] {
  const rows = database
    .prepare('SELECT id, chunk_id FROM chunks WHERE id IN (SELECT value FROM json_each(?))')
    .all<{ id: number; chunk_id: Uint8Array }>([JSON.stringify(ids)]);
  const names = new Map(rows.map((row) => [row.id, toText(row.chunk_id)]));
  return ids.map((id) => names.get(id) ?? '');
}
