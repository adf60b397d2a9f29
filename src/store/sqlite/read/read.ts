import type { Chunk, Document, PageRequest } from '../../../types.ts';
import { parseReference } from '../../../util/ids/document-key.ts';
import type { FilterNode } from '../../filter/filter.ts';
import { inOrderOf } from '../../read/orders.ts';
import type { ChunkPlace, ChunkVector, DocumentContent, DocumentRecord, StatsOptions } from '../../store.ts';
import {
  chunkReader,
  type ChunkRow,
  chunkSelect,
  embeddedSelect,
  keyOfKnown,
  type KnownDocuments,
  readNamedChunks,
} from '../chunks.ts';
import { amongIds, idList } from '../database/id-list.ts';
import type { CollectionRow } from '../collections.ts';
import { Bindings, compileFilter } from '../filter/compile-filter.ts';
import { contentOf, textOf } from '../write/content.ts';
import { damaged } from '../database/damage.ts';
import { KnownRows } from './known-rows.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseDocument, recordColumns, type RecordRow } from './stored-document.ts';
import { parseStored, textsIn, toBytes, toText } from '../database/text-bytes.ts';
import { unpackVector } from '../vectors/vectors.ts';
import { findDocument, type DocumentRow, versionCondition } from '../documents.ts';

interface EmbeddedRow extends ChunkRow {
  readonly context: Uint8Array;
  readonly vector: Uint8Array;
  readonly text_hash: Uint8Array | null;
}

const inOrderOfDocument = 'WHERE c.document = ? ORDER BY c.sequence, c.id';

export function readChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  wanted: { readonly chunkIds: readonly string[]; readonly known?: KnownDocuments | undefined },
): Chunk[] {
  return inOrderOf(wanted.chunkIds, readNamedChunks(database, collection, wanted));
}

/** Of all chunks, in one row: one for each would take twice as long. */
interface PlacesRow {
  /** JSON, as bytes: of each chunk the lengths of its texts in bytes, and its numbers. */
  readonly numbers: Uint8Array;
  /** Of each its id, the hash of its content, and its document, with the version where it is an earlier one. */
  readonly texts: Uint8Array | null;
}
type PlaceNumbers = readonly [
  id: number,
  hash: number,
  document: number,
  charStart: number,
  charEnd: number,
  level: Chunk['level'],
];

const placeTexts = ['c.chunk_id', 'c.content_hash', 'd.document_id'];
/** Where damage has made text of a number, that is 0. The chunk itself is not read then. */
const placeNumbers = ['char_start', 'char_end', 'level'].map((column) => `CAST(c.${column} AS INTEGER)`);
const placesSelect = `SELECT
  json_group_array(json_array(${[...placeTexts.map((text) => `octet_length(${text})`), ...placeNumbers].join(', ')})) AS numbers,
  group_concat(concat(${placeTexts.join(', ')}), '') AS texts
  FROM chunks c JOIN documents d ON d.id = c.document WHERE ${amongIds}`;

/** By the chunk's id. */
const knownPlaces = new KnownRows<string, ChunkPlace>();

export function readPlaces(
  database: SqlDatabase,
  collection: CollectionRow,
  chunkIds: readonly string[],
): ChunkPlace[] {
  const wanted = { collection: collection.id, keys: chunkIds };
  const known = knownPlaces.find(database, wanted, (missing) =>
    readNewPlaces(database, collection, missing).map((place) => [place.chunkId, place] as const),
  );
  const places: ChunkPlace[] = [];
  for (const chunkId of chunkIds) {
    const place = known.get(chunkId);
    if (place) places.push(place);
  }
  return places;
}

function readNewPlaces(
  database: SqlDatabase,
  { id, embedding_model: embeddingModel }: CollectionRow,
  chunkIds: readonly string[],
): ChunkPlace[] {
  const row = database.prepare(placesSelect).get<PlacesRow>([id, idList(chunkIds)]);
  if (!row?.texts) return [];
  const next = textsIn(row.texts);
  return parseStored<PlaceNumbers[]>(row.numbers).map(
    ([idBytes, hashBytes, documentBytes, charStart, charEnd, level]): ChunkPlace => ({
      chunkId: next(idBytes),
      contentHash: next(hashBytes),
      ...parseReference(next(documentBytes)),
      charStart,
      charEnd,
      level,
      embeddingModel,
    }),
  );
}

