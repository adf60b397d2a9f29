import {
  CollectionNotFoundError,
  EmbeddingDimensionError,
  EmbeddingModelMismatchError,
} from '../../errors.ts';
import { analyserId } from '../../text/analyser.ts';
import type { Collection } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import type { SqlDatabase } from './driver.ts';
import { createPostings, dropPostings } from './postings.ts';
import { toBytes, toText } from './text-bytes.ts';

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
}

/** @throws CollectionNotFoundError, with the names that there are. */
export function requireCollection(database: SqlDatabase, name: string): CollectionRow {
  const row = findCollection(database, name);
  if (row) return row;
  const names = allCollections(database).map((collection) => collection.name);
  throw new CollectionNotFoundError(name, names);
}

export function findCollection(database: SqlDatabase, name: string): CollectionRow | undefined {
  return database.prepare('SELECT * FROM collections WHERE name = ?').get<CollectionRow>([toBytes(name)]);
}

/** By name. */
export function allCollections(database: SqlDatabase): Collection[] {
  const rows = database.prepare('SELECT * FROM collections ORDER BY name').all<CollectionRow>();
  return rows.map((row) => describeCollection(database, row));
}

export function describeCollection(database: SqlDatabase, row: CollectionRow): Collection {
  const counts = database
    .prepare(
      'SELECT count(*) AS documents, total(chunk_count) AS chunks FROM documents WHERE collection_id = ?',
    )
    .get<{ documents: number; chunks: number }>([row.id]);
  return {
    name: toText(row.name),
    embeddingModel: row.embedding_model,
    dimensions: row.dimensions,
    maxTokens: row.max_tokens,
    documentCount: counts?.documents ?? 0,
    chunkCount: counts?.chunks ?? 0,
    createdAt: row.created_at,
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
  createPostings(database, lastInsertRowid);
}

export function deleteCollection(database: SqlDatabase, row: CollectionRow): void {
  dropPostings(database, row.id);
  database.prepare('DELETE FROM collections WHERE id = ?').run([row.id]);
}

/** @throws EmbeddingModelMismatchError, EmbeddingDimensionError */
export function requireSameModel(row: CollectionRow, spec: CollectionSpec): void {
  requireModel(row, spec.embeddingModel);
  if (row.dimensions === spec.dimensions) return;
  throw new EmbeddingDimensionError(
    `The collection ${spec.name} has vectors of ${row.dimensions} dimensions, not of ${spec.dimensions}.`,
    {
      hint: anotherCollection(spec.name),
      context: { collection: spec.name, stored: row.dimensions, given: spec.dimensions },
    },
  );
}

/** @throws EmbeddingModelMismatchError */
export function requireModel(row: CollectionRow, embeddingModel: string): void {
  if (row.embedding_model === embeddingModel) return;
  const collection = toText(row.name);
  throw new EmbeddingModelMismatchError(
    `The collection ${collection} is embedded with ${row.embedding_model}, not with ${embeddingModel}.`,
    {
      hint: anotherCollection(collection),
      context: { collection, stored: row.embedding_model, given: embeddingModel },
    },
  );
}

function anotherCollection(name: string): string {
  return `Choose another --collection, or remove ${name} and add its documents again.`;
}

/** @throws EmbeddingDimensionError */
export function requireDimensions(row: CollectionRow, vector: Float32Array, chunk?: string): void {
  if (vector.length === row.dimensions) return;
  const collection = toText(row.name);
  throw new EmbeddingDimensionError(
    `A vector has ${vector.length} dimensions, those of the collection ${collection} have ${row.dimensions}.`,
    {
      hint: `Embed with ${row.embedding_model}, or choose another --collection.`,
      context: { collection, chunk, given: vector.length, stored: row.dimensions },
    },
  );
}
