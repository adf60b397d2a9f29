/**
 * The rows of chunks, with all that is kept of them. The driver takes a microsecond for each value that it hands over, however
 * short, and some for each row: so the numbers of a chunk come as one list and its blobs as one blob, and those of a few chunks
 * in one row.
 *
 * A chunk has a CRC-32 as it is stored: of all its columns, content, pages, rectangles and own metadata, in a table of its
 * own. It is compared whenever a chunk is read. The vector and the context that was embedded are not in it.
 */
import type { Chunk, Document, Metadata, Rect } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { amongIds, idList } from './database/id-list.ts';
import {
  type ChunkColumn,
  type ChunkRest,
  chunkColumnFields,
  chunkColumns,
  isText,
  numberFields,
  restFields,
  textFields,
} from './filter/chunk-columns.ts';
import type { CollectionRow } from './collections.ts';
import { damaged } from './database/damage.ts';
import type { SqlDatabase, SqlValue } from './database/driver.ts';
import { isTooLarge } from './database/engine-errors.ts';
import { parseDocument, recordChecksum } from './read/stored-document.ts';
import { parseStored, toBytes } from './database/text-bytes.ts';
import { crc32 } from 'node:zlib';
import { ownMetadata } from '../changes/own-metadata.ts';
import type { ChunkRecord } from '../store.ts';
import { keepTextHash } from './caches.ts';
import { chunkFieldRows, type OwnedFields } from './filter/filter-fields.ts';
import { packVector } from './vectors/vectors.ts';

/** A chunk. */
export interface ChunkRow {
  /** JSON, as bytes: `Numbers`. */
  readonly numbers: Uint8Array;
  /** One after the other. */
  readonly blobs: Uint8Array;
}

/**
 * The row ids of a chunk and its document, the columns that are numbers, then the lengths of the chunk's blobs in bytes: those of which
 * there is a checksum. That follows, and the length and the checksum of the document's record.
 */
type Numbers = readonly [chunk: number, document: number, ...rest: (number | null)[]];

/** Several chunks, one after the other. */
interface ChunksRow {
  /** JSON, as bytes: a list of `Numbers`. */
  readonly numbers: Uint8Array;
  /** `null` for no chunks. */
  readonly blobs: Uint8Array | null;
}

const sqlOf = (fields: readonly ChunkColumn[]) => fields.map((field) => `c.${chunkColumns[field]}`);
const recordParts = `concat('[', b.record, ',', b.rects, ',', b.own_metadata, ']')`;
const blobColumns = [...sqlOf(textFields), 'b.content', recordParts];
const ownNumbers = [
  'c.id',
  'c.document',
  ...sqlOf(numberFields),
  ...blobColumns.map((blob) => `octet_length(${blob})`),
];
const checksums = ['k.checksum', 'octet_length(d.record)', recordChecksum];
const numbersOfChunk = `json_array(${[...ownNumbers, ...checksums].join(', ')})`;
const blobsOfChunk = `concat(${[...blobColumns, 'd.record'].join(', ')})`;

