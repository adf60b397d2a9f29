/**
 * Reads chunks with all that is kept of them. The driver takes a microsecond for each value that it hands over, however
 * short, and some for each row: so the numbers of a chunk come as one list and its blobs as one blob, and those of a few chunks
 * in one row.
 */
import type { Chunk, Document, Metadata, Rect } from '../../types.ts';
import { sha256 } from '../../util/hash.ts';
import { amongIds, idList } from './among-ids.ts';
import { type ChunkColumn, chunkColumnFields, chunkColumns, isText } from './chunk-columns.ts';
import type { CollectionRow } from './collections.ts';
import { damaged } from './damage.ts';
import type { SqlDatabase } from './driver.ts';
import { isTooLarge } from './engine-errors.ts';
import { parseStored } from './text-bytes.ts';
import type { ChunkRest } from './write.ts';

/** A chunk. */
export interface ChunkRow {
  /** JSON, as bytes: `Numbers`. */
  readonly numbers: Uint8Array;
  /** One after the other. */
  readonly blobs: Uint8Array;
}

/** The row ids of a chunk and its document, the columns that are numbers, then the lengths of the blobs in bytes. */
type Numbers = readonly [chunk: number, document: number, ...rest: (number | null)[]];

/** Several chunks, one after the other. */
interface ChunksRow {
  /** JSON, as bytes: a list of `Numbers`. */
  readonly numbers: Uint8Array;
  /** `null` for no chunks. */
  readonly blobs: Uint8Array | null;
}

const numberFields = chunkColumnFields.filter((field) => !isText(field));
const textFields = chunkColumnFields.filter(isText);
const sqlOf = (fields: readonly ChunkColumn[]) => fields.map((field) => `c.${chunkColumns[field]}`);
const recordParts = `concat('[', b.record, ',', b.rects, ',', b.own_metadata, ']')`;
const blobs = [...sqlOf(textFields), 'b.content', recordParts, 'd.record'];
const lengths = blobs.map((blob) => `octet_length(${blob})`);
const numbersOfChunk = `json_array(${['c.id', 'c.document', ...sqlOf(numberFields), ...lengths].join(', ')})`;
const blobsOfChunk = `concat(${blobs.join(', ')})`;

const chunkTables = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document`;
const rowFields = `${numbersOfChunk} AS numbers, ${blobsOfChunk} AS blobs`;

export const chunkSelect = `SELECT ${rowFields} FROM ${chunkTables}`;

/** Vectors are most of a chunk's bytes, and only whole records need them. */
export const embeddedSelect = `SELECT ${rowFields}, b.context, v.vector, e.hash AS text_hash FROM ${chunkTables}
  JOIN vectors v ON v.chunk = c.id LEFT JOIN embedded_texts e ON e.chunk = c.id`;

const chunksSelect = `SELECT json_group_array(${numbersOfChunk}) AS numbers,
  group_concat(${blobsOfChunk}, '') AS blobs FROM ${chunkTables}`;

/** A chunk may have some megabytes, with what its document says of itself. */
const mostAtOnce = 100;

/** In no order; unknown ids are left out. @throws StoreError for a damaged one. */
export function readNamedChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  chunkIds: readonly string[],
): Chunk[] {
  const toChunk = unpacker(collection);
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
function unpacker(collection: CollectionRow): (numbers: Numbers, packed: PackedBlobs) => Chunk {
  const documents = new Map<number, Document>();
  return (numbers, packed) => {
    const [id, owner] = numbers;
    const { columns, content, record, documentRecord } = unpack(numbers, packed);
    const document = documents.get(owner) ?? parseStored<Document>(documentRecord);
    documents.set(owner, document);
    const [rest, rects, own] = parseStored<[ChunkRest, Rect[], Metadata]>(record);
    if (sha256(content) !== columns.contentHash)
      throw damaged(`The stored chunk ${columns.chunkId}`, { chunk: columns.chunkId });
    return Object.assign(columns, rest, {
      embeddingModel: collection.embedding_model,
      embeddedAt: (id <= collection.embedded_up_to && collection.embedded_at) || rest.embeddedAt,
      documentId: document.documentId,
      content: content.toString('utf8'),
      rects,
      metadata: { ...document.metadata, ...own },
    });
  };
}

function unpack(numbers: Numbers, packed: PackedBlobs) {
  const { bytes } = packed;
  let number = 2;
  let blob = number + numberFields.length;
  const pass = () => (packed.next += numbers[blob++] ?? 0);
  const columns: Partial<Record<ChunkColumn, string | number>> = {};
  for (const field of chunkColumnFields) {
    if (!isText(field)) columns[field] = numbers[number++]!;
    else if (numbers[blob] === null) blob += 1;
    else columns[field] = bytes.toString('utf8', packed.next, pass());
  }
  return {
    columns: columns as Pick<Chunk, ChunkColumn>,
    content: bytes.subarray(packed.next, pass()),
    record: bytes.subarray(packed.next, pass()),
    documentRecord: bytes.subarray(packed.next, pass()),
  };
}
