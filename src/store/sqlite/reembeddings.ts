import { StoreError } from '../../errors.ts';
import type { ChunkText, CollectionModel, EmbeddedText } from '../collection-model.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { forgetPending } from './embedding-cache.ts';
import { toText } from './text-bytes.ts';
import { packVector } from './vectors.ts';

/** A text with the row id of its chunk. */
export interface StoredText extends ChunkText {
  readonly id: number;
}

const chunksPerBatch = 512;
const rowsPerSweep = 2_000;
/** A killed process keeps nobody waiting for longer. */
const closedMs = 20_000;

/** Goes on with what is there for the model, and ends what is there for another one; gives the id. */
export function beginReembedding(
  database: SqlDatabase,
  collection: CollectionRow,
  { embeddingModel, dimensions }: CollectionModel,
): number {
  const running = database
    .prepare(
      'SELECT id FROM reembeddings WHERE collection_id = ? AND is_over = 0 AND model = ? AND dimensions = ?',
    )
    .get<{ id: number }>([collection.id, embeddingModel, dimensions]);
  if (running) return running.id;
  database.prepare('UPDATE reembeddings SET is_over = 1 WHERE collection_id = ?').run([collection.id]);
  return database
    .prepare('INSERT INTO reembeddings (collection_id, model, dimensions) VALUES (?, ?, ?)')
    .run([collection.id, embeddingModel, dimensions]).lastInsertRowid;
}

/** False when another call has finished it, or put another one in its place. */
export function isRunning(database: SqlDatabase, id: number): boolean {
  return database.prepare('SELECT 1 FROM reembeddings WHERE id = ? AND is_over = 0').get([id]) !== undefined;
}

/** The next chunks that have no staged vector, in order of their row ids, which are above `after` and up to `until`. */
export function nextTexts(
  database: SqlDatabase,
  collection: CollectionRow,
  { id, after, until }: { readonly id: number; readonly after: number; readonly until: number },
): StoredText[] {
  return database
    .prepare(
      `SELECT c.id, c.chunk_id, b.content, b.context FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.collection_id = ?1 AND c.id > ?2 AND c.id <= ?4
         AND NOT EXISTS (SELECT 1 FROM staged_vectors s WHERE s.reembedding = ?3 AND s.chunk = c.id)
       ORDER BY c.id LIMIT ${chunksPerBatch}`,
    )
    .all<{ id: number; chunk_id: Uint8Array; content: Uint8Array; context: Uint8Array }>([
      collection.id,
      after,
      id,
      until,
    ])
    .map((row) => ({
      id: row.id,
      chunkId: toText(row.chunk_id),
      content: toText(row.content),
      context: toText(row.context),
    }));
}

/** Keeps vectors of chunks that are still there; false, and nothing, when the re-embedding is over. */
export function stageVectors(
  database: SqlDatabase,
  { id, model }: { readonly id: number; readonly model: string },
  staged: readonly { readonly chunk: number; readonly embedded: EmbeddedText }[],
): boolean {
  if (!isRunning(database, id)) return false;
  const insert = database.prepare(
    `INSERT OR REPLACE INTO staged_vectors (chunk, reembedding, hash, vector)
     SELECT id, ?, ?, ? FROM chunks WHERE id = ?`,
  );
  for (const { chunk, embedded } of staged) {
    const hash = embedded.textHash === undefined ? null : Buffer.from(embedded.textHash, 'hex');
    insert.run([id, hash, packVector(embedded.vector), chunk]);
    if (hash !== null) forgetPending(database, hash, model);
  }
  return true;
}

export interface ChunkCounts {
  readonly total: number;
  readonly staged: number;
  /** The highest row id. */
  readonly last: number;
}

export function chunkCounts(database: SqlDatabase, collection: CollectionRow, id: number): ChunkCounts {
  const counts = database
    .prepare(
      `SELECT (SELECT count(*) FROM chunks WHERE collection_id = ?1) AS total,
         (SELECT count(*) FROM staged_vectors WHERE reembedding = ?2) AS staged,
         (SELECT ifnull(max(id), 0) FROM chunks WHERE collection_id = ?1) AS last`,
    )
    .get<ChunkCounts>([collection.id, id]);
  return counts ?? { total: 0, staged: 0, last: 0 };
}

/** Lets new documents wait until the swap, for a while. */
export function closeToDocuments(database: SqlDatabase, id: number): void {
  database.prepare('UPDATE reembeddings SET closed_until = ? WHERE id = ?').run([Date.now() + closedMs, id]);
}

/** @throws StoreError that `isBusy` knows while documents have to wait. */
export function requireOpenToDocuments(database: SqlDatabase, collection: CollectionRow): void {
  const running = database
    .prepare('SELECT closed_until FROM reembeddings WHERE collection_id = ? AND is_over = 0')
    .get<{ closed_until: number }>([collection.id]);
  const left = (running?.closed_until ?? 0) - Date.now();
  // A clock that was set back must not close the collection for longer.
  if (left <= 0 || left > closedMs) return;
  throw new StoreError('The collection is being embedded again.', {
    hint: 'Try again when that is done.',
    context: { collection: toText(collection.name), engineCode: 'SQLITE_BUSY' },
  });
}

/** Removes some vectors of re-embeddings that are over; false when nothing is left to remove. */
export function sweepReembeddings(database: SqlDatabase): boolean {
  const over = database.prepare('SELECT id FROM reembeddings WHERE is_over = 1').get<{ id: number }>();
  if (!over) return false;
  const { changes } = database
    .prepare(
      `DELETE FROM staged_vectors WHERE chunk IN
         (SELECT chunk FROM staged_vectors WHERE reembedding = ? LIMIT ${rowsPerSweep})`,
    )
    .run([over.id]);
  if (changes === 0) database.prepare('DELETE FROM reembeddings WHERE id = ?').run([over.id]);
  return true;
}
