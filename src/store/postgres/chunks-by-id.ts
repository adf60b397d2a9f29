/**
 * Look-ups by the ids of chunks, in their order; unknown ones are left out. Each is one statement, and only where it finds
 * nothing another one asks whether there is such a collection.
 *
 * @throws CollectionNotFoundError
 */
import type { Chunk } from '../../types.ts';
import { parseReference } from '../../util/ids/document-key.ts';
import { inOrderOf } from '../read/orders.ts';
import type { ChunkPlace, ChunkVector } from '../store.ts';
import { chunkReader, type ChunkRow, columns, type EmbeddedBy, joined } from './chunks.ts';
import { requireCollection } from './collections.ts';
import type { Session } from './database/connection.ts';
import { fromPg, toPg } from './database/pg-text.ts';
import { fromVector, vectorBytes } from './vectors/vectors.ts';

interface NamedChunks {
  readonly collection: string;
  readonly chunkIds: readonly string[];
}

interface LookUp<Row, Item> {
  readonly name: string;
  /** Of `chunks c`, their `documents d` and `collections k`. */
  readonly columns: string;
  readonly toItem: (row: Row) => Item;
}

async function lookUp<Row, Item extends { readonly chunkId: string }>(
  session: Session,
  { collection, chunkIds }: NamedChunks,
  { name, columns: wanted, toItem }: LookUp<Row, Item>,
): Promise<Item[]> {
  const rows = await session.all<Row>(
    `SELECT ${wanted} FROM ${joined} JOIN pincite.collections k ON k.id = c.collection_id
     WHERE k.name = $1 AND c.chunk_id = ANY($2)`,
    [toPg(collection), chunkIds.map(toPg)],
    name,
  );
  if (rows.length === 0) await requireCollection(session, collection);
  return inOrderOf(chunkIds, rows.map(toItem));
}

export function readChunks(session: Session, named: NamedChunks): Promise<Chunk[]> {
  return lookUp<ChunkRow & EmbeddedBy, Chunk>(session, named, {
    name: 'chunks',
    columns: `${columns}, k.embedding_model AS "embeddingModel", k.embedded_at AS "embeddedAt",
      k.embedded_up_to AS "embeddedUpTo"`,
    toItem: (row) => chunkReader(row)(row),
  });
}

interface PlaceRow {
  readonly chunk_id: string;
  readonly reference: string;
  readonly char_start: number;
  readonly char_end: number;
  readonly content_hash: string;
  readonly level: number;
  readonly embedding_model: string;
}

export function readPlaces(session: Session, named: NamedChunks): Promise<ChunkPlace[]> {
  return lookUp<PlaceRow, ChunkPlace>(session, named, {
    name: 'places',
    columns: `c.chunk_id, d.document_id AS reference, (c.fields->>'charStart')::int AS char_start,
      (c.fields->>'charEnd')::int AS char_end, c.fields->>'contentHash' AS content_hash, c.level, k.embedding_model`,
    toItem: (row) => ({
      chunkId: fromPg(row.chunk_id),
      ...parseReference(fromPg(row.reference)),
      charStart: row.char_start,
      charEnd: row.char_end,
      contentHash: row.content_hash,
      level: row.level,
      embeddingModel: row.embedding_model,
    }),
  });
}

interface VectorRow {
  readonly chunk_id: string;
  readonly vector: Buffer | null;
  readonly dimensions: number;
}

export function readVectors(session: Session, named: NamedChunks): Promise<ChunkVector[]> {
  return lookUp<VectorRow, ChunkVector>(session, named, {
    name: 'vectors',
    columns: `c.chunk_id, ${vectorBytes('c.vector')} AS vector, k.dimensions`,
    toItem: ({ chunk_id, vector, dimensions }) => ({
      chunkId: fromPg(chunk_id),
      vector: fromVector(vector, dimensions),
    }),
  });
}
