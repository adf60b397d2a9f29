/**
 * Gives the chunks of a collection other vectors, while it is read and written:
 *
 *   chunks ──▶ staged_vectors ──▶ vectors, model, fields
 *      batch by batch        one swap, when none is missing
 *
 * Only the swap is seen by others; it is one transaction. Ids of chunks ascend, so what came meanwhile is found at the
 * end; what went took its staged vector along. A call that ends early leaves its staged vectors to the next one with the
 * same model; one with another model removes them.
 */
import { chunksPerBatch, embedBatches, openRounds, requireReembedded } from '../../changes/embed-batches.ts';
import type { ChunkText, CollectionModel, EmbeddedText, ReembedRequest } from '../../collection-model.ts';
import { lockPendingVectors } from '../caches.ts';
import { type CollectionRow, lockOf, requireCollection } from '../collections.ts';
import type { Database, Session } from '../database/connection.ts';
import { fromPg, toPg } from '../database/pg-text.ts';
import { toReals, vectorAt } from './vectors.ts';

/** A killed process keeps nobody waiting for longer. */
const closedMs = 20_000;

interface Run {
  readonly database: Database;
  readonly name: string;
  readonly request: ReembedRequest;
  /** Of the row in `reembeddings`. */
  readonly id: number;
}

/** @see Store.reembed */
export async function reembed(database: Database, name: string, request: ReembedRequest): Promise<number> {
  const { model, signal } = request;
  const id = await database.writing(
    lockOf(name),
    async (session) => begin(session, await requireCollection(session, name), model),
    signal,
  );
  const run = { database, name, request, id };
  for (let round = 1; ; round += 1) {
    await stageMissing(run);
    const count = await database.writing(
      lockOf(name),
      (session) => trySwap(session, run, round >= openRounds),
      signal,
    );
    if (count === undefined) continue;
    await database.writing(lockOf(name), (session) => removeFinished(session, name));
    return count;
  }
}

/** Goes on with what is there for the model, and ends what is there for another one; gives the id. */
async function begin(
  session: Session,
  { id: collection }: CollectionRow,
  { embeddingModel, dimensions }: CollectionModel,
): Promise<number> {
  const [running] = await session.all<{ id: number }>(
    'SELECT id FROM pincite.reembeddings WHERE collection_id = $1 AND NOT is_over AND model = $2 AND dimensions = $3',
    [collection, embeddingModel, dimensions],
  );
  if (running) return running.id;
  await session.all('UPDATE pincite.reembeddings SET is_over = true WHERE collection_id = $1', [collection]);
  const [begun] = await session.all<{ id: number }>(
    'INSERT INTO pincite.reembeddings (collection_id, model, dimensions) VALUES ($1, $2, $3) RETURNING id',
    [collection, embeddingModel, dimensions],
  );
  return begun!.id;
}

/** Takes their staged vectors along, which a removed document would take too: not at once, lest both wait for each other. */
function removeFinished(session: Session, name: string): Promise<unknown[]> {
  return session.all(
    `DELETE FROM pincite.reembeddings r USING pincite.collections k
     WHERE k.name = $1 AND r.collection_id = k.id AND r.is_over`,
    [toPg(name)],
  );
}

/** False when another call has finished it, or put another one in its place. */
async function isRunning(session: Session, id: number): Promise<boolean> {
  return (
    (await session.all('SELECT 1 FROM pincite.reembeddings WHERE id = $1 AND NOT is_over', [id])).length > 0
  );
}

/** A text with the row id of its chunk. */
interface RowText extends ChunkText {
  readonly id: number;
}

interface TextRow {
  readonly id: number;
  readonly chunk_id: string;
  readonly content: string;
  readonly context: string;
}

/** Embeds the chunks of now that have no staged vector, or stops when another call has ended this one. */
async function stageMissing({ database, name, request, id }: Run): Promise<void> {
  const collection = await requireCollection(database, name);
  const { total, last: until, ...counts } = await countChunks(database, collection, id);
  let { staged } = counts;
  let after = 0;
  await embedBatches<RowText>(request, {
    async next() {
      const rows = await database.all<TextRow>(
        `SELECT c.id, c.chunk_id, c.content, c.context FROM pincite.chunks c
         WHERE c.collection_id = $1 AND c.id > $2 AND c.id <= $4
           AND NOT EXISTS (SELECT 1 FROM pincite.staged_vectors s WHERE s.reembedding = $3 AND s.chunk = c.id)
         ORDER BY c.id LIMIT ${chunksPerBatch}`,
        [collection.id, after, id, until],
      );
      const texts = rows.map((row) => ({
        id: row.id,
        chunkId: fromPg(row.chunk_id),
        content: fromPg(row.content),
        context: fromPg(row.context),
      }));
      return { texts, staged, total };
    },
    async stage(texts, embedded) {
      const staging = texts.map((text, index) => ({ chunk: text.id, embedded: embedded[index]! }));
      const { embeddingModel: model } = request.model;
      const stage = (session: Session) => stageVectors(session, { id, model }, staging);
      after = texts.at(-1)!.id;
      staged += texts.length;
      return database.writing(lockOf(name), stage, request.signal);
    },
  });
}

