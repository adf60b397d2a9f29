import type { Document, Metadata } from '../../types.ts';
import type { MetadataPatch, MetadataTarget } from '../store.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { metadataKey, metadataRows } from './field-values.ts';
import { toBytes } from './text-bytes.ts';
import { insertFields } from './write.ts';

/**
 * Merges metadata inside the caller's transaction and gives the number of documents or chunks it reached.
 * On a chunk, `null` removes the chunk's own value; its document's, if there is one, then shows again.
 */
export function applyMetadata(
  database: SqlDatabase,
  collection: CollectionRow,
  { target, patch }: { readonly target: MetadataTarget; readonly patch: MetadataPatch },
): number {
  const update = target.documentIds ? updateDocument : updateChunk;
  const names = new Set(target.documentIds ?? target.chunkIds);
  return [...names].filter((name) => update(database, collection, { name, patch })).length;
}

interface Update {
  readonly name: string;
  readonly patch: MetadataPatch;
}

function updateDocument(database: SqlDatabase, collection: CollectionRow, { name, patch }: Update): boolean {
  const row = database
    .prepare('SELECT id, record FROM documents WHERE collection_id = ? AND document_id = ?')
    .get<{ id: number; record: string }>([collection.id, toBytes(name)]);
  if (!row) return false;
  const document = JSON.parse(row.record) as Document;
  const updatedAt = new Date().toISOString();
  const next = { ...document, updatedAt, metadata: merged(document.metadata, patch) };
  database.prepare('UPDATE documents SET record = ? WHERE id = ?').run([JSON.stringify(next), row.id]);
  const owner = { level: 'document', collectionId: collection.id, id: row.id } as const;
  replaceFields(database, owner, patch);
  database
    .prepare('UPDATE document_fields SET value = ?, instant = ? WHERE document = ? AND key = ?')
    .run([toBytes(updatedAt), Date.parse(updatedAt), row.id, toBytes('updatedAt')]);
  return true;
}

function updateChunk(database: SqlDatabase, collection: CollectionRow, { name, patch }: Update): boolean {
  const row = database
    .prepare(
      `SELECT c.id, b.own_metadata FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.collection_id = ? AND c.chunk_id = ?`,
    )
    .get<{ id: number; own_metadata: string }>([collection.id, toBytes(name)]);
  if (!row) return false;
  const own = merged(JSON.parse(row.own_metadata) as Metadata, patch);
  database
    .prepare('UPDATE chunk_bodies SET own_metadata = ? WHERE chunk = ?')
    .run([JSON.stringify(own), row.id]);
  replaceFields(database, { level: 'chunk', collectionId: collection.id, id: row.id }, patch);
  return true;
}

function merged(metadata: Metadata, patch: MetadataPatch): Metadata {
  const kept = Object.entries(metadata).filter(([key]) => !Object.hasOwn(patch, key));
  return Object.fromEntries([...kept, ...Object.entries(given(patch))]);
}

function given(patch: MetadataPatch): Metadata {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
}

function replaceFields(
  database: SqlDatabase,
  owner: { readonly level: 'document' | 'chunk'; readonly collectionId: number; readonly id: number },
  patch: MetadataPatch,
): void {
  const { level, collectionId, id } = owner;
  const statement = database.prepare(`DELETE FROM ${level}_fields WHERE ${level} = ? AND key = ?`);
  for (const name of Object.keys(patch)) statement.run([id, metadataKey(name)]);
  insertFields(database, level, { collectionId, owner: id, rows: metadataRows(given(patch)) });
}
