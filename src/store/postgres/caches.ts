import type { CachedEmbedding, EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import type { CachedReply, ReplyCache } from '../../models/reply-cache.ts';
import { type Database, type Session, takeLock } from './database/connection.ts';
import { fromPg, toPg } from './database/pg-text.ts';
import { fromVector, vectorBytes } from './vectors/vectors.ts';

/** Vectors of texts that are not stored yet: what an interrupted or failed document leaves. Older ones make room. */
const mostPendingBytes = 256 * 2 ** 20;
const longestPendingMs = 30 * 24 * 3_600_000;
/** Replies of a few sentences each: some hundred megabytes. */
const mostReplies = 500_000;
const longestReplyMs = 365 * 24 * 3_600_000;

const hashBytes = (hash: string) => Buffer.from(hash, 'hex');

/** The vector of a text by its hash: that of a stored chunk with the same text, or one that waits for its document. */
export function openEmbeddingCache(database: Database): EmbeddingCache {
  return {
    get: (keys) => findEmbeddings(database, keys),
    set: (entries) => keepPending(database, entries),
  };
}

/** One statement: thousands would wait for a connection for longer than a statement may. */
async function findEmbeddings(
  database: Database,
  keys: readonly EmbeddingKey[],
): Promise<(Float32Array | undefined)[]> {
  const rows = await database.all<{ number: number; vector: Buffer | null }>(
    `SELECT asked.number, found.vector
     FROM unnest($1::bytea[], $2::text[], $3::int[], $4::text[]) WITH ORDINALITY
       AS asked (hash, model, dimensions, role, number)
     CROSS JOIN LATERAL (
       (SELECT ${vectorBytes('c.vector')} AS vector FROM pincite.chunks c JOIN pincite.collections k ON k.id = c.collection_id
        WHERE asked.role = 'passage' AND c.text_hash = asked.hash AND k.embedding_model = asked.model
          AND k.dimensions = asked.dimensions LIMIT 1)
       UNION ALL
       (SELECT ${vectorBytes('p.vector')} FROM pincite.pending_vectors p WHERE p.hash = asked.hash AND p.model = asked.model
          AND p.dimensions = asked.dimensions AND p.role = asked.role)
       LIMIT 1
     ) AS found`,
    columnsOf(keys),
  );
  const found = new Map(rows.map(({ number, vector }) => [number, vector]));
  return keys.map(({ dimensions }, index) => {
    const vector = found.get(index + 1);
    return vector === undefined ? undefined : fromVector(vector, dimensions);
  });
}

/** Hashes, models, dimensions and roles. */
const columnsOf = (keys: readonly EmbeddingKey[]) => [
  keys.map(({ hash }) => hashBytes(hash)),
  keys.map(({ modelId }) => modelId),
  keys.map(({ dimensions }) => dimensions),
  keys.map(({ role }) => role),
];

const lockOfPending = 'pending vectors';

/** The last lock of a transaction: collections share these rows, and two could wait for each other's. */
export const lockPendingVectors = (session: Session) => takeLock(session, lockOfPending, true);

async function keepPending(database: Database, entries: readonly CachedEmbedding[]): Promise<void> {
  const newest = entries.at(-1);
  if (newest === undefined) return;
  const now = Date.now();
  const most = Math.floor(mostPendingBytes / (newest.key.dimensions * Float32Array.BYTES_PER_ELEMENT));
  await database.writing(lockOfPending, async (session) => {
    await session.all(
      `INSERT INTO pincite.pending_vectors (hash, model, dimensions, role, kept_at, vector)
       SELECT DISTINCT ON (hash, model, dimensions, role) hash, model, dimensions, role, $5, vector::vector
       FROM unnest($1::bytea[], $2::text[], $3::int[], $4::text[], $6::text[]) WITH ORDINALITY
         AS given (hash, model, dimensions, role, vector, number) ORDER BY hash, model, dimensions, role, number DESC
       ON CONFLICT (hash, model, dimensions, role) DO UPDATE SET kept_at = excluded.kept_at, vector = excluded.vector`,
      [...columnsOf(entries.map(({ key }) => key)), now, entries.map(({ vector }) => `[${vector.join()}]`)],
    );
    await session.all(
      `DELETE FROM pincite.pending_vectors WHERE kept_at < $2
         OR id <= (SELECT max(id) - $1 FROM pincite.pending_vectors)`,
      [most, now - longestPendingMs],
    );
  });
}

/** What language models wrote, by the hash of what they were asked. */
export function openReplyCache(database: Database): ReplyCache {
  return {
    async get(hashes) {
      const rows = await database.all<{ hash: Buffer; text: string }>(
        'SELECT hash, text FROM pincite.model_replies WHERE hash = ANY($1)',
        [hashes.map(hashBytes)],
      );
      const texts = new Map(rows.map(({ hash, text }) => [hash.toString('hex'), fromPg(text)]));
      return hashes.map((hash) => texts.get(hash));
    },
    set: (replies) => keepReplies(database, replies),
  };
}

async function keepReplies(database: Database, replies: readonly CachedReply[]): Promise<void> {
  const now = Date.now();
  await database.writing('replies', async (session) => {
    await session.all(
      `INSERT INTO pincite.model_replies (hash, kept_at, text)
       SELECT DISTINCT ON (hash) hash, $2, text FROM unnest($1::bytea[], $3::text[]) WITH ORDINALITY AS given (hash, text, number)
       ORDER BY hash, number DESC
       ON CONFLICT (hash) DO UPDATE SET kept_at = excluded.kept_at, text = excluded.text`,
      [replies.map(({ hash }) => hashBytes(hash)), now, replies.map(({ text }) => toPg(text))],
    );
    await session.all(
      `DELETE FROM pincite.model_replies WHERE kept_at < $2 OR id <= (SELECT max(id) - $1 FROM pincite.model_replies)`,
      [mostReplies, now - longestReplyMs],
    );
  });
}
