import type { CollectionModel } from '../collection-model.ts';
import { keepAdaptation, keepModel } from './adapted-model.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { toBytes } from './text-bytes.ts';

/**
 * Puts the staged vectors in the place of a collection's, with all that tells which model made them, inside the caller's
 * transaction. Every chunk must have a staged vector of `model.dimensions`.
 */
export function swapVectors(
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
