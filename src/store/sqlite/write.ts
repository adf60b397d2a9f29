import type { Chunk, Document, Metadata } from '../../types.ts';
import type { ChunkTerms } from '../chunk-terms.ts';
import { inVersion, referenceOf } from '../in-version.ts';
import { outdated } from '../outdated.ts';
import { ownMetadata } from '../own-metadata.ts';
import { type PreparedDocument, requireFit } from '../prepare-documents.ts';
import type { ChangeCounts, ChunkRecord, StoreChange, SyncedFile } from '../store.ts';
import { chunkChecksum, keepChunkChecksum } from './chunk-checksums.ts';
import {
  chunkColumnFields,
  chunkColumns,
  type ChunkRest,
  numberFields,
  textFields,
} from './chunk-columns.ts';
import { type CollectionRow, modelOf } from './collections.ts';
import { insertContent } from './content.ts';
import type { SqlDatabase, SqlValue } from './driver.ts';
import { keepTextHash } from './embedding-cache.ts';
import { chunkFieldRows, documentFieldRows } from './field-values.ts';
import { insertFields, type OwnedFields } from './insert-fields.ts';
import { originalOf, referToOriginal } from './original-references.ts';
import type { OriginalFiles } from './originals.ts';
import { putColumns } from './put-columns.ts';
import { addPostings, type IndexedChunk } from './postings.ts';
import { applySeenFile, readSyncedFile, recordSyncedFile } from './synced-files.ts';
import { hasOtherTerms } from './reanalyse.ts';
import { parseDocument } from './stored-document.ts';
import { toBytes, toText } from './text-bytes.ts';
import { packVector } from './vectors.ts';
import {
  earlierVersionsOf,
  findDocument,
  findEarlier,
  recordEarlier,
  type StoredDocument,
  supersede,
} from './versions.ts';

/** A change with its documents prepared, and where the originals of documents are. */
export interface PreparedChange extends Omit<StoreChange, 'put'> {
  readonly put: readonly PreparedDocument[];
  readonly originals: OriginalFiles;
}

/** What a change did; of the originals of removed documents, others may still refer to some. */
export interface AppliedChange extends Omit<ChangeCounts, 'originalsRemoved'> {
  readonly originalsFreed: ReadonlySet<string>;
}

/**
 * Applies a change inside the caller's transaction. A document that is removed and put is replaced.
 *
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError; OriginalGone; as `outdated` tells.
 */
export function applyChange(
  database: SqlDatabase,
  collection: CollectionRow,
  change: PreparedChange,
): AppliedChange {
  requireExpected(database, collection.id, change);
  const removal = new Removal(database, collection.id);
  const present = change.put.filter(({ record }) => record.document.supersededAt === undefined);
  const coming = new Set(present.map(({ record }) => record.document.documentId));
  for (const documentId of change.remove ?? []) {
    if (!coming.has(documentId)) removal.removeWithVersions(documentId);
  }
  const indexed: IndexedChunk[] = [];
  const fields = new PendingFields(database, collection.id);
  const versions = change.put.map((prepared) =>
    putDocument(database, collection, { ...change, prepared, removal, indexed, fields }),
  );
  fields.insert();
  // With other terms than this program's, they come in when the collection is analysed anew.
  if (!hasOtherTerms(collection)) addPostings(database, collection.id, indexed);
  for (const seen of change.seen ?? []) applySeenFile(database, collection.id, seen);
  const { documentsRemoved, versionsRemoved, chunksRemoved, originalsFreed } = removal;
  if (documentsRemoved + chunksRemoved > 0) {
    database.prepare('UPDATE collections SET generation = generation + 1 WHERE id = ?').run([collection.id]);
  }
  const chunksAdded = change.put.reduce((sum, { record }) => sum + record.chunks.length, 0);
  return { documentsRemoved, versionsRemoved, chunksRemoved, chunksAdded, versions, originalsFreed };
}

function requireExpected(
  database: SqlDatabase,
  collectionId: number,
  { expected = [] }: PreparedChange,
): void {
  for (const state of expected) {
    const stored = findDocument(database, collectionId, state.documentId);
    const document = stored && parseDocument(stored);
    if (document?.version === state.version && document.updatedAt === state.updatedAt) continue;
    throw outdated(database.location, state);
  }
}