/** Keeps vectors of chunks that are still there; false, and nothing, when the re-embedding is over. */
async function stageVectors(
  session: Session,
  { id, model }: { readonly id: number; readonly model: string },
  staging: readonly { readonly chunk: number; readonly embedded: EmbeddedText }[],
): Promise<boolean> {
  if (!(await isRunning(session, id))) return false;
  const { reals, starts } = toReals(staging.map(({ embedded }) => embedded.vector));
  const rows = staging.map(({ chunk, embedded: { textHash } }, index) => ({
    chunk,
    hash: textHash ?? null,
    vector: starts[index],
  }));
  await session.all(
    `INSERT INTO pincite.staged_vectors (chunk, reembedding, hash, vector)
     SELECT given.chunk, $1, decode(given.hash, 'hex'), ${vectorAt('$3', 'given.vector', '$4')}
     FROM json_to_recordset($2) AS given (chunk bigint, hash text, vector int) JOIN pincite.chunks c ON c.id = given.chunk
     ON CONFLICT (chunk) DO UPDATE SET reembedding = excluded.reembedding, hash = excluded.hash, vector = excluded.vector`,
    [id, JSON.stringify(rows), reals, staging[0]!.embedded.vector.length],
  );
  await lockPendingVectors(session);
  await session.all(
    `DELETE FROM pincite.pending_vectors p USING pincite.staged_vectors s
     WHERE s.reembedding = $1 AND p.hash = s.hash AND p.model = $2 AND p.role = 'passage'`,
    [id, model],
  );
  return true;
}

interface ChunkCounts {
  readonly total: number;
  readonly staged: number;
  /** The highest row id. */
  readonly last: number;
}

async function countChunks(session: Session, collection: CollectionRow, id: number): Promise<ChunkCounts> {
  const [counts] = await session.all<ChunkCounts>(
    `SELECT (SELECT count(*) FROM pincite.chunks WHERE collection_id = $1) AS total,
       (SELECT count(*) FROM pincite.staged_vectors WHERE reembedding = $2) AS staged,
       (SELECT coalesce(max(id), 0) FROM pincite.chunks WHERE collection_id = $1) AS last`,
    [collection.id, id],
  );
  return counts!;
}

/** Gives the number of chunks, or `undefined` when some have no staged vector yet. */
async function trySwap(
  session: Session,
  { name, request: { model }, id }: Run,
  isLate: boolean,
): Promise<number | undefined> {
  const collection = await requireCollection(session, name);
  const { total, staged } = await countChunks(session, collection, id);
  if (!(await isRunning(session, id))) {
    requireReembedded(collection, model);
    return total;
  }
  if (staged === total) {
    await swapVectors(session, collection, { id, model });
    return total;
  }
  if (isLate) {
    await session.all('UPDATE pincite.reembeddings SET closed_until = $2 WHERE id = $1', [
      id,
      Date.now() + closedMs,
    ]);
  }
  return undefined;
}

/** Puts the staged vectors in the place of a collection's, with all that tells which model made them. */
async function swapVectors(
  session: Session,
  { id: collection }: CollectionRow,
  { id, model }: { readonly id: number; readonly model: CollectionModel },
): Promise<void> {
  const now = new Date();
  const at = JSON.stringify({ t: now.toISOString(), i: now.getTime() });
  await session.all(
    `UPDATE pincite.chunks c SET vector = s.vector, text_hash = s.hash, fields = jsonb_set(c.fields, '{embeddedAt}', $2)
     FROM pincite.staged_vectors s WHERE s.reembedding = $1 AND s.chunk = c.id`,
    [id, at],
  );
  await session.all(
    `UPDATE pincite.collections SET embedding_model = $2, dimensions = $3, max_tokens = $4, model = $5, adaptation = $6,
       embedded_at = $7, embedded_up_to = (SELECT coalesce(max(id), 0) FROM pincite.chunks WHERE collection_id = $1)
     WHERE id = $1`,
    [
      collection,
      model.embeddingModel,
      model.dimensions,
      model.maxTokens,
      model.table ?? null,
      model.adaptation === undefined ? null : JSON.stringify(model.adaptation),
      now.toISOString(),
    ],
  );
  await session.all('UPDATE pincite.reembeddings SET is_over = true WHERE id = $1', [id]);
}

/** How long documents have to wait for a swap, in milliseconds; 0 when they need not. */
export async function closedFor(session: Session, { id }: CollectionRow): Promise<number> {
  const [running] = await session.all<{ closed_until: number }>(
    'SELECT closed_until FROM pincite.reembeddings WHERE collection_id = $1 AND NOT is_over',
    [id],
  );
  const left = (running?.closed_until ?? 0) - Date.now();
  // A clock that was set back must not close the collection for longer.
  return left > closedMs ? 0 : Math.max(0, left);
}
