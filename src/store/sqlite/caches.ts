import type { CachedReply } from '../../models/reply-cache.ts';
import type { SqlDatabase } from './database/driver.ts';
import { toBytes, toText } from './database/text-bytes.ts';
import type { CachedEmbedding, EmbeddingKey } from '../../embed/embedding-cache.ts';
import { packVector, unpackVector } from './vectors/vectors.ts';

/** Replies of a few sentences each: some hundred megabytes. Older ones make room. */
const mostReplies = 500_000;
const longestMs = 365 * 24 * 3_600_000;

export function findReply(database: SqlDatabase, hash: string): string | undefined {
  const row = database
    .prepare('SELECT text FROM model_replies WHERE hash = ?')
    .get<{ text: Uint8Array }>([hashBytes(hash)]);
  return row && toText(row.text);
}

/** Keeps replies, inside the caller's transaction. */
export function keepReplies(
  database: SqlDatabase,
  replies: readonly CachedReply[],
  { most = mostReplies, now = Date.now() } = {},
): void {
  const insert = database.prepare(
    'INSERT OR REPLACE INTO model_replies (hash, kept_at, text) VALUES (?, ?, ?)',
  );
  for (const { hash, text } of replies) insert.run([hashBytes(hash), now, toBytes(text)]);
  const newest = database.prepare('SELECT max(id) AS id FROM model_replies').get<{ id: number | null }>();
  database
    .prepare('DELETE FROM model_replies WHERE id <= ? OR kept_at < ?')
    .run([(newest?.id ?? 0) - most, now - longestMs]);
}

/** Forgets all replies. */
export function dropReplies(database: SqlDatabase): void {
  database.prepare('DELETE FROM model_replies').run();
}

function hashBytes(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex');
}

/** Vectors of texts that are not stored yet: what an interrupted or failed document leaves. Older ones make room. */
const mostPendingBytes = 256 * 2 ** 20;
const longestPendingMs = 30 * 24 * 3_600_000;

interface VectorRow {
  readonly vector: Uint8Array;
}

/**
 * The vector of a text by its hash: that of a stored chunk with the same text, or one that waits for its document. So no
 * vector is kept twice, and that of a deleted text goes with its chunk.
 */
export function findEmbedding(database: SqlDatabase, key: EmbeddingKey): Float32Array | undefined {
  const row = (key.role === 'passage' && findStored(database, key)) || findPending(database, key);
  return row ? unpackVector(row.vector) : undefined;
}

function findStored(database: SqlDatabase, key: EmbeddingKey): VectorRow | undefined {
  return database
    .prepare(
      `SELECT v.vector FROM embedded_texts e JOIN chunks c ON c.id = e.chunk
       JOIN collections k ON k.id = c.collection_id JOIN vectors v ON v.chunk = c.id
       WHERE e.hash = ? AND k.embedding_model = ? AND k.dimensions = ? LIMIT 1`,
    )
    .get<VectorRow>([hashBytes(key.hash), key.modelId, key.dimensions]);
}

function findPending(database: SqlDatabase, key: EmbeddingKey): VectorRow | undefined {
  return database
    .prepare(
      'SELECT vector FROM pending_vectors WHERE hash = ? AND model = ? AND dimensions = ? AND role = ?',
    )
    .get<VectorRow>([hashBytes(key.hash), key.modelId, key.dimensions, key.role]);
}

/** Keeps vectors until their texts are stored, inside the caller's transaction. */
export function keepPending(
  database: SqlDatabase,
  entries: readonly CachedEmbedding[],
  { mostBytes = mostPendingBytes, now = Date.now() } = {},
): void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO pending_vectors (hash, model, dimensions, role, kept_at, vector)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const { key, vector } of entries) {
    const { hash, modelId, dimensions, role } = key;
    insert.run([hashBytes(hash), modelId, dimensions, role, now, packVector(vector)]);
  }
  forgetOld(database, { mostBytes, now });
}

/** Rows have ascending ids, so those too many are the first ones. */
function forgetOld(
  database: SqlDatabase,
  { mostBytes, now }: { readonly mostBytes: number; readonly now: number },
): void {
  const newest = database
    .prepare('SELECT id, dimensions FROM pending_vectors ORDER BY id DESC LIMIT 1')
    .get<{ id: number; dimensions: number }>();
  if (!newest) return;
  const most = Math.floor(mostBytes / (newest.dimensions * Float32Array.BYTES_PER_ELEMENT));
  database
    .prepare('DELETE FROM pending_vectors WHERE id <= ? OR kept_at < ?')
    .run([newest.id - most, now - longestPendingMs]);
}

/** The text of a stored chunk; its vector need not wait any longer. */
export function keepTextHash(
  database: SqlDatabase,
  chunk: number,
  text: { readonly hash: string; readonly model: string },
): void {
  const hash = hashBytes(text.hash);
  database.prepare('INSERT INTO embedded_texts (chunk, hash) VALUES (?, ?)').run([chunk, hash]);
  forgetPending(database, hash, text.model);
}

/** The vector of the text is kept elsewhere now. */
export function forgetPending(database: SqlDatabase, hash: Uint8Array, model: string): void {
  database
    .prepare(`DELETE FROM pending_vectors WHERE hash = ? AND model = ? AND role = 'passage'`)
    .run([hash, model]);
}

/** Forgets the vectors of all texts that are not stored. */
export function dropPending(database: SqlDatabase): void {
  database.prepare('DELETE FROM pending_vectors').run();
}
