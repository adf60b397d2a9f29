import { patchedDocument, patchedMetadata } from '../../changes/own-metadata.ts';
import type { MetadataUpdate } from '../../store.ts';
import { type ChunkRow, updateOwnMetadata } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { findDocuments, updateDocument } from '../documents.ts';
import { toPg } from '../database/pg-text.ts';

/**
 * Merges metadata, and a document's own fields, inside the caller's transaction and gives the number of documents or
 * chunks it reached. On a chunk, `null` removes the chunk's own value; its document's, if there is one, then shows again.
 */
export async function applyMetadata(
  session: Session,
  collection: CollectionRow,
  update: MetadataUpdate,
): Promise<number> {
  const { target, patch } = update;
  if (target.documentIds) {
    const stored = await findDocuments(session, collection.id, [...new Set(target.documentIds)]);
    const now = new Date().toISOString();
    for (const { id, record } of stored) {
      await updateDocument(session, id, patchedDocument(record, update, now));
    }
    return stored.length;
  }
  const chunks = await session.all<Pick<ChunkRow, 'id' | 'record' | 'own_metadata'>>(
    'SELECT id, record, own_metadata FROM pincite.chunks WHERE collection_id = $1 AND chunk_id = ANY($2)',
    [collection.id, target.chunkIds.map(toPg)],
  );
  for (const chunk of chunks)
    await updateOwnMetadata(session, chunk, patchedMetadata(chunk.own_metadata, patch));
  return chunks.length;
}
