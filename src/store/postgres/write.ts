import type { Document, Page } from '../../types.ts';
import { inVersion, labelledId, referenceOf } from '../in-version.ts';
import { packLayout } from '../layout-codec.ts';
import { outdated } from '../outdated.ts';
import { type PreparedDocument, requireFit } from '../prepare-documents.ts';
import type { ChangeCounts, ChunkRecord, DocumentRecord, StoreChange, SyncedFile } from '../store.ts';
import { lockPendingVectors } from './caches.ts';
import { insertChunks, relabelChunks } from './chunks.ts';
import type { CollectionRow } from './collections.ts';
import { CountChange } from './counts.ts';
import { type Session, takeLock } from './database.ts';
import {
  earlierVersionsOf,
  findDocument,
  findDocuments,
  insertDocument,
  type StoredDocument,
  updateDocument,
} from './documents.ts';
import { toPg } from './pg-text.ts';
import { addPostings, hasOtherTerms, type IndexedChunk } from './postings.ts';
import { applySeenFile, readSyncedFile, recordSyncedFile } from './synced-files.ts';

export interface PreparedChange extends Omit<StoreChange, 'put'> {
  readonly put: readonly PreparedDocument[];
}

/** Applies a change inside the caller's transaction, which no other writer of the collection shares. */
export class Change {
  private readonly session: Session;
  private readonly collection: CollectionRow;
  private readonly indexed: IndexedChunk[] = [];
  /** Ids of which no document is stored. */
  private readonly unknown = new Set<string>();
  private readonly originalsFreed = new Set<string>();
  private readonly counts = new CountChange();
  private documentsRemoved = 0;
  private versionsRemoved = 0;
  private chunksRemoved = 0;

  constructor(session: Session, collection: CollectionRow) {
    this.session = session;
    this.collection = collection;
  }

  /**
   * A document that is removed and put is replaced.
   * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; as `outdated` tells.
   */
  async apply(change: PreparedChange): Promise<ChangeCounts> {
    const { session, collection } = this;
    await this.requireExpected(change);
    const present = change.put.filter(({ record }) => record.document.supersededAt === undefined);
    const coming = new Set(present.map(({ record }) => record.document.documentId));
    for (const documentId of change.remove ?? []) {
      if (!coming.has(documentId)) await this.removeWithVersions(documentId);
    }
    await this.findUnknown(coming);
    const versions: number[] = [];
    for (const prepared of change.put) versions.push(await this.put(prepared, change.keepVersions === true));
    // With other terms than this program's, they come in when the collection is analysed anew.
    if (!hasOtherTerms(collection)) await addPostings(session, collection.id, this.indexed);
    if (this.documentsRemoved > 0 || change.put.length > 0) await this.counts.apply(session, collection.id);
    for (const seen of change.seen ?? []) await applySeenFile(session, collection.id, seen);
    const originalsRemoved = await removeUnreferenced(session, [...this.originalsFreed]);
    const stored = change.put.flatMap(({ record }) => record.chunks);
    await forgetPending(session, collection, stored);
    const { documentsRemoved, versionsRemoved, chunksRemoved } = this;
    return {
      documentsRemoved,
      versionsRemoved,
      chunksRemoved,
      chunksAdded: stored.length,
      originalsRemoved,
      versions,
    };
  }

  /** One look-up for all, where most are new. */
  private async findUnknown(documentIds: ReadonlySet<string>): Promise<void> {
    const stored = await findDocuments(this.session, this.collection.id, [...documentIds]);
    const known = new Set(stored.map(({ record }) => record.documentId));
    for (const id of documentIds) if (!known.has(id)) this.unknown.add(id);
  }

  private async requireExpected({ expected = [] }: PreparedChange): Promise<void> {
    for (const state of expected) {
      const stored = await findDocument(this.session, this.collection.id, state.documentId);
      const document = stored?.record;
      if (document?.version === state.version && document.updatedAt === state.updatedAt) continue;
      throw outdated(this.session.location, state);
    }
  }

  private async removeWithVersions(documentId: string): Promise<void> {
    const stored = await findDocument(this.session, this.collection.id, documentId);
    if (!stored) return;
    const earlier = await earlierVersionsOf(this.session, this.collection.id, documentId);
    for (const row of [stored, ...earlier]) await this.removeRow(row);
    this.documentsRemoved += 1;
    this.versionsRemoved += earlier.length;
  }