/** Removes rows of `documents` with all that hangs on them, and counts what went. */
class Removal {
  documentsRemoved = 0;
  versionsRemoved = 0;
  chunksRemoved = 0;
  readonly originalsFreed = new Set<string>();
  private readonly database: SqlDatabase;
  private readonly collectionId: number;

  constructor(database: SqlDatabase, collectionId: number) {
    this.database = database;
    this.collectionId = collectionId;
  }

  removeWithVersions(documentId: string): void {
    const stored = findDocument(this.database, this.collectionId, documentId);
    if (!stored) return;
    const earlier = earlierVersionsOf(this.database, this.collectionId, documentId);
    for (const row of [stored, ...earlier]) this.removeRow(row);
    this.documentsRemoved += 1;
    this.versionsRemoved += earlier.length;
  }

  removeRow({ id, chunk_count }: StoredDocument): void {
    const original = originalOf(this.database, id);
    if (original !== undefined) this.originalsFreed.add(original);
    this.database.prepare('DELETE FROM documents WHERE id = ?').run([id]);
    this.chunksRemoved += chunk_count;
  }
}

interface Putting extends Pick<PreparedChange, 'keepVersions' | 'originals'> {
  readonly prepared: PreparedDocument;
  readonly removal: Removal;
  /** Takes the chunks that are put. */
  readonly indexed: IndexedChunk[];
  readonly fields: PendingFields;
}

/** What filters see of the documents that are put, and of their chunks: inserted together, as each statement has its price. */
class PendingFields {
  readonly document: OwnedFields[] = [];
  readonly chunk: OwnedFields[] = [];
  private readonly database: SqlDatabase;
  private readonly collectionId: number;

  constructor(database: SqlDatabase, collectionId: number) {
    this.database = database;
    this.collectionId = collectionId;
  }

  insert(): void {
    for (const level of ['document', 'chunk'] as const) {
      insertFields(this.database, { level, collectionId: this.collectionId }, this[level].splice(0));
    }
  }
}

/** Gives the version that the document has got. */
function putDocument(database: SqlDatabase, collection: CollectionRow, putting: Putting): number {
  const { record, terms } = putting.prepared;
  // Checked again, now that nobody can remove the collection and make it anew with another model.
  requireFit(modelOf(collection), record);
  const { document, file } = makeRoom(database, collection, putting);
  const isVersioned = putting.keepVersions === true || document.supersededAt !== undefined;
  const json = JSON.stringify(document);
  const owner = insertDocument(database, collection.id, { document, json });
  if (document.supersededAt !== undefined) recordEarlier(database, collection.id, { id: owner, document });
  insertContent(database, owner, { content: record.content, record: json });
  putColumns(database, { collectionId: collection.id, owner }, document);
  putting.fields.document.push({ owner, rows: documentFieldRows(document) });
  for (const [index, given] of record.chunks.entries()) {
    const chunk = isVersioned ? inVersion(given, document) : given;
    const chunkTerms = terms[index] as ChunkTerms;
    const inserted = insertChunk(
      database,
      { collectionId: collection.id, owner, document },
      { chunk, termCount: chunkTerms.count },
    );
    putting.indexed.push({ id: inserted.owner, terms: chunkTerms });
    putting.fields.chunk.push(inserted);
  }
  if (file) recordSyncedFile(database, collection.id, { owner, file });
  if (record.original !== undefined) {
    referToOriginal(database, { owner, hash: document.sourceHash }, putting.originals);
  }
  return document.version;
}

/** Takes the stored document of that id away, or makes it an earlier version, and says what comes in its place. */
function makeRoom(
  database: SqlDatabase,
  collection: CollectionRow,
  { prepared: { record }, keepVersions, removal, fields }: Putting,
): { document: Document; file: SyncedFile | undefined } {
  const { document: given, chunks, file } = record;
  const document = { ...given, collection: toText(collection.name), chunkCount: chunks.length };
  if (given.supersededAt !== undefined) {
    const same = findEarlier(database, collection.id, given);
    if (same) {
      fields.insert(); // the document may be of this change
      removal.removeRow(same);
    }
    return { document, file };
  }
  const stored = findDocument(database, collection.id, given.documentId);
  if (!stored) return { document, file };
  fields.insert();
  const known = readSyncedFile(database, stored.id);
  const before = parseDocument(stored);
  if (keepVersions === true) {
    supersede(database, collection.id, { stored, supersededAt: given.updatedAt });
  } else removal.removeRow(stored);
  // Added again by its path, a document is still the one of its folder; what was seen of its file no longer counts.
  const stillThere = known && before.sourcePath === given.sourcePath ? { ...known, checkedMs: 0 } : undefined;
  return { document: succeed(document, before), file: file ?? stillThere };
}

