import path from 'node:path';
import Libsql from 'libsql';
import { analyseChunk } from '../../../src/store/chunk-terms.ts';
import { chunkColumnFields, chunkColumns } from '../../../src/store/sqlite/filter/chunk-columns.ts';
import { columnValues } from '../../../src/store/sqlite/write/put-columns.ts';
import { documentColumns, instantColumns } from '../../../src/store/sqlite/filter/document-columns.ts';
import {
  chunkFieldRows,
  documentFieldRows,
  metadataKey,
} from '../../../src/store/sqlite/filter/filter-fields.ts';
import { databaseFile } from '../../../src/store/sqlite/database/address.ts';
import type { ChunkRecord, DocumentRecord } from '../../../src/store/store.ts';
import { queryTerms } from '../../../src/text/terms/bm25.ts';
import { candidates, filteredParts, type Found, fuseByRank, type Query, type Side, topK } from './side.ts';

export interface RawSqliteOptions {
  /** Of the store that has the same documents. */
  readonly ours: string;
  /** For the database of the client. */
  readonly folder: string;
}

export interface RawSqlite extends Side {
  /** In the order of the ids. */
  read(chunkIds: readonly string[]): Found[];
}

const tables = new Set([
  'documents',
  'document_texts',
  'document_columns',
  'document_fields',
  'chunks',
  'chunk_bodies',
  'chunk_fields',
  'vectors',
  'embedded_texts',
]);

/** As the store has them. */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -32000;
  PRAGMA wal_autocheckpoint = 4000;
`;
const columns = `c.*, b.content, b.record, b.rects, b.own_metadata, d.record AS document_record`;
const joined = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document`;

/**
 * The same rows, made of the same documents, in tables with the same columns and indexes, through `libsql` alone; in place
 * of the store's keyword index stands FTS5 over the same terms, and in place of its matrix the engine's own distance.
 */