  private async removeRow({ id, chunk_count }: StoredDocument): Promise<void> {
    const [row] = await this.session.all<RemovedRow>(
      `DELETE FROM pincite.documents d WHERE id = $1 RETURNING original, language,
         (SELECT coalesce(sum(c.term_count), 0) FROM pincite.chunks c WHERE c.document = d.id) AS terms`,
      [id],
    );
    const { original, language, terms } = row!;
    if (original) this.originalsFreed.add(original);
    this.chunksRemoved += chunk_count;
    this.counts.count({ chunks: chunk_count, terms, language }, -1);
  }

  /** Gives the version that the document has got. */
  private async put({ record, terms }: PreparedDocument, keepVersions: boolean): Promise<number> {
    const { session, collection } = this;
    // Checked again, now that nobody can remove the collection and make it anew with another model.
    requireFit(collection, record);
    const { document, file } = await this.makeRoom(record, keepVersions);
    const isVersioned = keepVersions || document.supersededAt !== undefined;
    const original = record.original === undefined ? undefined : document.sourceHash;
    if (original !== undefined) await keepOriginal(session, original, record.original!);
    const { content } = record;
    const id = await insertDocument(session, collection.id, { document, content, original });
    await insertPages(session, id, content.pages);
    const chunks = isVersioned ? record.chunks.map((chunk) => inVersion(chunk, document)) : record.chunks;
    const owner = { collectionId: collection.id, id, document };
    const termCounts = terms.map(({ count }) => count);
    const ids = await insertChunks(session, owner, { chunks, termCounts });
    this.indexed.push(...ids.map((chunk, index) => ({ id: chunk, terms: terms[index]! })));
    if (file) await recordSyncedFile(session, collection.id, { owner: id, file });
    const { language = null } = document;
    this.counts.count({ chunks: chunks.length, terms: sum(termCounts), language }, 1);
    return document.version;
  }

  /** Takes the stored document of that id away, or makes it an earlier version, and says what comes in its place. */
  private async makeRoom(
    { document: given, chunks, file }: DocumentRecord,
    keepVersions: boolean,
  ): Promise<{ document: Document; file: SyncedFile | undefined }> {
    const { session, collection } = this;
    const document = { ...given, collection: collection.name, chunkCount: chunks.length };
    if (given.supersededAt !== undefined) {
      const earlier = await earlierVersionsOf(session, collection.id, given.documentId);
      const same = earlier.find(({ record }) => record.version === given.version);
      if (same) await this.removeRow(same);
      return { document, file };
    }
    if (this.unknown.delete(given.documentId)) return { document, file };
    const stored = await findDocument(session, collection.id, given.documentId);
    if (!stored) return { document, file };
    const known = await readSyncedFile(session, stored.id);
    const before = stored.record;
    if (keepVersions) await supersede(session, stored, given.updatedAt);
    else await this.removeRow(stored);
    // Added again by its path, a document is still the one of its folder; what was seen of its file no longer counts.
    const stillThere =
      known && before.sourcePath === given.sourcePath ? { ...known, checkedMs: 0 } : undefined;
    const next = { ...document, ingestedAt: before.ingestedAt, version: before.version + 1 };
    return { document: next, file: file ?? stillThere };
  }
}

interface RemovedRow {
  readonly original: string | null;
  readonly language: string | null;
  readonly terms: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Turns the present version into an earlier one. Its chunks stay searchable as its own. */
async function supersede(session: Session, stored: StoredDocument, supersededAt: string): Promise<void> {
  const document = { ...stored.record, supersededAt };
  await updateDocument(session, stored.id, document);
  await session.all('UPDATE pincite.documents SET document_id = $2, present_id = $3 WHERE id = $1', [
    stored.id,
    toPg(referenceOf(document)),
    toPg(document.documentId),
  ]);
  await session.all('DELETE FROM pincite.synced_files WHERE document = $1', [stored.id]);
  const label = (id: string | undefined) => (id === undefined ? undefined : labelledId(id, document));
  // Stored while versions were not kept, chunks carry none; the next version's may have the same ids.
  await relabelChunks(session, stored.id, (chunk) => ({
    ...chunk,
    chunkId: labelledId(chunk.chunkId, document),
    prevChunkId: label(chunk.prevChunkId),
    nextChunkId: label(chunk.nextChunkId),
    parentChunkId: label(chunk.parentChunkId),
    documentVersion: document.version,
  }));
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
