import type { CachedReply } from '../../models/reply-cache.ts';
import type { SqlDatabase } from './driver.ts';
import { toBytes, toText } from './text-bytes.ts';

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
