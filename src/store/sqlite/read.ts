import type { Chunk, Document, Metadata, Page, PageRequest, Rect, Section } from '../../types.ts';
import type { FilterNode } from '../filter.ts';
import type { DocumentContent, DocumentRecord } from '../store.ts';
import { type ChunkColumn, chunkColumnFields, chunkColumns } from './chunk-columns.ts';
import type { CollectionRow } from './collections.ts';
import { Bindings, compileFilter } from './compile-filter.ts';
import type { SqlDatabase, SqlValue } from './driver.ts';
import { unpackLayout } from './layout-codec.ts';
import { toBytes, toText } from './text-bytes.ts';
import { unpackVector } from './vectors.ts';
import type { ChunkRest } from './write.ts';

interface DocumentRow {
  readonly id: number;
  readonly record: string;
}

interface ChunkRow extends Readonly<Record<ChunkColumn, SqlValue>> {
  readonly document: number;
  readonly content: Uint8Array;
  readonly context: Uint8Array;
  readonly record: string;
  readonly rects: string;
  readonly own_metadata: string;
  readonly document_record: string;
}

interface EmbeddedRow extends ChunkRow {
  readonly vector: Uint8Array;
}

const chunkRowFields = `${chunkColumnFields.map((field) => `c.${chunkColumns[field]} AS ${field}`).join(', ')},
  c.document, b.content, b.context, b.record, b.rects, b.own_metadata, d.record AS document_record`;

