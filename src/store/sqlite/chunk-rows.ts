/**
 * Reads chunks with all that is kept of them. The driver takes a microsecond for each value that it hands over, however
 * short, so the numbers of a chunk come as one list and its blobs as one blob.
 */
import { StoreError } from '../../errors.ts';
import type { Chunk, Document, Metadata, Rect } from '../../types.ts';
import { sha256 } from '../../util/hash.ts';
import { type ChunkColumn, chunkColumnFields, chunkColumns, isText } from './chunk-columns.ts';
import type { CollectionRow } from './collections.ts';
import { parseStored } from './text-bytes.ts';
import type { ChunkRest } from './write.ts';

export interface ChunkRow {
  readonly id: number;
  readonly document: number;
  /** JSON, as bytes: the columns that are numbers, then the lengths of the blobs in bytes. */
  readonly numbers: Uint8Array;
  /** One after the other. */
  readonly blobs: Uint8Array;
}

const numberFields = chunkColumnFields.filter((field) => !isText(field));
const textFields = chunkColumnFields.filter(isText);
const sqlOf = (fields: readonly ChunkColumn[]) => fields.map((field) => `c.${chunkColumns[field]}`);
const recordParts = `concat('[', b.record, ',', b.rects, ',', b.own_metadata, ']')`;
const blobs = [...sqlOf(textFields), 'b.content', recordParts, 'd.record'];
const lengths = blobs.map((blob) => `octet_length(${blob})`);
const rowFields = `c.id, c.document, CAST(json_array(${[...sqlOf(numberFields), ...lengths].join(', ')}) AS BLOB) AS numbers,
  CAST(concat(${blobs.join(', ')}) AS BLOB) AS blobs`;

const chunkTables = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document`;

export const chunkSelect = `SELECT ${rowFields} FROM ${chunkTables}`;

/** Vectors are most of a chunk's bytes, and only whole records need them. */
export const embeddedSelect = `SELECT ${rowFields}, b.context, v.vector, e.hash AS text_hash FROM ${chunkTables}
  JOIN vectors v ON v.chunk = c.id LEFT JOIN embedded_texts e ON e.chunk = c.id`;

/** Reads rows into chunks; a document's record is parsed once for all its chunks. @throws StoreError for a damaged one. */
export function chunkReader(collection: CollectionRow): (row: ChunkRow) => Chunk {
  const documents = new Map<number, Document>();
  return (row) => {
    const { columns, content, record, documentRecord } = unpack(row);
    const document = documents.get(row.document) ?? parseStored<Document>(documentRecord);
    documents.set(row.document, document);
    const [rest, rects, own] = parseStored<[ChunkRest, Rect[], Metadata]>(record);
    if (sha256(content) !== columns.contentHash) throw damagedChunk(columns.chunkId);
    return Object.assign(columns, rest, {
      embeddingModel: collection.embedding_model,
      embeddedAt: (row.id <= collection.embedded_up_to && collection.embedded_at) || rest.embeddedAt,
      documentId: document.documentId,
      content: content.toString('utf8'),
      rects,
      metadata: { ...document.metadata, ...own },
    });
  };
}

function unpack(row: ChunkRow) {
  const values = parseStored<(number | null)[]>(row.numbers);
  const bytes = Buffer.from(row.blobs.buffer, row.blobs.byteOffset, row.blobs.byteLength);
  let [number, blob, end] = [0, numberFields.length, 0];
  const pass = () => (end += values[blob++] ?? 0);
  const columns: Partial<Record<ChunkColumn, string | number>> = {};
  for (const field of chunkColumnFields) {
    if (!isText(field)) columns[field] = values[number++]!;
    else if (values[blob] === null) blob += 1;
    else columns[field] = bytes.toString('utf8', end, pass());
  }
  return {
    columns: columns as Pick<Chunk, ChunkColumn>,
    content: bytes.subarray(end, pass()),
    record: bytes.subarray(end, pass()),
    documentRecord: bytes.subarray(end, pass()),
  };
}

/** The engine notices damage of its own structures only; what is cited must be what was stored. */
function damagedChunk(chunkId: string): StoreError {
  return new StoreError(`The stored chunk ${chunkId} is damaged: it has a content of another hash.`, {
    hint: 'Restore a backup, or add its document again; `pincite doctor --deep` lists all that is damaged.',
    context: { chunk: chunkId, engineCode: 'SQLITE_CORRUPT' },
  });
}
