import type { Document, Metadata } from '../../types.ts';
import type { FieldPatch, MetadataPatch, MetadataUpdate } from '../store.ts';
import { type ChunkRow, updateOwnMetadata } from './chunks.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { findDocuments, updateDocument } from './documents.ts';
import { toPg } from './pg-text.ts';

/**
 * Merges metadata, and a document's own fields, inside the caller's transaction and gives the number of documents or
 * chunks it reached. On a chunk, `null` removes the chunk's own value; its document's, if there is one, then shows again.
 */
export async function applyMetadata(
  session: Session,
  collection: CollectionRow,
  { target, patch, fields = {} }: MetadataUpdate,
): Promise<number> {
  if (target.documentIds) {
    const stored = await findDocuments(session, collection.id, [...new Set(target.documentIds)]);
    const updatedAt = new Date().toISOString();
    for (const { id, record } of stored) {
      const metadata = merged(record.metadata, patch);
      await updateDocument(session, id, { ...describedBy(record, fields), updatedAt, metadata });
    }
    return stored.length;
  }
  const chunks = await session.all<Pick<ChunkRow, 'id' | 'record' | 'own_metadata'>>(
    'SELECT id, record, own_metadata FROM pincite.chunks WHERE collection_id = $1 AND chunk_id = ANY($2)',
    [collection.id, target.chunkIds.map(toPg)],
  );
  for (const chunk of chunks) await updateOwnMetadata(session, chunk, merged(chunk.own_metadata, patch));
  return chunks.length;
}

function describedBy(document: Document, fields: FieldPatch): Document {
  const described = Object.entries({ ...document, ...fields }).filter(([, value]) => value !== null);
  return Object.fromEntries(described) as unknown as Document;
}

function merged(metadata: Metadata, patch: MetadataPatch): Metadata {
  const kept = Object.entries(metadata).filter(([key]) => !Object.hasOwn(patch, key));
  const given = Object.entries(patch).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return Object.fromEntries([...kept, ...given]);
}