export function readVectors(
  database: SqlDatabase,
  collection: CollectionRow,
  chunkIds: readonly string[],
): ChunkVector[] {
  const statement = database.prepare(
    'SELECT v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id WHERE c.collection_id = ? AND c.chunk_id = ?',
  );
  return chunkIds.flatMap((chunkId) => {
    const row = statement.get<Pick<EmbeddedRow, 'vector'>>([collection.id, toBytes(chunkId)]);
    return row ? [{ chunkId, vector: unpackVector(row.vector) }] : [];
  });
}

export function readChunksOf(database: SqlDatabase, collection: CollectionRow, documentId: string): Chunk[] {
  const document = findDocument(database, collection.id, documentId);
  if (!document) return [];
  const statement = database.prepare(`${chunkSelect} ${inOrderOfDocument}`);
  const rows = statement.all<ChunkRow>([document.id]);
  requireAll(rows, document, documentId);
  return rows.map(chunkReader(collection));
}

/** Damage of an index, or of a row's reference, loses rows without a word. @throws StoreError */
function requireAll(rows: readonly ChunkRow[], { chunk_count }: DocumentRow, documentId: string): void {
  if (rows.length === chunk_count) return;
  throw damaged(
    `The document ${documentId}, which should have ${chunk_count} chunks and has ${rows.length},`,
    { document: documentId },
  );
}

export function readDocuments(
  database: SqlDatabase,
  collection: CollectionRow,
  {
    documentIds,
    known,
  }: { readonly documentIds: readonly string[]; readonly known?: KnownDocuments | undefined },
): Document[] {
  return documentIds.flatMap((documentId) => {
    const read = known?.get(keyOfKnown(collection, documentId));
    if (read) return [ofCollection(collection, read)];
    const row = findDocument(database, collection.id, documentId);
    return row ? [toDocument(collection, row)] : [];
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
  const where = documentsWhere(database, collection, { filter, versions: page.versions, bindings });
  const limit = bindings.bind(page.limit ?? -1);
  const offset = bindings.bind(page.offset ?? 0);
  return database
    .prepare(
      `SELECT ${recordColumns} FROM documents d LEFT JOIN earlier_versions e ON e.document = d.id WHERE ${where}
       ORDER BY ${page.versions === undefined ? 'd.document_id' : oldestFirst} LIMIT ${limit} OFFSET ${offset}`,
    )
    .all<RecordRow>(bindings.values)
    .map((row) => toDocument(collection, row));
}

/** The versions of a document side by side, the present one last. */
const oldestFirst = 'coalesce(e.document_id, d.document_id), e.version IS NULL, e.version';

/** The condition on `documents d` for a collection, a filter and the wanted versions. */
export function documentsWhere(
  database: SqlDatabase,
  collection: CollectionRow,
  { filter, versions, bindings }: Pick<StatsOptions, 'filter' | 'versions'> & { readonly bindings: Bindings },
): string {
  const target = { database, rows: 'documents', collectionId: collection.id, bindings } as const;
  const conditions = [
    `d.collection_id = ${bindings.bind(collection.id)}`,
    filter && compileFilter(filter, target),
    versionCondition(database, collection.id, { versions, bindings }),
  ];
  return conditions.filter((condition) => condition !== undefined).join(' AND ');
}

export function readContent(
  database: SqlDatabase,
  collection: CollectionRow,
  documentId: string,
): DocumentContent | undefined {
  const document = findDocument(database, collection.id, documentId);
  return document && contentOf(database, { id: document.id, documentId });
}

/** References to documents and their earlier versions, by document id. */
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
  const row = findDocument(database, collection.id, documentId);
  if (!row) return undefined;
  const toChunk = chunkReader(collection);
  const statement = database.prepare(`${embeddedSelect} ${inOrderOfDocument}`);
  const rows = statement.all<EmbeddedRow>([row.id]);
  requireAll(rows, row, documentId);
  const chunks = rows.map((chunk) => ({
    chunk: toChunk(chunk),
    context: toText(chunk.context),
    vector: unpackVector(chunk.vector),
    ...(chunk.text_hash && { textHash: Buffer.from(chunk.text_hash).toString('hex') }),
  }));
  return {
    document: toDocument(collection, row),
    content: contentOf(database, { id: row.id, documentId }),
    chunks,
  };
}

export function readDocumentText(
  database: SqlDatabase,
  collection: CollectionRow,
  documentId: string,
): string | undefined {
  const document = findDocument(database, collection.id, documentId);
  return document && textOf(database, { id: document.id, documentId });
}

const toDocument = (collection: CollectionRow, row: RecordRow): Document =>
  ofCollection(collection, parseDocument(row));

/** Records keep the model that a document came with; the collection's is the one that its vectors are of. */
function ofCollection(collection: CollectionRow, document: Document): Document {
  return { ...document, embeddingModel: collection.embedding_model };
}
