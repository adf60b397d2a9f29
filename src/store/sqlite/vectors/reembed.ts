/**
 * Gives the chunks of a collection other vectors, while it is read and written:
 *
 *   chunks ──▶ staged_vectors ──▶ vectors, model, fields
 *      batch by batch        one swap, when none is missing
 *
 * Only the swap is seen by others; it is one transaction, and costs about 15 µs a chunk. Ids of chunks ascend, so what
 * came meanwhile is found at the end; what went took its staged vector along. A call that ends early leaves its staged
 * vectors to the next one with the same model; one with another model removes them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from '../../../errors.ts';
import { chunksPerBatch, embedBatches, openRounds, requireReembedded } from '../../changes/embed-batches.ts';
import type { ChunkText, CollectionModel, EmbeddedText, ReembedRequest } from '../../collection-model.ts';
import { type CollectionRow, modelOf, requireCollection } from '../collections.ts';
import { readTransaction, whenFree, writeTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { toText, toBytes } from '../database/text-bytes.ts';
import { keepAdaptation, keepModel } from './adapted-model.ts';
import { forgetPending } from '../caches.ts';
import { packVector } from './vectors.ts';

const rowsPerSweep = 2_000;
/** A killed process keeps nobody waiting for longer. */
const closedMs = 20_000;

/** @see Store.reembed */
export async function reembed(database: SqlDatabase, name: string, request: ReembedRequest): Promise<number> {
  const { model, signal } = request;
  const writing = <Result>(action: (row: CollectionRow) => Result) => {
    const transaction = () => writeTransaction(database, () => action(requireCollection(database, name)));
    return whenFree(transaction, signal);
  };
  const id = await writing((row) => beginReembedding(database, row, model));
  for (let round = 1; ; round += 1) {
    await stageMissing(database, name, { request, id });
    const count = await writing((row) =>
      trySwap(database, row, { request, id, isLate: round >= openRounds }),
    );
    if (count === undefined) continue;
    await sweepStaged(database);
    return count;
  }
}

interface Run {
  readonly request: ReembedRequest;
  readonly id: number;
}

/** Embeds the chunks of now that have no staged vector, or stops when another call has ended this one. */
async function stageMissing(database: SqlDatabase, name: string, { request, id }: Run): Promise<void> {
  const reading = <Result>(action: (row: CollectionRow) => Result) =>
    readTransaction(database, () => action(requireCollection(database, name)));
  const { total, last: until, ...counts } = reading((row) => chunkCounts(database, row, id));
  let { staged } = counts;
  let after = 0;
  await embedBatches<StoredText>(request, {
    async next() {
      const texts = reading((row) => nextTexts(database, row, { id, after, until }));
      return { texts, staged, total };
    },
    async stage(texts, embedded) {
      const rows = texts.map((text, index) => ({ chunk: text.id, embedded: embedded[index]! }));
      const { embeddingModel: model } = request.model;
      const stage = () => stageVectors(database, { id, model }, rows);
      after = texts.at(-1)!.id;
      staged += texts.length;
      return whenFree(() => writeTransaction(database, stage), request.signal);
    },
  });
}

/** Gives the number of chunks, or `undefined` when some have no staged vector yet. */
function trySwap(
  database: SqlDatabase,
  row: CollectionRow,
  { request: { model }, id, isLate }: Run & { readonly isLate: boolean },
): number | undefined {
  const { total, staged } = chunkCounts(database, row, id);
  if (!isRunning(database, id)) {
    requireReembedded(modelOf(row), model);
    return total;
  }
  if (staged === total) {
    swapVectors(database, row, { reembedding: id, model });
    return total;
  }
  if (isLate) closeToDocuments(database, id);
  return undefined;
}

/** Removes the staged vectors of all re-embeddings that are over, letting the event loop turn. */
export async function sweepStaged(database: SqlDatabase): Promise<void> {
  while (await whenFree(() => writeTransaction(database, () => sweepReembeddings(database)))) {
    await nextTurn();
  }
}

/**
 * Puts the staged vectors in the place of a collection's, with all that tells which model made them, inside the caller's
 * transaction. Every chunk must have a staged vector of `model.dimensions`.
 */
function swapVectors(
  database: SqlDatabase,
  { id: collection }: CollectionRow,
  { reembedding, model }: { readonly reembedding: number; readonly model: CollectionModel },
): void {
  const now = new Date();
  const at = now.toISOString();
  const run = (sql: string, ...values: readonly (string | number | Uint8Array)[]) =>
    database.prepare(sql).run(values);
  run(
    `INSERT INTO vectors (chunk, vector) SELECT chunk, vector FROM staged_vectors WHERE reembedding = ? ORDER BY chunk
     ON CONFLICT (chunk) DO UPDATE SET vector = excluded.vector`,
    reembedding,
  );
  run(
    'DELETE FROM embedded_texts WHERE chunk IN (SELECT id FROM chunks WHERE collection_id = ?)',
    collection,
  );
  run(
    `INSERT INTO embedded_texts (chunk, hash)
     SELECT chunk, hash FROM staged_vectors WHERE reembedding = ? AND hash IS NOT NULL`,
    reembedding,
  );
  run(
    'UPDATE chunk_fields SET value = ?, instant = ? WHERE collection_id = ? AND key = ?',
    toBytes(at),
    now.getTime(),
    collection,
    toBytes('embeddedAt'),
  );
  keepModel(database, collection, model.table);
  keepAdaptation(database, collection, model.adaptation);
  run(
    `UPDATE collections SET embedding_model = ?, dimensions = ?, max_tokens = ?, embedded_at = ?,
       embedded_up_to = (SELECT ifnull(max(id), 0) FROM chunks WHERE collection_id = collections.id) WHERE id = ?`,
    model.embeddingModel,
    model.dimensions,
    model.maxTokens,
    at,
    collection,
  );
  run('UPDATE reembeddings SET is_over = 1 WHERE id = ?', reembedding);
}

/** A text with the row id of its chunk. */
interface StoredText extends ChunkText {
  readonly id: number;
}

/** Goes on with what is there for the model, and ends what is there for another one; gives the id. */
function beginReembedding(
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
function isRunning(database: SqlDatabase, id: number): boolean {
  return database.prepare('SELECT 1 FROM reembeddings WHERE id = ? AND is_over = 0').get([id]) !== undefined;
}

/** The next chunks that have no staged vector, in order of their row ids, which are above `after` and up to `until`. */
function nextTexts(
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
function stageVectors(
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

interface ChunkCounts {
  readonly total: number;
  readonly staged: number;
  /** The highest row id. */
  readonly last: number;
}

function chunkCounts(database: SqlDatabase, collection: CollectionRow, id: number): ChunkCounts {
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
function closeToDocuments(database: SqlDatabase, id: number): void {
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
function sweepReembeddings(database: SqlDatabase): boolean {
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
