import path from 'node:path';
import Libsql from 'libsql';
import { analyseChunk } from '../../../src/store/chunk-terms.ts';
import { databaseFile } from '../../../src/store/sqlite/place.ts';
import { metadataKey } from '../../../src/store/sqlite/field-values.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { queryTerms } from '../../../src/text/bm25.ts';
import { candidates, filteredParts, type Found, fuseByRank, type Query, type Side, topK } from './side.ts';

export interface RawSqliteOptions {
  /** Of the store that has the same documents. */
  readonly ours: string;
  /** For the database of the client. */
  readonly folder: string;
}

/** What a document has rows in, and the column that says whose they are. */
const ofDocument = {
  document_texts: 'document',
  document_columns: 'document',
  document_fields: 'document',
  chunks: 'document',
};
const ofChunk = { chunk_bodies: 'chunk', chunk_fields: 'chunk', vectors: 'chunk', embedded_texts: 'chunk' };
const tables = ['documents', ...Object.keys(ofDocument), ...Object.keys(ofChunk)];

const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -32000;
  PRAGMA wal_autocheckpoint = 1000;
`;
const columns = `c.*, b.content, b.record, b.rects, b.own_metadata, d.record AS document_record`;
const joined = `chunks c JOIN chunk_bodies b ON b.chunk = c.id JOIN documents d ON d.id = c.document`;

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

/**
 * The rows that the store has made of the same documents, in tables with the same columns and indexes, through `libsql`
 * alone; in place of the store's keyword index stands FTS5 over the same terms, and in place of its matrix the engine's own
 * distance.
 */
export function openRawSqlite({ ours, folder }: RawSqliteOptions): Side {
  const source = new Libsql(path.join(ours, databaseFile), { readonly: true });
  const database = new Libsql(path.join(folder, 'raw.db'));
  database.exec(settings);
  for (const sql of schemaOf(source)) database.exec(sql);
  database.exec(`CREATE VIRTUAL TABLE words USING fts5 (terms, tokenize = 'ascii', content = '')`);
  const insertWords = database.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)');
  const inserts = new Map(tables.map((table) => [table, insertInto(database, table)]));
  let waiting: Rows = {};

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
  const read = (ids: readonly string[]) => toFound(ids, named([JSON.stringify(ids.map(Number))]));
  const nearest = ({ vector }: Query, limit: number) => idsOf(near([bytesOf(vector), limit]));
  const byWords = ({ text }: Query, limit: number) => {
    const words = queryTerms(text).map(({ term }) => `"${term}"`);
    return words.length === 0 ? [] : idsOf(worded([words.join(' OR '), limit]));
  };
  return {
    async prepare(records) {
      waiting = rowsOf(source, records);
    },
    async ingest(records) {
      const words = records.flatMap(wordsOf);
      database.exec('BEGIN IMMEDIATE');
      for (const [table, rows] of Object.entries(waiting)) {
        for (const row of rows) inserts.get(table)!(row);
      }
      for (const [index, { id }] of waiting['chunks']!.entries()) insertWords.run([id, words[index]]);
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
      source.close();
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
    .filter(({ name }) => tables.includes(name))
    .map(({ sql }) => sql.replace(' REFERENCES collections ON DELETE CASCADE', ''));
}

function insertInto(database: Database, table: string): (row: Row) => void {
  const names = (
    database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all([]) as { name: string }[]
  ).map(({ name }) => name);
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
  );
  return (row) => statement.run(names.map((name) => toValue(row[name])));
}

/** What the engine gives as ArrayBuffer, it takes as Buffer. */
const toValue = (value: unknown) => (value instanceof ArrayBuffer ? Buffer.from(value) : value);

/** What the store has of the documents, by table. */
function rowsOf(source: Database, records: readonly DocumentRecord[]): Rows {
  const find = (table: string, column: string, keys: readonly unknown[]) =>
    keys.flatMap((key) => source.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).all([key]) as Row[]);
  const documents = find(
    'documents',
    'collection_id = 1 AND document_id',
    records.map(({ document }) => Buffer.from(document.documentId)),
  );
  const owners = documents.map(({ id }) => id);
  const rows: Record<string, readonly Row[]> = { documents };
  for (const [table, column] of Object.entries(ofDocument)) rows[table] = find(table, column, owners);
  const chunks = rows['chunks']!.map(({ id }) => id);
  for (const [table, column] of Object.entries(ofChunk)) rows[table] = find(table, column, chunks);
  return rows;
}

/** The terms of each chunk as the store sees them, each as often as it has it. */
function wordsOf({ document, chunks }: DocumentRecord): string[] {
  return chunks.map(({ chunk, context }) => {
    const { frequencies } = analyseChunk(context, chunk.content, document.language);
    return [...frequencies].map(([term, count]) => `${term} `.repeat(count)).join('');
  });
}

interface ChunkRow extends IdRow {
  readonly chunk_id: ArrayBuffer;
  readonly content: ArrayBuffer;
  readonly record: string;
  readonly rects: string;
  readonly own_metadata: string;
  readonly document_record: string;
}

/** Whole, in the order of the ids. */
function toFound(ids: readonly string[], rows: readonly ChunkRow[]): Found[] {
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return {
      ...JSON.parse(row.record),
      rects: JSON.parse(row.rects),
      metadata: { ...JSON.parse(row.document_record).metadata, ...JSON.parse(row.own_metadata) },
      chunkId: textOf(row.chunk_id),
      content: textOf(row.content),
    };
  });
}

const partKey = Buffer.from(metadataKey('part'));
const textOf = (bytes: ArrayBuffer) => Buffer.from(bytes).toString();
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
