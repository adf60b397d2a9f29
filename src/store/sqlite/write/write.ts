import type { ChunkTerms } from '../../chunk-terms.ts';
import {
  type ChangedDocument,
  type ComingDocument,
  planChange,
  type PreparedChange,
  touchedBy,
} from '../../changes/plan.ts';
import type { ChangeCounts } from '../../store.ts';
import { type CollectionRow, modelOf } from '../collections.ts';
import { insertChunk } from '../chunks.ts';
import { insertContent } from './content.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { documentFieldRows, insertFields, type OwnedFields } from '../filter/filter-fields.ts';
import {
  insertDocument,
  readTouched,
  renameSuperseded,
  type TouchedDocument,
  updateDocumentRecord,
} from '../documents.ts';
import { referToOriginal } from './original-references.ts';
import type { OriginalFiles } from './originals.ts';
import { putColumns } from './put-columns.ts';
import { addPostings, type IndexedChunk } from '../keyword-index/postings.ts';
import { insertSyncedFile, removeSyncedFile } from './synced-files.ts';
import { hasOtherTerms } from '../keyword-index/reanalyse.ts';

/** What a change did; of the originals of removed documents, others may still refer to some. */
export interface AppliedChange extends Omit<ChangeCounts, 'originalsRemoved'> {
  readonly originalsFreed: ReadonlySet<string>;
}

/**
 * Applies a change inside the caller's transaction (../changes/plan.ts).
 *
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; OriginalGone; as `outdated` tells.
 */
export function applyChange(
  database: SqlDatabase,
  collection: CollectionRow,
  { originals, ...change }: PreparedChange & { readonly originals: OriginalFiles },
): AppliedChange {
  const { id: collectionId } = collection;
  const { gone, changed, coming, counts } = planChange(
    readTouched(database, collectionId, touchedBy(change)),
    change,
    { collection: modelOf(collection), location: database.location, now: new Date().toISOString() },
  );
  for (const { id } of gone) database.prepare('DELETE FROM documents WHERE id = ?').run([id]);
  for (const { stored, file, isSuperseded } of changed) {
    if (isSuperseded || file !== stored.file) removeSyncedFile(database, stored.id);
  }
  for (const one of changed) changeDocument(database, collectionId, one);
  const rows = coming.map((one) => addDocument(database, collectionId, { one, originals }));
  // Together, as each statement has its price.
  insertFields(
    database,
    { level: 'document', collectionId },
    rows.map(({ fields }) => fields),
  );
  const chunks = rows.flatMap((row) => row.chunks);
  insertFields(
    database,
    { level: 'chunk', collectionId },
    chunks.map(({ fields }) => fields),
  );
  // With other terms than this program's, they come in when the collection is analysed anew.
  if (!hasOtherTerms(collection)) addPostings(database, collectionId, chunks);
  if (counts.documentsRemoved + counts.chunksRemoved > 0) {
    database.prepare('UPDATE collections SET generation = generation + 1 WHERE id = ?').run([collectionId]);
  }
  return { ...counts, originalsFreed: new Set(gone.flatMap(({ original }) => original ?? [])) };
}

/** Its former file is removed before. */
function changeDocument(
  database: SqlDatabase,
  collectionId: number,
  { stored, document, file, isSuperseded }: ChangedDocument<TouchedDocument>,
): void {
  const { id } = stored;
  if (document) {
    updateDocumentRecord(database, collectionId, { owner: id, before: stored.document, after: document });
    if (isSuperseded) renameSuperseded(database, collectionId, { id, document });
  }
  if (file && file !== stored.file) insertSyncedFile(database, collectionId, { owner: id, file });
}

interface AddedDocument {
  readonly fields: OwnedFields;
  readonly chunks: readonly (IndexedChunk & { readonly fields: OwnedFields })[];
}

/** All but what filters and keyword search see of it. */
function addDocument(
  database: SqlDatabase,
  collectionId: number,
  { one, originals }: { readonly one: ComingDocument; readonly originals: OriginalFiles },
): AddedDocument {
  const { document, record: given, terms, file } = one;
  const record = JSON.stringify(document);
  const owner = insertDocument(database, collectionId, { document, record });
  insertContent(database, owner, { content: given.content, record });
  putColumns(database, { collectionId, owner }, document);
  const chunks = one.chunks.map((chunk, index) => {
    const chunkTerms = terms[index] as ChunkTerms;
    const parent = { collectionId, owner, document };
    const fields = insertChunk(database, parent, { chunk, termCount: chunkTerms.count });
    return { id: fields.owner, terms: chunkTerms, fields };
  });
  if (file) insertSyncedFile(database, collectionId, { owner, file });
  if (given.original !== undefined) {
    referToOriginal(database, { owner, hash: document.sourceHash }, originals);
  }
  return { fields: { owner, rows: documentFieldRows(document) }, chunks };
}
