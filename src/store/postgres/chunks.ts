import type { Chunk, Document, Metadata } from '../../types.ts';
import { withVersion } from '../changes/in-version.ts';
import { ownMetadata } from '../changes/own-metadata.ts';
import type { ChunkTerms } from '../chunk-terms.ts';
import type { ChunkRecord } from '../store.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database/connection.ts';
import { chunkFields } from './filter/filter-fields.ts';
import { fromPg, toPg } from './database/pg-text.ts';
import { toReals, vectorAt, vectorBytes } from './vectors/vectors.ts';

/** What of a chunk is not in a column, nor its document's. */
type ChunkRest = Omit<Chunk, 'content' | 'metadata' | 'documentId'>;

export interface ChunkRow {
  readonly id: number;
  readonly content: string;
  readonly record: ChunkRest;
  readonly own_metadata: Metadata;
  readonly document_record: Document;
}

export const columns = 'c.id, c.content, c.record, c.own_metadata, d.record AS document_record';
export const joined = 'pincite.chunks c JOIN pincite.documents d ON d.id = c.document';

/** A statement over `chunks c` and `documents d` up to its condition. */
export const chunkSelect = `SELECT ${columns} FROM ${joined}`;

/** Vectors are most of a chunk's bytes, and only whole records need them. */
export const embeddedSelect = `SELECT ${columns}, c.document, c.context, ${vectorBytes('c.vector')} AS vector, c.text_hash FROM ${joined}`;

export type EmbeddedBy = Pick<CollectionRow, 'embeddingModel' | 'embeddedAt' | 'embeddedUpTo'>;

/** Reads rows into chunks. */
export function chunkReader({
  embeddingModel,
  embeddedAt,
  embeddedUpTo,
}: EmbeddedBy): (row: ChunkRow) => Chunk {
  return ({ id, content, record, own_metadata: own, document_record: document }) =>
    Object.assign(record, {
      embeddingModel,
      embeddedAt: (id <= embeddedUpTo && embeddedAt) || record.embeddedAt,
      documentId: document.documentId,
      content: fromPg(content),
      metadata: { ...document.metadata, ...own },
    });
}

export interface NewChunk {
  /** Row id of its document. */
  readonly owner: number;
  readonly document: Document;
  readonly record: ChunkRecord;
  readonly terms: ChunkTerms;
}

/** A statement takes as many. */
export const chunksPerStatement = 500;

/** Adds chunks and gives their row ids. */
export async function insertChunks(
  session: Session,
  collectionId: number,
  chunks: readonly NewChunk[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < chunks.length; start += chunksPerStatement) {
    const some = chunks.slice(start, start + chunksPerStatement);
    const { reals, starts } = toReals(some.map(({ record }) => record.vector));
    const rows = some.map((chunk, index) => ({ ...toRow(chunk), vector: starts[index] }));
    const inserted = await session.all<{ id: number }>(
      `INSERT INTO pincite.chunks (collection_id, document, chunk_id, sequence, level, term_count, content, context, record,
         own_metadata, fields, vector, text_hash)
       SELECT $1, document, chunk_id, sequence, level, term_count, content, context, record::json, own_metadata::json,
         fields::jsonb, ${vectorAt('$3', 'vector', '$4')}, decode(text_hash, 'hex')
       FROM json_to_recordset($2) AS given (document bigint, chunk_id text, sequence int, level int, term_count int,
         content text, context text, record text, own_metadata text, fields text, vector int, text_hash text)
       RETURNING id`,
      [collectionId, JSON.stringify(rows), reals, some[0]!.record.vector.length],
      'insert chunks',
    );
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

function toRow({ owner, document, record: { chunk, context, textHash }, terms }: NewChunk) {
  const { content, metadata, documentId: _, ...rest } = chunk;
  const own = ownMetadata(metadata, document.metadata);
  return {
    document: owner,
    chunk_id: toPg(chunk.chunkId),
    sequence: chunk.sequence,
    level: chunk.level,
    term_count: terms.count,
    content: toPg(content),
    context: toPg(context),
    record: JSON.stringify(rest),
    own_metadata: JSON.stringify(own),
    fields: chunkFields(chunk, own),
    text_hash: textHash ?? null,
  };
}

/** Stays as it is in `fields`: a record does not know that its chunk was embedded anew. */
const whenEmbedded = `jsonb_build_object('embeddedAt', c.fields->'embeddedAt')`;

interface LabelRow {
  readonly id: number;
  readonly record: ChunkRest;
  readonly own_metadata: Metadata;
}

/** Stored while versions were not kept, chunks carry none; the next version's may have the same ids. */
export async function relabelChunks(session: Session, owner: number, document: Document): Promise<void> {
  const rows = await session.all<LabelRow>(
    'SELECT id, record, own_metadata FROM pincite.chunks WHERE document = $1',
    [owner],
  );
  const unlabelled = rows.filter(({ record }) => record.documentVersion === undefined);
  const changed = unlabelled.map(({ id, record, own_metadata: own }) => {
    const after = withVersion(record, document);
    const fields = chunkFields({ ...after, content: '', metadata: own, documentId: '' }, own);
    return { id, chunk_id: toPg(after.chunkId), record: JSON.stringify(after), fields };
  });
  await session.all(
    `UPDATE pincite.chunks c SET chunk_id = given.chunk_id, record = given.record::json,
       fields = given.fields::jsonb || ${whenEmbedded}
     FROM json_to_recordset($1) AS given (id bigint, chunk_id text, record text, fields text) WHERE c.id = given.id`,
    [JSON.stringify(changed)],
  );
}

/** Replaces a chunk's own metadata. */
export async function updateOwnMetadata(
  session: Session,
  { id, record }: Pick<ChunkRow, 'id' | 'record'>,
  own: Metadata,
): Promise<void> {
  const fields = chunkFields({ ...record, content: '', metadata: own, documentId: '' }, own);
  await session.all(
    `UPDATE pincite.chunks c SET own_metadata = $2, fields = $3::jsonb || ${whenEmbedded} WHERE id = $1`,
    [id, JSON.stringify(own), fields],
  );
}
