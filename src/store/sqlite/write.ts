import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chunk, Document, Metadata, Page } from '../../types.ts';
import type { ChangeCounts, ChunkRecord, DocumentContent, DocumentRecord, StoreChange } from '../store.ts';
import { chunkColumnFields, chunkColumns } from './chunk-columns.ts';
import { type CollectionRow, requireDimensions, requireModel } from './collections.ts';
import type { SqlDatabase, SqlValue } from './driver.ts';
import { chunkFieldRows, documentFieldRows, type FieldRow } from './field-values.ts';
import { packLayout } from './layout-codec.ts';
import { addPostings, analyseChunk, type ChunkTerms, removePostingsOf } from './postings.ts';
import { toBytes, toText } from './text-bytes.ts';
import { packVector } from './vectors.ts';

/** A document whose texts have been analysed, so that the transaction need not. */
export interface PreparedDocument {
  readonly record: DocumentRecord;
  /** One a chunk. */
  readonly terms: readonly ChunkTerms[];
}

interface StoredDocument {
  readonly id: number;
  readonly chunk_count: number;
  readonly record: string;
}

const longestTurnMs = 20;

/**
 * Checks and analyses what is to be written, outside any transaction, letting the event loop turn.
 *
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError
 */
export async function prepareDocuments(
  collection: CollectionRow,
  records: readonly DocumentRecord[],
  signal?: AbortSignal,
): Promise<PreparedDocument[]> {
  let turnStarted = Date.now();
  const prepared: PreparedDocument[] = [];
  for (const record of records) {
    requireFit(collection, record);
    const terms: ChunkTerms[] = [];
    for (const { chunk, context } of record.chunks) {
      terms.push(analyseChunk(context, chunk.content, record.document.language));
      if (Date.now() - turnStarted < longestTurnMs) continue;
      await nextTurn();
      signal?.throwIfAborted();
      turnStarted = Date.now();
    }
    prepared.push({ record, terms });
  }
  return prepared;
}

function requireFit(collection: CollectionRow, { document, chunks }: DocumentRecord): void {
  requireModel(collection, document.embeddingModel);
  for (const { chunk, vector } of chunks) requireDimensions(collection, vector, chunk.chunkId);
}

/**
 * Applies a change inside the caller's transaction. A document that is removed and put is replaced.
 *
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError
 */
export function applyChange(
  database: SqlDatabase,
  collection: CollectionRow,
  change: { readonly remove: StoreChange['remove']; readonly put: readonly PreparedDocument[] },
): ChangeCounts {
  const counts = { documentsRemoved: 0, chunksRemoved: 0, chunksAdded: 0 };
  const coming = new Set(change.put.map(({ record }) => record.document.documentId));
  for (const documentId of change.remove ?? []) {
    const stored = findDocument(database, collection.id, documentId);
    if (!stored || coming.has(documentId)) continue;
    removeDocument(database, collection.id, stored);
    counts.documentsRemoved += 1;
    counts.chunksRemoved += stored.chunk_count;
  }
  for (const prepared of change.put) {
    counts.chunksRemoved += putDocument(database, collection, prepared);
    counts.chunksAdded += prepared.record.chunks.length;
  }
  if (counts.documentsRemoved + counts.chunksRemoved > 0) {
    database.prepare('UPDATE collections SET generation = generation + 1 WHERE id = ?').run([collection.id]);
  }
  return counts;
}

/** Gives the number of chunks that were replaced. */
function putDocument(
  database: SqlDatabase,
  collection: CollectionRow,
  { record, terms }: PreparedDocument,
): number {
  // Checked again, now that nobody can remove the collection and make it anew with another model.
  requireFit(collection, record);
  const stored = findDocument(database, collection.id, record.document.documentId);
  if (stored) removeDocument(database, collection.id, stored);
  const given = { ...record.document, collection: toText(collection.name), chunkCount: record.chunks.length };
  const document = stored ? succeed(given, JSON.parse(stored.record) as Document) : given;
  const owner = insertDocument(database, collection.id, document);
  insertContent(database, owner, record.content);
  insertFields(database, 'document', {
    collectionId: collection.id,
    owner,
    rows: documentFieldRows(document),
  });
  for (const [index, chunk] of record.chunks.entries()) {
    insertChunk(database, { collectionId: collection.id, owner, document }, { chunk, terms: terms[index] });
  }
  return stored?.chunk_count ?? 0;
}

/** The next state of a stored document. */
function succeed(next: Document, stored: Document): Document {
  return { ...next, ingestedAt: stored.ingestedAt, version: stored.version + 1 };
}

