import type { ScoredChunk, SearchScope } from '../store.ts';
import { allowedChunks } from './allowed-chunks.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { toText } from './text-bytes.ts';
import { topPositions } from './top-positions.ts';

/** For each position of the mirror, 1 where the scope allows the chunk; `undefined` when it allows all. */
export function maskOf(
  database: SqlDatabase,
  collection: CollectionRow,
  {
    scope,
    mirror,
  }: {
    readonly scope: SearchScope;
    readonly mirror: { readonly ids: readonly number[]; positionOf(id: number): number | undefined };
  },
): Uint8Array | undefined {
  const allowed = allowedChunks(database, collection, scope);
  if (!allowed) return undefined;
  const mask = new Uint8Array(mirror.ids.length);
  for (const id of allowed) {
    const position = mirror.positionOf(id);
    if (position !== undefined) mask[position] = 1;
  }
  return mask;
}

/** The best `limit` chunks, best first, ties by chunk id. NaN scores are left out. */
export function bestChunks(
  database: SqlDatabase,
  ranking: { readonly scores: Float64Array; readonly ids: readonly number[]; readonly limit: number },
): ScoredChunk[] {
  const positions = topPositions(ranking.scores, ranking.limit);
  const names = chunkNames(
    database,
    positions.map((position) => ranking.ids[position] as number),
  );
  return positions
    .map((position, index) => ({ chunkId: names[index] ?? '', score: ranking.scores[position] as number }))
    .sort((a, b) => b.score - a.score || compareText(a.chunkId, b.chunkId))
    .slice(0, ranking.limit);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function chunkNames(database: SqlDatabase, ids: readonly number[]): string[] {
  const statement = database.prepare('SELECT chunk_id FROM chunks WHERE id = ?');
  return ids.map((id) => toText(statement.get<{ chunk_id: Uint8Array }>([id])?.chunk_id ?? new Uint8Array()));
}
