import { CollectionNotFoundError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Collection } from '../../types.ts';
import type { StoredModel } from '../collection-model.ts';
import type { CollectionSpec } from '../store.ts';
import { keepAdaptation, keepModel, readAdaptation } from './vectors/adapted-model.ts';
import { perState } from './database/database-state.ts';
import type { SqlDatabase, SqlValue } from './database/driver.ts';
import { remembered } from './database/remembered.ts';
import { toBytes, toText } from './database/text-bytes.ts';

/** A collection as its row has it. */
export interface CollectionRow {
  readonly id: number;
  readonly name: Uint8Array;
  readonly embedding_model: string;
  readonly dimensions: number;
  readonly max_tokens: number;
  readonly analyser: string;
  readonly created_at: string;
  /** Changes whenever a chunk goes. */
  readonly generation: number;
  /** When all chunks up to that row id were embedded anew; NULL and 0 when they never were. */
  readonly embedded_at: string | null;
  readonly embedded_up_to: number;
}

/** @throws CollectionNotFoundError, with the names that there are. */
export function requireCollection(database: SqlDatabase, name: string): CollectionRow {
  const row = findCollection(database, name);
  if (row) return row;
  const names = collectionRows(database).map((one) => toText(one.name));
  throw new CollectionNotFoundError(name, names);
}

interface Known {
  readonly rows: Map<string, CollectionRow>;
  /** By name, once all were asked for. */
  all?: readonly Collection[];
}

/** What was read since the database changed. */
const knownOf = perState((): Known => ({ rows: new Map() }));

/** Without reading the row again while the database does not change; in read transactions alone. */
export function knownCollection(database: SqlDatabase, name: string): CollectionRow | undefined {
  const { rows } = knownOf(database);
  const row = rows.get(name) ?? findCollection(database, name);
  if (row) rows.set(name, row);
  return row;
}

/** @throws as `requireCollection` does. */
export function requireKnownCollection(database: SqlDatabase, name: string): CollectionRow {
  return knownCollection(database, name) ?? requireCollection(database, name);
}

/** All, by name; read again when the database has changed. In read transactions alone. */
export function knownCollections(database: SqlDatabase): readonly Collection[] {
  const now = knownOf(database);
  now.all ??= collectionRows(database).map((row) => describeCollection(database, row));
  return now.all;
}

export function findCollection(database: SqlDatabase, name: string): CollectionRow | undefined {
  return collectionRows(database, 'WHERE name = ?', [toBytes(name)])[0];
}

interface StoredRow extends Pick<
  CollectionRow,
  'id' | 'name' | 'dimensions' | 'max_tokens' | 'generation' | 'embedded_up_to'
> {
  readonly embedding_model: Uint8Array;
  readonly analyser: Uint8Array;
  readonly created_at: Uint8Array;
  readonly embedded_at: Uint8Array | null;
}

/** By name, those that meet an SQL condition. @throws StoreError for a damaged one. */
export function collectionRows(
  database: SqlDatabase,
  where = '',
  values: readonly SqlValue[] = [],
): CollectionRow[] {
  return database
    .prepare(
      `SELECT id, name, embedding_model, dimensions, max_tokens, analyser, created_at, generation, embedded_at,
       embedded_up_to FROM collections ${where} ORDER BY name`,
    )
    .all<StoredRow>(values)
    .map((row) => ({
      ...row,
      embedding_model: toText(row.embedding_model),
      analyser: toText(row.analyser),
      created_at: toText(row.created_at),
      embedded_at: row.embedded_at && toText(row.embedded_at),
    }));
}

export function describeCollection(database: SqlDatabase, row: CollectionRow): Collection {
  const [documentCount = 0, chunkCount = 0] =
    remembered(database, `counts ${row.id}`, () => countDocuments(database, row)) ?? [];
  return {
    name: toText(row.name),
    embeddingModel: row.embedding_model,
    dimensions: row.dimensions,
    maxTokens: row.max_tokens,
    documentCount,
    chunkCount,
    createdAt: row.created_at,
    adaptation: readAdaptation(database, row.id),
  };
}

/** Of the present versions: documents and their chunks. Each retrieval asks for them. */
function countDocuments(database: SqlDatabase, { id }: CollectionRow): Float64Array {
  const counts = database
    .prepare(
      `SELECT count(*) AS documents, total(chunk_count) AS chunks FROM documents
       WHERE collection_id = ?1 AND id NOT IN (SELECT document FROM earlier_versions WHERE collection_id = ?1)`,
    )
    .get<{ documents: number; chunks: number }>([id]);
  return Float64Array.of(counts?.documents ?? 0, counts?.chunks ?? 0);
}

/** Another text whenever all vectors of the collection are replaced: what is derived from them is of this state alone. */
export function stateOfVectors({ embedding_model, embedded_at }: CollectionRow): string {
  return JSON.stringify([embedding_model, embedded_at]);
}

/** What the collection was made with, without the model itself. */
export function specOf(database: SqlDatabase, row: CollectionRow): CollectionSpec {
  return {
    name: toText(row.name),
    embeddingModel: row.embedding_model,
    dimensions: row.dimensions,
    maxTokens: row.max_tokens,
    adaptation: readAdaptation(database, row.id),
  };
}

export function createCollection(database: SqlDatabase, spec: CollectionSpec): void {
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO collections (name, embedding_model, dimensions, max_tokens, analyser, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run([
      toBytes(spec.name),
      spec.embeddingModel,
      spec.dimensions,
      spec.maxTokens,
      analyserId,
      new Date().toISOString(),
    ]);
  keepModel(database, lastInsertRowid, spec.table);
  keepAdaptation(database, lastInsertRowid, spec.adaptation);
}

export function deleteCollection(database: SqlDatabase, row: CollectionRow): void {
  database.prepare('DELETE FROM collections WHERE id = ?').run([row.id]);
}

/** What the collection is embedded with. */
export const modelOf = (row: CollectionRow): StoredModel => ({
  name: toText(row.name),
  embeddingModel: row.embedding_model,
  dimensions: row.dimensions,
});