/** The next state of a stored document. */
function succeed(next: Document, stored: Document): Document {
  return { ...next, ingestedAt: stored.ingestedAt, version: stored.version + 1 };
}

function insertDocument(
  database: SqlDatabase,
  collectionId: number,
  { document, json }: { readonly document: Document; readonly json: string },
): number {
  return database
    .prepare(
      `INSERT INTO documents (collection_id, document_id, language, chunk_count, total_tokens, bytes, record)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([
      collectionId,
      toBytes(document.supersededAt === undefined ? document.documentId : referenceOf(document)),
      document.language ?? null,
      document.chunkCount,
      document.totalTokens,
      document.bytes,
      json,
    ]).lastInsertRowid;
}

const insertChunkSql = `INSERT INTO chunks (collection_id, document, term_count, ${Object.values(chunkColumns).join(', ')})
  VALUES (?, ?, ?${', ?'.repeat(chunkColumnFields.length)})`;

function insertChunk(
  database: SqlDatabase,
  parent: { readonly collectionId: number; readonly owner: number; readonly document: Document },
  { chunk: record, termCount }: { readonly chunk: ChunkRecord; readonly termCount: number },
): OwnedFields {
  const { collectionId, owner, document } = parent;
  const { chunk, vector, textHash } = record;
  const columns = chunkColumnFields.map((field) => columnValue(chunk[field]));
  const id = database
    .prepare(insertChunkSql)
    .run([collectionId, owner, termCount, ...columns]).lastInsertRowid;
  const own = ownMetadata(chunk.metadata, document.metadata);
  const body = bodyOf(chunk, own);
  database
    .prepare(
      `INSERT INTO chunk_bodies (chunk, content, context, record, rects, own_metadata) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run([id, body.content, toBytes(record.context), body.rest, body.rects, body.own]);
  keepChunkChecksum(database, id, checksumOf(chunk, { id, owner, body }));
  database.prepare('INSERT INTO vectors (chunk, vector) VALUES (?, ?)').run([id, packVector(vector)]);
  if (textHash !== undefined) keepTextHash(database, id, { hash: textHash, model: document.embeddingModel });
  return { owner: id, rows: chunkFieldRows(chunk, own) };
}

function columnValue(value: string | number | undefined): SqlValue {
  if (value === undefined) return null;
  return typeof value === 'string' ? toBytes(value) : value;
}

interface ChunkBody {
  readonly content: Uint8Array;
  /** JSON of these. */
  readonly rest: string;
  readonly rects: string;
  readonly own: string;
}

function bodyOf(chunk: Chunk, own: Metadata): ChunkBody {
  const {
    documentVersion,
    pageNumbers,
    sectionHeading,
    sections,
    described,
    headingPath,
    hierarchyPath,
    embeddingModel,
    embeddedAt,
  } = chunk;
  const rest: ChunkRest = {
    documentVersion,
    pageNumbers,
    sectionHeading,
    sections,
    described,
    headingPath,
    hierarchyPath,
    embeddingModel,
    embeddedAt,
  };
  return {
    content: toBytes(chunk.content),
    rest: JSON.stringify(rest),
    rects: JSON.stringify(chunk.rects),
    own: JSON.stringify(own),
  };
}

/** As `chunk-rows.ts` reads a chunk. */
function checksumOf(
  chunk: Chunk,
  { id, owner, body }: { readonly id: number; readonly owner: number; readonly body: ChunkBody },
): number {
  const numbers = numberFields.map((field) => (chunk[field] as number | undefined) ?? null);
  const texts = textFields.map((field) => chunk[field] as string | undefined);
  const record = toBytes(`[${body.rest},${body.rects},${body.own}]`);
  const blobs = [...texts.map((text) => (text === undefined ? null : toBytes(text))), body.content, record];
  const lengths = blobs.map((blob) => blob?.length ?? null);
  return chunkChecksum(
    [id, owner, ...numbers, ...lengths],
    Buffer.concat(blobs.filter((blob) => blob !== null)),
  );
}