export function openRawSqlite({ ours, folder }: RawSqliteOptions): RawSqlite {
  const source = new Libsql(path.join(ours, databaseFile), { readonly: true });
  const database = new Libsql(path.join(folder, 'raw.db'));
  database.exec(settings);
  for (const sql of schemaOf(source)) database.exec(sql);
  source.close();
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (terms, tokenize = 'ascii', content = '')`);
  const insert = insertsOf(database);

  const all = <Given>(sql: string) => {
    const statement = database.prepare(sql);
    return (values: unknown[]) => statement.all(values) as Given[];
  };
  const near = all<IdRow>('SELECT chunk AS id FROM vectors ORDER BY vector_distance_cos(vector, ?) LIMIT ?');
  const nearAllowed = all<IdRow>(
    `SELECT v.chunk AS id FROM vectors v JOIN chunks c ON c.id = v.chunk
     WHERE c.document IN (SELECT document FROM document_fields WHERE collection_id = 1 AND key = ? AND value < ?)
     ORDER BY vector_distance_cos(v.vector, ?) LIMIT ?`,
  );
  const worded = all<IdRow>('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?');
  const named = all<ChunkRow>(
    `SELECT ${columns} FROM ${joined} WHERE c.id IN (SELECT value FROM json_each(?))`,
  );
  const known = all<ChunkRow>(
    `SELECT ${columns} FROM ${joined} WHERE c.collection_id = 1
     AND c.chunk_id IN (SELECT CAST(value AS BLOB) FROM json_each(?))`,
  );
  const read = (ids: readonly string[]) => toFound(ids, named([JSON.stringify(ids.map(Number))]));
  const nearest = ({ vector }: Query, limit: number) => idsOf(near([bytesOf(vector), limit]));
  const byWords = ({ text }: Query, limit: number) => {
    const words = queryTerms(text).map(({ term }) => `"${term}"`);
    return words.length === 0 ? [] : idsOf(worded([words.join(' OR '), limit]));
  };
  return {
    read: (chunkIds) => toFound(chunkIds, known([JSON.stringify(chunkIds)]), chunkIdOf),
    async ingest(records) {
      database.exec('BEGIN IMMEDIATE');
      for (const record of records) insertDocument(insert, record);
      database.exec('COMMIT');
    },
    async settle() {
      database.exec('ANALYZE');
    },
    searches: {
      vector: async (query) => read(nearest(query, topK)),
      keyword: async (query) => read(byWords(query, topK)),
      hybrid: async (query) => read(fuseByRank([nearest(query, candidates), byWords(query, candidates)])),
      filtered: async ({ vector }) =>
        read(idsOf(nearAllowed([partKey, filteredParts, bytesOf(vector), topK]))),
    },
    async close() {
      database.close();
    },
  };
}

type Database = InstanceType<typeof Libsql>;

interface IdRow {
  readonly id: number;
}
const idsOf = (rows: readonly IdRow[]) => rows.map(({ id }) => String(id));

/** Tables and indexes without triggers: the work of these is in what the client does. */
function schemaOf(source: Database): string[] {
  const rows = source
    .prepare(
      `SELECT tbl_name AS name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL`,
    )
    .all([]) as { name: string; sql: string }[];
  return rows
    .filter(({ name }) => tables.has(name))
    .map(({ sql }) => sql.replace(' REFERENCES collections ON DELETE CASCADE', ''));
}

type Inserts = ReturnType<typeof insertsOf>;

/** A statement for a row of each table, compiled once. */
function insertsOf(database: Database) {
  const into = (table: string, names: readonly string[]) => {
    const statement = database.prepare(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
    );
    return (...values: unknown[]) => Number(statement.run(values).lastInsertRowid);
  };
  const ofField = ['key', 'value', 'instant', 'position'];
  const described = [...Object.values(documentColumns), ...Object.values(instantColumns)];
  return {
    document: into('documents', [
      'collection_id',
      'document_id',
      'language',
      'chunk_count',
      'total_tokens',
      'bytes',
      'record',
    ]),
    text: into('document_texts', ['document', 'text', 'sections']),
    columns: into('document_columns', ['collection_id', 'document', ...described]),
    documentField: into('document_fields', ['collection_id', 'document', ...ofField]),
    chunk: into('chunks', ['collection_id', 'document', 'term_count', ...Object.values(chunkColumns)]),
    body: into('chunk_bodies', ['chunk', 'content', 'context', 'record', 'rects', 'own_metadata']),
    chunkField: into('chunk_fields', ['collection_id', 'chunk', ...ofField]),
    vector: into('vectors', ['chunk', 'vector']),
    hash: into('embedded_texts', ['chunk', 'hash']),
    words: into('words', ['rowid', 'terms']),
  };
}

function insertDocument(insert: Inserts, { document, content, chunks }: DocumentRecord): void {
  const owner = insert.document(
    1,
    toValue(document.documentId),
    document.language ?? null,
    document.chunkCount,
    document.totalTokens,
    document.bytes,
    JSON.stringify(document),
  );
  insert.text(owner, toValue(content.text), JSON.stringify(content.sections));
  insert.columns(1, owner, ...columnValues(document));
  for (const { key, value, instant, position } of documentFieldRows(document)) {
    insert.documentField(1, owner, key, value, instant, position);
  }
  for (const record of chunks) insertChunk(insert, record, { owner, language: document.language });
}

interface Parent {
  readonly owner: number;
  readonly language: string | undefined;
}

function insertChunk(insert: Inserts, record: ChunkRecord, { owner, language }: Parent): void {
  const { chunk, context, vector, textHash } = record;
  const { frequencies, count } = analyseChunk(context, chunk.content, language);
  const values = chunkColumnFields.map((field) => toValue(chunk[field]));
  const id = insert.chunk(1, owner, count, ...values);
  const { pageNumbers, sectionHeading, headingPath, hierarchyPath, embeddingModel, embeddedAt } = chunk;
  const rest = { pageNumbers, sectionHeading, headingPath, hierarchyPath, embeddingModel, embeddedAt };
  const [content, about] = [toValue(chunk.content), toValue(context)];
  insert.body(id, content, about, JSON.stringify(rest), JSON.stringify(chunk.rects), '{}');
  for (const { key, value, instant, position } of chunkFieldRows(chunk, {})) {
    insert.chunkField(1, id, key, value, instant, position);
  }
  insert.vector(id, bytesOf(vector));
  if (textHash !== undefined) insert.hash(id, Buffer.from(textHash, 'hex'));
  insert.words(id, [...frequencies].map(([term, times]) => `${term} `.repeat(times)).join(''));
}

/** Texts as bytes, as the store has them. */
function toValue(value: string | number | undefined): string | number | Buffer | null {
  return typeof value === 'string' ? Buffer.from(value) : (value ?? null);
}

interface ChunkRow extends IdRow {
  readonly chunk_id: ArrayBuffer;
  readonly content: ArrayBuffer;
  readonly record: string;
  readonly rects: string;
  readonly own_metadata: string;
  readonly document_record: string;
}

const rowIdOf = ({ id }: ChunkRow) => String(id);
const chunkIdOf = ({ chunk_id }: ChunkRow) => textOf(chunk_id);

/** Whole, in the order of the ids. */
function toFound(ids: readonly string[], rows: readonly ChunkRow[], idOf = rowIdOf): Found[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return {
      ...JSON.parse(row.record),
      rects: JSON.parse(row.rects),
      metadata: { ...JSON.parse(row.document_record).metadata, ...JSON.parse(row.own_metadata) },
      chunkId: chunkIdOf(row),
      content: textOf(row.content),
    };
  });
}

const partKey = Buffer.from(metadataKey('part'));
const textOf = (bytes: ArrayBuffer) => Buffer.from(bytes).toString();
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