const chunkTables = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document`;

const chunkSelect = `SELECT ${chunkRowFields} FROM ${chunkTables}`;

/** Vectors are most of a chunk's bytes, and only whole records need them. */
const embeddedSelect = `SELECT ${chunkRowFields}, v.vector FROM ${chunkTables} JOIN vectors v ON v.chunk = c.id`;

const inOrderOfDocument = 'WHERE c.document = ? ORDER BY c.sequence, c.id';

export function readChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  chunkIds: readonly string[],
): Chunk[] {
  const toChunk = chunkReader();
  return chunkIds.flatMap((chunkId) => {
    const row = findChunk(database, collection, chunkId);
    return row ? [toChunk(row)] : [];
  });
}

export function readChunksOf(database: SqlDatabase, collection: CollectionRow, documentId: string): Chunk[] {
  const document = findDocument(database, collection, documentId);
  if (!document) return [];
  const statement = database.prepare(`${chunkSelect} ${inOrderOfDocument}`);
  return statement.all<ChunkRow>([document.id]).map(chunkReader());
}

/** Those of the same level, in the order of the document. */
export function readNeighbours(
  database: SqlDatabase,
  collection: CollectionRow,
  { chunkId, distance }: { readonly chunkId: string; readonly distance: number },
): Chunk[] {
  const middle = findChunk(database, collection, chunkId);
  if (!middle) return [];
  const side = (comparison: '<' | '>=', order: 'DESC' | 'ASC', limit: number) =>
    database
      .prepare(
        `${chunkSelect} WHERE c.document = ? AND c.level = ? AND c.sequence ${comparison} ?
         ORDER BY c.sequence ${order} LIMIT ?`,
      )
      .all<ChunkRow>([middle.document, middle.level, middle.sequence, limit]);
  const before = side('<', 'DESC', distance).reverse();
  return [...before, ...side('>=', 'ASC', distance + 1)].map(chunkReader());
}

export function readDocuments(
  database: SqlDatabase,
  collection: CollectionRow,
  documentIds: readonly string[],
): Document[] {
  return documentIds.flatMap((documentId) => {
    const row = findDocument(database, collection, documentId);
    return row ? [toDocument(row)] : [];
  });
}

export function listDocuments(
  database: SqlDatabase,
  collection: CollectionRow,
  {
    filter,
    page = {},
  }: { readonly filter?: FilterNode | undefined; readonly page?: PageRequest | undefined },
): Document[] {
  const bindings = new Bindings();
  const where = documentsWhere(collection, filter, bindings);
  const limit = bindings.bind(page.limit ?? -1);
  const offset = bindings.bind(page.offset ?? 0);
  return database
    .prepare(
      `SELECT d.id, d.record FROM documents d WHERE ${where} ORDER BY d.document_id LIMIT ${limit} OFFSET ${offset}`,
    )
    .all<DocumentRow>(bindings.values)
    .map(toDocument);
}

/** The condition on `documents d` for a collection and a filter. */
export function documentsWhere(
  collection: CollectionRow,
  filter: FilterNode | undefined,
  bindings: Bindings,
): string {
  const inCollection = `d.collection_id = ${bindings.bind(collection.id)}`;
  if (!filter) return inCollection;
  const target = { rows: 'documents', collectionId: collection.id, bindings } as const;
  return `${inCollection} AND ${compileFilter(filter, target)}`;
}

export function readContent(
  database: SqlDatabase,
  collection: CollectionRow,
  documentId: string,
): DocumentContent | undefined {
  const document = findDocument(database, collection, documentId);
  return document ? contentOf(database, document.id) : undefined;
}

/** By document id. */
export function documentIdsOf(database: SqlDatabase, collection: CollectionRow): string[] {
  return database
    .prepare('SELECT document_id FROM documents WHERE collection_id = ? ORDER BY document_id')
    .all<{ document_id: Uint8Array }>([collection.id])
    .map((row) => toText(row.document_id));
}

/** Everything stored for a document. */
export function readRecord(
  database: SqlDatabase,
  collection: CollectionRow,
  documentId: string,
): DocumentRecord | undefined {
  const row = findDocument(database, collection, documentId);
  if (!row) return undefined;
  const toChunk = chunkReader();
  const statement = database.prepare(`${embeddedSelect} ${inOrderOfDocument}`);
  const chunks = statement.all<EmbeddedRow>([row.id]).map((chunk) => ({
    chunk: toChunk(chunk),
    context: toText(chunk.context),
    vector: unpackVector(chunk.vector),
  }));
  return { document: toDocument(row), content: contentOf(database, row.id), chunks };
}

function contentOf(database: SqlDatabase, document: number): DocumentContent {
  const row = database
    .prepare('SELECT text, sections FROM document_texts WHERE document = ?')
    .get<{ text: Uint8Array; sections: string }>([document]);
  return {
    text: row ? toText(row.text) : '',
    pages: pagesOf(database, document),
    sections: row ? (JSON.parse(row.sections) as Section[]) : [],
  };
}

interface PageRow {
  readonly number: number;
  readonly label: Uint8Array | null;
  readonly width: number;
  readonly height: number;
  readonly char_start: number;
  readonly char_end: number;
  readonly layout: Uint8Array;
}

function pagesOf(database: SqlDatabase, document: number): Page[] {
  const rows = database
    .prepare('SELECT * FROM pages WHERE document = ? ORDER BY number')
    .all<PageRow>([document]);
  return rows.map((row) => ({
    number: row.number,
    ...(row.label && { label: toText(row.label) }),
    width: row.width,
    height: row.height,
    charStart: row.char_start,
    charEnd: row.char_end,
    layout: unpackLayout(row.layout),
  }));
}

function findDocument(
  database: SqlDatabase,
  collection: CollectionRow,
  documentId: string,
): DocumentRow | undefined {
  return database
    .prepare('SELECT id, record FROM documents WHERE collection_id = ? AND document_id = ?')
    .get<DocumentRow>([collection.id, toBytes(documentId)]);
}

function findChunk(database: SqlDatabase, collection: CollectionRow, chunkId: string): ChunkRow | undefined {
  return database
    .prepare(`${chunkSelect} WHERE c.collection_id = ? AND c.chunk_id = ?`)
    .get<ChunkRow>([collection.id, toBytes(chunkId)]);
}

function toDocument(row: DocumentRow): Document {
  return JSON.parse(row.record) as Document;
}

/** Reads rows into chunks; a document's record is parsed once for all its chunks. */
function chunkReader(): (row: ChunkRow) => Chunk {
  const documents = new Map<number, Document>();
  return (row) => {
    const document = documents.get(row.document) ?? (JSON.parse(row.document_record) as Document);
    documents.set(row.document, document);
    const own = JSON.parse(row.own_metadata) as Metadata;
    return {
      ...columnsOf(row),
      ...(JSON.parse(row.record) as ChunkRest),
      documentId: document.documentId,
      content: toText(row.content),
      rects: JSON.parse(row.rects) as Rect[],
      metadata: Object.fromEntries([...Object.entries(document.metadata), ...Object.entries(own)]),
    };
  };
}

type ColumnFields = Pick<Chunk, ChunkColumn>;

function columnsOf(row: ChunkRow): ColumnFields {
  const entries = chunkColumnFields.flatMap((field) => {
    const value = row[field];
    if (value === null) return [];
    return [[field, value instanceof Uint8Array ? toText(value) : value] as const];
  });
  return Object.fromEntries(entries) as ColumnFields;
}
