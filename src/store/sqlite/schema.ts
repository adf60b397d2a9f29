/**
 * The tables, and how an older database becomes a newer one: forward only, by `user_version`.
 *
 *   collections ─┬─ documents ─┬─ document_texts   the reading text and its sections
 *                │             ├─ pages            size, label, layout
 *                │             ├─ document_fields  what filters see of a document, a row a value
 *                │             └─ chunks ─┬─ chunk_bodies   content, context, the rest of the record
 *                │                        ├─ chunk_fields   what filters see beside the columns of chunks
 *                │                        └─ vectors
 *                └─ fts_<id>                     postings by chunk id (a virtual table: no cascade reaches it)
 *
 * Strings of the user's are blobs of UTF-8: the engine cuts bound text at a NUL, and blobs compare by code
 * points. Narrow tables stand apart from wide ones so that a filter reads few pages. Ids are never used twice
 * (AUTOINCREMENT), and a stored chunk's vector never changes: what is derived from them rests on both.
 *
 * In `*_fields.value` a number is REAL, a string BLOB, a boolean TEXT ('t' or 'f'), an empty list NULL; `instant`
 * holds milliseconds where a string is an ISO date; `element` is 1 for an element of a list.
 */
import { StoreError } from '../../errors.ts';
import type { SqlDatabase } from './driver.ts';

/** "pinc", so that a foreign database is told from ours. */
const applicationId = 0x70696e63;

const migrations: readonly string[] = [
  `
  CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name BLOB NOT NULL UNIQUE,
    embedding_model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    max_tokens INTEGER NOT NULL,
    analyser TEXT NOT NULL,
    created_at TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
    document_id BLOB NOT NULL,
    language TEXT,
    chunk_count INTEGER NOT NULL,
    total_tokens INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (collection_id, document_id)
  );
  CREATE INDEX documents_language ON documents (collection_id, language);
  CREATE TABLE document_texts (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text BLOB NOT NULL,
    sections TEXT NOT NULL
  );
  CREATE TABLE pages (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label BLOB,
    width REAL NOT NULL,
    height REAL NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    layout BLOB NOT NULL,
    PRIMARY KEY (document, number)
  );
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    chunk_id BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    kind BLOB NOT NULL,
    token_count INTEGER NOT NULL,
    char_count INTEGER NOT NULL,
    overlap_prev_chars INTEGER NOT NULL,
    overlap_next_chars INTEGER NOT NULL,
    unique_start INTEGER NOT NULL,
    unique_end INTEGER NOT NULL,
    prev_chunk_id BLOB,
    next_chunk_id BLOB,
    parent_chunk_id BLOB,
    level INTEGER NOT NULL,
    chunking_method BLOB NOT NULL,
    total_chunks INTEGER NOT NULL,
    term_count INTEGER NOT NULL,
    UNIQUE (collection_id, chunk_id)
  );
  CREATE INDEX chunks_document ON chunks (document, sequence);
  CREATE INDEX chunks_terms ON chunks (collection_id, id, term_count);
  CREATE TABLE chunk_bodies (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    content BLOB NOT NULL,
    context BLOB NOT NULL,
    record TEXT NOT NULL,
    rects TEXT NOT NULL,
    own_metadata TEXT NOT NULL
  );
  CREATE TABLE vectors (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
  CREATE TABLE document_fields (
    collection_id INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    key BLOB NOT NULL,
    value,
    instant REAL,
    element INTEGER NOT NULL
  );
  CREATE INDEX document_fields_document ON document_fields (document, key);
  CREATE INDEX document_fields_value ON document_fields (collection_id, key, value);
  CREATE INDEX document_fields_instant ON document_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  CREATE TABLE chunk_fields (
    collection_id INTEGER NOT NULL,
    chunk INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    key BLOB NOT NULL,
    value,
    instant REAL,
    element INTEGER NOT NULL
  );
  CREATE INDEX chunk_fields_chunk ON chunk_fields (chunk, key);
  CREATE INDEX chunk_fields_value ON chunk_fields (collection_id, key, value);
  CREATE INDEX chunk_fields_instant ON chunk_fields (collection_id, key, instant) WHERE instant IS NOT NULL;
  `,
];

/**
 * Makes the tables or brings them up to date.
 *
 * @throws StoreError when the database was written by a newer Pincite, or is not one of ours.
 */
export function migrate(database: SqlDatabase, inTransaction: (action: () => void) => void): void {
  if (versionOf(database) === 0) refuseForeign(database);
  // Outside any transaction, and before the first write: WAL lets readers go on beside a writer.
  database.prepare('PRAGMA journal_mode = WAL').get();
  if (versionOf(database) === migrations.length) return;
  inTransaction(() => {
    const version = versionOf(database);
    if (version > migrations.length) throw newerSchema(database, version);
    for (const statements of migrations.slice(version)) database.exec(statements);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: SqlDatabase): number {
  return database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version ?? 0;
}

function refuseForeign(database: SqlDatabase): void {
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get<{ count: number }>();
  const id = database.prepare('PRAGMA application_id').get<{ application_id: number }>();
  if (!tables?.count || id?.application_id === applicationId) return;
  throw new StoreError(`The database ${database.location} does not belong to Pincite.`, {
    hint: 'Choose another --store folder.',
    context: { location: database.location },
  });
}

function newerSchema(database: SqlDatabase, version: number): StoreError {
  return new StoreError(`The store at ${database.location} was written by a newer Pincite.`, {
    hint: 'Update pincite, or choose another --store folder.',
    context: { location: database.location, schemaVersion: version, knownVersion: migrations.length },
  });
}
