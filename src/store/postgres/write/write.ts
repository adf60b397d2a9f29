import type { Page } from '../../../types.ts';
import {
  type ChangedDocument,
  type ComingDocument,
  planChange,
  type PreparedChange,
  touchedBy,
} from '../../changes/plan.ts';
import { referenceOf } from '../../changes/in-version.ts';
import { packLayout } from '../../document-codec.ts';
import type { ChangeCounts, ChunkRecord } from '../../store.ts';
import { lockPendingVectors } from '../caches.ts';
import { insertChunks, relabelChunks } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import { CountChange, type CountedDocument } from '../database/counts.ts';
import { type Session, takeLock } from '../database/connection.ts';
import { insertDocument, readTouched, type TouchedDocument, updateDocument } from '../documents.ts';
import { toPg } from '../database/pg-text.ts';
import { addPostings, type IndexedChunk, removePostings } from '../search/posting-blocks.ts';
import { analysedChunks, forgetTerms, hasOtherTerms } from '../search/reanalyse.ts';
import { insertSyncedFile, removeSyncedFiles } from './synced-files.ts';

/**
 * Applies a change inside the caller's transaction, which no other writer of the collection shares (../changes/plan.ts).
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
 */
export async function applyChange(
  session: Session,
  collection: CollectionRow,
  change: PreparedChange,
): Promise<ChangeCounts> {
  const { gone, changed, coming, counts } = planChange(
    await readTouched(session, collection.id, touchedBy(change)),
    change,
    { collection, location: session.location, now: new Date().toISOString() },
  );
  const totals = new CountChange();
  const originalsFreed = await removeDocuments(session, collection, { documents: gone, totals });
  const former = changed.filter(({ stored, file }) => stored.file && file !== stored.file);
  await removeSyncedFiles(
    session,
    former.map(({ stored }) => stored.id),
  );
  for (const one of changed) await changeDocument(session, collection, one);
  const indexed: IndexedChunk[] = [];
  for (const one of coming) indexed.push(...(await addDocument(session, collection, { one, totals })));
  // Another version of this program may have analysed it between this one's look and its change.
  if (hasOtherTerms(collection)) await forgetTerms(session, collection);
  else if (indexed.length > 0) await addPostings(session, collection.id, indexed);
  if (gone.length + coming.length > 0) await totals.apply(session, collection.id);
  const originalsRemoved = await removeUnreferenced(session, originalsFreed);
  await forgetPending(
    session,
    collection,
    change.put.flatMap(({ record }) => record.chunks),
  );
  return { ...counts, originalsRemoved };
}

/** Gives the originals that they referred to. */
async function removeDocuments(
  session: Session,
  collection: CollectionRow,
  { documents, totals }: { readonly documents: readonly TouchedDocument[]; readonly totals: CountChange },
): Promise<string[]> {
  if (documents.length === 0) return [];
  const ids = documents.map(({ id }) => id);
  if (!hasOtherTerms(collection)) {
    for await (const chunks of analysedChunks(session, { where: 'c.document', in: ids })) {
      const wereThere = await removePostings(session, collection.id, chunks);
      if (!wereThere) await forgetTerms(session, collection);
    }
  }
  const rows = await session.all<CountedDocument & { readonly original: string | null }>(
    `DELETE FROM pincite.documents d WHERE id = ANY($1) RETURNING original, language, chunk_count AS chunks,
       (SELECT coalesce(sum(c.term_count), 0) FROM pincite.chunks c WHERE c.document = d.id) AS terms`,
    [ids],
  );
  for (const row of rows) totals.count(row, -1);
  return rows.flatMap(({ original }) => original ?? []);
}

/** Its former file is removed before. */
async function changeDocument(
  session: Session,
  collection: CollectionRow,
  { stored, document, file, isSuperseded }: ChangedDocument<TouchedDocument>,
): Promise<void> {
  const { id } = stored;
  if (document) await updateDocument(session, id, document);
  if (document && isSuperseded) {
    await session.all('UPDATE pincite.documents SET document_id = $2, present_id = $3 WHERE id = $1', [
      id,
      toPg(referenceOf(document)),
      toPg(document.documentId),
    ]);
    await relabelChunks(session, id, document);
  }
  if (file && file !== stored.file) await insertSyncedFile(session, collection.id, { owner: id, file });
}

/** Gives what keyword search is to find of it. */
async function addDocument(
  session: Session,
  collection: CollectionRow,
  { one, totals }: { readonly one: ComingDocument; readonly totals: CountChange },
): Promise<IndexedChunk[]> {
  const { document, record, chunks, terms, file } = one;
  const original = record.original === undefined ? undefined : document.sourceHash;
  if (original !== undefined) await keepOriginal(session, original, record.original!);
  const { content } = record;
  const id = await insertDocument(session, collection.id, { document, content, original });
  await insertPages(session, id, content.pages);
  const termCounts = terms.map(({ count }) => count);
  const owner = { collectionId: collection.id, id, document };
  const ids = await insertChunks(session, owner, { chunks, termCounts });
  if (file) await insertSyncedFile(session, collection.id, { owner: id, file });
  const { language = null } = document;
  const termsOfAll = termCounts.reduce((sum, count) => sum + count, 0);
  totals.count({ chunks: chunks.length, terms: termsOfAll, language }, 1);
  return ids.map((chunk, index) => ({ id: chunk, terms: terms[index]! }));
}

async function insertPages(session: Session, owner: number, pages: readonly Page[]): Promise<void> {
  if (pages.length === 0) return;
  await session.all(
    `INSERT INTO pincite.pages (document, number, label, width, height, char_start, char_end, layout)
     SELECT $1, number, label, width, height, char_start, char_end, decode(layout, 'base64')
     FROM json_to_recordset($2) AS given (number int, label text, width float8, height float8, char_start int, char_end int,
       layout text)`,
    [owner, JSON.stringify(pages.map(toPageRow))],
  );
}

const toPageRow = ({ number, label, width, height, charStart, charEnd, layout }: Page) => ({
  number,
  label: label === undefined ? null : toPg(label),
  width,
  height,
  char_start: charStart,
  char_end: charEnd,
  layout: Buffer.from(packLayout(layout)).toString('base64'),
});

/** Taken after the lock of a collection: an original may belong to several, and must not go while it comes. */
const lockOriginals = (session: Session) => takeLock(session, 'originals', true);

async function keepOriginal(session: Session, hash: string, bytes: Uint8Array): Promise<void> {
  await lockOriginals(session);
  await session.all('INSERT INTO pincite.originals (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hash,
    bytes,
  ]);
}

/** Removes the originals that no document refers to, and gives their number. */
export async function removeUnreferenced(session: Session, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  await lockOriginals(session);
  const gone = await session.all(
    `DELETE FROM pincite.originals o WHERE o.hash = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM pincite.documents d WHERE d.original = o.hash) RETURNING 1`,
    [hashes],
  );
  return gone.length;
}

/** Their vectors are kept with the chunks now. */
async function forgetPending(
  session: Session,
  { embeddingModel }: CollectionRow,
  chunks: readonly ChunkRecord[],
): Promise<void> {
  const hashes = chunks.flatMap(({ textHash }) =>
    textHash === undefined ? [] : [Buffer.from(textHash, 'hex')],
  );
  if (hashes.length === 0) return;
  const forget = `DELETE FROM pincite.pending_vectors WHERE hash = ANY($1) AND model = $2 AND role = 'passage'`;
  await Promise.all([lockPendingVectors(session), session.all(forget, [hashes, embeddingModel])]);
}
