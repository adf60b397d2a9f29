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
import { chunksPerStatement, insertChunks, relabelChunks } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import { CountChange, type CountedDocument } from '../database/counts.ts';
import { type Session, takeLock } from '../database/connection.ts';
import {
  insertDocuments,
  type NewDocument,
  readTouched,
  type TouchedDocument,
  updateDocument,
} from '../documents.ts';
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
  for (const some of groupsOf(coming))
    indexed.push(...(await addDocuments(session, collection, { coming: some, totals })));
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

/** The texts of so many characters make a statement, or one text that has more. */
const charsPerStatement = 8_000_000;

/** As many as one statement takes the chunks and texts of, or one document that has more. */
function* groupsOf(documents: readonly ComingDocument[]): Generator<readonly ComingDocument[]> {
  let group: ComingDocument[] = [];
  let [chunks, chars] = [0, 0];
  for (const one of documents) {
    const text = one.record.content.text.length;
    chunks += one.chunks.length;
    chars += text;
    if ((chunks > chunksPerStatement || chars > charsPerStatement) && group.length > 0) {
      yield group;
      [group, chunks, chars] = [[], one.chunks.length, text];
    }
    group.push(one);
  }
  if (group.length > 0) yield group;
}

/** Gives what keyword search is to find of them. */
async function addDocuments(
  session: Session,
  collection: CollectionRow,
  { coming, totals }: { readonly coming: readonly ComingDocument[]; readonly totals: CountChange },
): Promise<IndexedChunk[]> {
  const rows: NewDocument[] = [];
  for (const { document, record } of coming) {
    const original = record.original === undefined ? undefined : document.sourceHash;
    if (original !== undefined) await keepOriginal(session, original, record.original!);
    rows.push({ document, content: record.content, original });
  }
  const owners = await insertDocuments(session, collection.id, rows);
  await insertPages(
    session,
    coming.flatMap(({ record }, index) =>
      record.content.pages.map((page) => toPageRow(owners[index]!, page)),
    ),
  );
  const chunks = coming.flatMap(({ document, chunks: its, terms }, index) =>
    its.map((record, at) => ({ owner: owners[index]!, document, record, terms: terms[at]! })),
  );
  const ids = await insertChunks(session, collection.id, chunks);
  for (const [index, { document, file, terms }] of coming.entries()) {
    if (file) await insertSyncedFile(session, collection.id, { owner: owners[index]!, file });
    const { language = null } = document;
    const termsOfAll = terms.reduce((sum, { count }) => sum + count, 0);
    totals.count({ chunks: terms.length, terms: termsOfAll, language }, 1);
  }
  return chunks.map(({ terms }, index) => ({ id: ids[index]!, terms }));
}

async function insertPages(session: Session, pages: readonly PageRow[]): Promise<void> {
  if (pages.length === 0) return;
  await session.all(
    `INSERT INTO pincite.pages (document, number, label, width, height, char_start, char_end, layout)
     SELECT document, number, label, width, height, char_start, char_end, decode(layout, 'base64')
     FROM json_to_recordset($1) AS given (document bigint, number int, label text, width float8, height float8, char_start int,
       char_end int, layout text)`,
    [JSON.stringify(pages)],
    'insert pages',
  );
}

type PageRow = ReturnType<typeof toPageRow>;

const toPageRow = (owner: number, { number, label, width, height, charStart, charEnd, layout }: Page) => ({
  document: owner,
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