function findDocument(
  database: SqlDatabase,
  collectionId: number,
  documentId: string,
): StoredDocument | undefined {
  return database
    .prepare('SELECT id, chunk_count, record FROM documents WHERE collection_id = ? AND document_id = ?')
    .get<StoredDocument>([collectionId, toBytes(documentId)]);
}

function removeDocument(database: SqlDatabase, collectionId: number, { id }: StoredDocument): void {
  removePostingsOf(database, collectionId, id);
  database.prepare('DELETE FROM documents WHERE id = ?').run([id]);
}

function insertDocument(database: SqlDatabase, collectionId: number, document: Document): number {
  return database
    .prepare(
      `INSERT INTO documents (collection_id, document_id, language, chunk_count, total_tokens, bytes, record)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([
      collectionId,
      toBytes(document.documentId),
      document.language ?? null,
      document.chunkCount,
      document.totalTokens,
      document.bytes,
      JSON.stringify(document),
    ]).lastInsertRowid;
}

function insertContent(database: SqlDatabase, owner: number, content: DocumentContent): void {
  database
    .prepare('INSERT INTO document_texts (document, text, sections) VALUES (?, ?, ?)')
    .run([owner, toBytes(content.text), JSON.stringify(content.sections)]);
  for (const page of content.pages) insertPage(database, owner, page);
}

function insertPage(database: SqlDatabase, owner: number, page: Page): void {
  database
    .prepare(
      `INSERT INTO pages (document, number, label, width, height, char_start, char_end, layout)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([
      owner,
      page.number,
      page.label === undefined ? null : toBytes(page.label),
      page.width,
      page.height,
      page.charStart,
      page.charEnd,
      packLayout(page.layout),
    ]);
}

const insertChunkSql = `INSERT INTO chunks (collection_id, document, term_count, ${Object.values(chunkColumns).join(', ')})
  VALUES (?, ?, ?${', ?'.repeat(chunkColumnFields.length)})`;

function insertChunk(
  database: SqlDatabase,
  parent: { readonly collectionId: number; readonly owner: number; readonly document: Document },
  { chunk: record, terms }: { readonly chunk: ChunkRecord; readonly terms: ChunkTerms | undefined },
): void {
  const { collectionId, owner, document } = parent;
  const { chunk, vector } = record;
  const columns = chunkColumnFields.map((field) => columnValue(chunk[field]));
  const id = database
    .prepare(insertChunkSql)
    .run([collectionId, owner, terms?.count ?? 0, ...columns]).lastInsertRowid;
  const own = ownMetadata(chunk.metadata, document.metadata);
  insertBody(database, id, { record, own });
  database.prepare('INSERT INTO vectors (chunk, vector) VALUES (?, ?)').run([id, packVector(vector)]);
  insertFields(database, 'chunk', { collectionId, owner: id, rows: chunkFieldRows(chunk, own) });
  if (terms) addPostings(database, collectionId, id, terms);
}

function columnValue(value: string | number | undefined): SqlValue {
  if (value === undefined) return null;
  return typeof value === 'string' ? toBytes(value) : value;
}

/** What is not in a column, in `chunk_bodies.record`. */
export type ChunkRest = Pick<
  Chunk,
  'pageNumbers' | 'sectionHeading' | 'headingPath' | 'hierarchyPath' | 'embeddingModel' | 'embeddedAt'
>;

function insertBody(
  database: SqlDatabase,
  id: number,
  { record, own }: { readonly record: ChunkRecord; readonly own: Metadata },
): void {
  const { pageNumbers, sectionHeading, headingPath, hierarchyPath, embeddingModel, embeddedAt, ...chunk } =
    record.chunk;
  const rest: ChunkRest = {
    pageNumbers,
    sectionHeading,
    headingPath,
    hierarchyPath,
    embeddingModel,
    embeddedAt,
  };
  database
    .prepare(
      `INSERT INTO chunk_bodies (chunk, content, context, record, rects, own_metadata) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run([
      id,
      toBytes(chunk.content),
      toBytes(record.context),
      JSON.stringify(rest),
      JSON.stringify(chunk.rects),
      JSON.stringify(own),
    ]);
}

/** The chunk's metadata without what it has from its document. */
function ownMetadata(chunk: Metadata, document: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(chunk).filter(
      ([key, value]) =>
        !Object.hasOwn(document, key) || JSON.stringify(document[key]) !== JSON.stringify(value),
    ),
  );
}

export function insertFields(
  database: SqlDatabase,
  level: 'document' | 'chunk',
  fields: { readonly collectionId: number; readonly owner: number; readonly rows: readonly FieldRow[] },
): void {
  const statement = database.prepare(
    `INSERT INTO ${level}_fields (collection_id, ${level}, key, value, instant, element) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const { key, value, instant, element } of fields.rows) {
    statement.run([fields.collectionId, fields.owner, key, value, instant, element]);
  }
}
