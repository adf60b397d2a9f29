import type { Metadata } from '../../../types.ts';
import { givenIn, patchedDocument, patchedMetadata } from '../../changes/own-metadata.ts';
import type { MetadataPatch, MetadataUpdate } from '../../store.ts';
import { changeChunks } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import { updateDocumentRecord, findDocument } from '../documents.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { metadataKey, metadataRows, insertFields } from '../filter/filter-fields.ts';
import { parseDocument } from '../read/stored-document.ts';
import { parseStored, toBytes } from '../database/text-bytes.ts';

/**
 * Merges metadata, and a document's own fields, inside the caller's transaction and gives the number of documents or chunks it reached.
 * On a chunk, `null` removes the chunk's own value; its document's, if there is one, then shows again.
 */
export function applyMetadata(
  database: SqlDatabase,
  collection: CollectionRow,
  update: MetadataUpdate,
): number {
  const { documentIds, chunkIds } = update.target;
  const names = new Set(documentIds ?? chunkIds);
  const change = documentIds ? updateDocument : updateChunk;
  return [...names].filter((name) => change(database, collection, { ...update, name })).length;
}

interface Update extends MetadataUpdate {
  readonly name: string;
}

function updateDocument(
  database: SqlDatabase,
  collection: CollectionRow,
  { name, ...update }: Update,
): boolean {
  const stored = findDocument(database, collection.id, name);
  if (!stored) return false;
  const before = parseDocument(stored);
  const after = patchedDocument(before, update, new Date().toISOString());
  updateDocumentRecord(database, collection.id, { owner: stored.id, before, after });
  return true;
}

function updateChunk(database: SqlDatabase, collection: CollectionRow, { name, patch }: Update): boolean {
  const row = database
    .prepare(
      `SELECT c.id, b.own_metadata FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.collection_id = ? AND c.chunk_id = ?`,
    )
    .get<{ id: number; own_metadata: Uint8Array }>([collection.id, toBytes(name)]);
  if (!row) return false;
  const own = patchedMetadata(parseStored<Metadata>(row.own_metadata), patch);
  const statement = database.prepare('UPDATE chunk_bodies SET own_metadata = ? WHERE chunk = ?');
  changeChunks(database, { chunk: row.id }, () => statement.run([JSON.stringify(own), row.id]));
  replaceFields(database, { collectionId: collection.id, id: row.id }, patch);
  return true;
}

function replaceFields(
  database: SqlDatabase,
  { collectionId, id }: { readonly collectionId: number; readonly id: number },
  patch: MetadataPatch,
): void {
  const statement = database.prepare('DELETE FROM chunk_fields WHERE chunk = ? AND key = ?');
  for (const name of Object.keys(patch)) statement.run([id, metadataKey(name)]);
  const fields = { owner: id, rows: metadataRows(givenIn(patch)) };
  insertFields(database, { level: 'chunk', collectionId }, [fields]);
}