const chunkTables = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document
  LEFT JOIN chunk_checksums k ON k.chunk = c.id`;
const rowFields = `${numbersOfChunk} AS numbers, ${blobsOfChunk} AS blobs`;

export const chunkSelect = `SELECT ${rowFields} FROM ${chunkTables}`;

/** Vectors are most of a chunk's bytes, and only whole records need them. */
export const embeddedSelect = `SELECT ${rowFields}, b.context, v.vector, e.hash AS text_hash FROM ${chunkTables}
  JOIN vectors v ON v.chunk = c.id LEFT JOIN embedded_texts e ON e.chunk = c.id`;

const chunksSelect = `SELECT json_group_array(${numbersOfChunk}) AS numbers,
  group_concat(${blobsOfChunk}, '') AS blobs FROM ${chunkTables}`;

/** A chunk may have some megabytes, with what its document says of itself. */
const mostAtOnce = 100;

/** Documents of one state whose records were read with their chunks, by `keyOfKnown`. */
export type KnownDocuments = Map<string, Document>;

/** @param reference to a document, as its chunks name it. */
export const keyOfKnown = ({ id }: Pick<CollectionRow, 'id'>, reference: string): string =>
  `${id} ${reference}`;

/** In no order; unknown ids are left out. @throws StoreError for a damaged one. */
export function readNamedChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  { chunkIds, known }: { readonly chunkIds: readonly string[]; readonly known?: KnownDocuments | undefined },
): Chunk[] {
  const toChunk = unpacker(collection, known);
  const chunks: Chunk[] = [];
  for (let start = 0; start < chunkIds.length; start += mostAtOnce) {
    const some = chunkIds.slice(start, start + mostAtOnce);
    for (const { numbers, blobs: bytes } of readTogether(database, collection.id, some)) {
      const packed = packedBlobs(bytes ?? new Uint8Array());
      for (const chunk of parseStored<Numbers[]>(numbers)) chunks.push(toChunk(chunk, packed));
    }
  }
  return chunks;
}

/** In one row, or in several where one would be larger than the engine allows. */
function readTogether(database: SqlDatabase, collectionId: number, chunkIds: readonly string[]): ChunksRow[] {
  try {
    const statement = database.prepare(`${chunksSelect} WHERE ${amongIds}`);
    const row = statement.get<ChunksRow>([collectionId, idList(chunkIds)]);
    return row ? [row] : [];
  } catch (error) {
    if (chunkIds.length === 1 || !isTooLarge(error)) throw error;
    const half = chunkIds.length >> 1;
    const halves = [chunkIds.slice(0, half), chunkIds.slice(half)];
    return halves.flatMap((some) => readTogether(database, collectionId, some));
  }
}

/** Reads rows into chunks. @throws StoreError for a damaged one. */
export function chunkReader(collection: CollectionRow): (row: ChunkRow) => Chunk {
  const toChunk = unpacker(collection);
  return ({ numbers, blobs: bytes }) => toChunk(parseStored<Numbers>(numbers), packedBlobs(bytes));
}

/** Blobs one after the other, and where the next one begins. */
interface PackedBlobs {
  readonly bytes: Buffer;
  next: number;
}

function packedBlobs({ buffer, byteOffset, byteLength }: Uint8Array): PackedBlobs {
  return { bytes: Buffer.from(buffer, byteOffset, byteLength), next: 0 };
}

/** A document's record is parsed once for all its chunks. */
function unpacker(
  collection: CollectionRow,
  known?: KnownDocuments,
): (numbers: Numbers, packed: PackedBlobs) => Chunk {
  const documents = new Map<number, Document>();
  return (numbers, packed) => {
    const [id, owner] = numbers;
    const { columns, content, record, isSound, ofDocument } = unpack(numbers, packed);
    if (!isSound || sha256(content) !== columns.contentHash)
      throw damaged(`The stored chunk ${columns.chunkId}`, { chunk: columns.chunkId });
    const document = documents.get(owner) ?? parseDocument(ofDocument);
    documents.set(owner, document);
    const [rest, rects, own] = parseStored<[ChunkRest, Rect[], Metadata]>(record);
    const { documentId } = document;
    const { documentVersion } = rest;
    known?.set(keyOfKnown(collection, documentReference({ documentId, documentVersion })), document);
    return Object.assign(columns, rest, {
      embeddingModel: collection.embedding_model,
      embeddedAt: (id <= collection.embedded_up_to && collection.embedded_at) || rest.embeddedAt,
      documentId,
      content: content.toString('utf8'),
      rects,
      metadata: { ...document.metadata, ...own },
    });
  };
}

function unpack(numbers: Numbers, packed: PackedBlobs) {
  const { bytes, next: start } = packed;
  let number = 2;
  let blob = number + numberFields.length;
  const pass = () => (packed.next += numbers[blob++] ?? 0);
  const columns: Partial<Record<ChunkColumn, string | number>> = {};
  for (const field of chunkColumnFields) {
    if (!isText(field)) columns[field] = numbers[number++]!;
    else if (numbers[blob] === null) blob += 1;
    else columns[field] = bytes.toString('utf8', packed.next, pass());
  }
  const content = bytes.subarray(packed.next, pass());
  const record = bytes.subarray(packed.next, pass());
  const checksum = chunkChecksum(numbers.slice(0, blob), bytes.subarray(start, packed.next));
  const isSound = checksum === numbers[blob];
  blob += 1;
  const ofDocument = {
    record: bytes.subarray(packed.next, pass()),
    record_checksum: numbers[blob] ?? null,
  };
  return { columns: columns as Pick<Chunk, ChunkColumn>, content, record, checksum, isSound, ofDocument };
}

/** Chunks whose rows a change is about to write: all of a document, or one. */
export type RowsToChange = { readonly document: number } | { readonly chunk: number };

/** Changes stored chunks, which get new checksums. @throws StoreError when one was damaged before. */
export function changeChunks(database: SqlDatabase, rows: RowsToChange, change: () => void): void {
  for (const { columns, isSound } of rowsToChange(database, rows)) {
    if (!isSound) throw damaged(`The stored chunk ${columns.chunkId}`, { chunk: columns.chunkId });
  }
  change();
  for (const { id, checksum } of rowsToChange(database, rows)) keepChunkChecksum(database, id, checksum);
}

function rowsToChange(database: SqlDatabase, rows: RowsToChange) {
  const [condition, id] = 'chunk' in rows ? ['c.id = ?', rows.chunk] : ['c.document = ?', rows.document];
  return database
    .prepare(`${chunkSelect} WHERE ${condition}`)
    .all<ChunkRow>([id])
    .map((row) => {
      const numbers = parseStored<Numbers>(row.numbers);
      return { id: numbers[0], ...unpack(numbers, packedBlobs(row.blobs)) };
    });
}

/**
 * @param numbers the row ids of the chunk and its document, the columns that are numbers, and the lengths of the blobs
 * @param blobs one after the other
 */
function chunkChecksum(numbers: readonly (number | null)[], blobs: Uint8Array): number {
  return crc32(blobs, crc32(JSON.stringify(numbers)));
}

function keepChunkChecksum(database: SqlDatabase, chunk: number, checksum: number): void {
  database
    .prepare('INSERT OR REPLACE INTO chunk_checksums (chunk, checksum) VALUES (?, ?)')
    .run([chunk, checksum]);
}

const insertChunkSql = `INSERT INTO chunks (collection_id, document, term_count, ${Object.values(chunkColumns).join(', ')})
  VALUES (?, ?, ?${', ?'.repeat(chunkColumnFields.length)})`;

/** Gives its row id, and what filters see of it. */
export function insertChunk(
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
  return {
    content: toBytes(chunk.content),
    rest: JSON.stringify(Object.fromEntries(restFields.map((field) => [field, chunk[field]]))),
    rects: JSON.stringify(chunk.rects),
    own: JSON.stringify(own),
  };
}

/** As `unpack` reads it. */
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
