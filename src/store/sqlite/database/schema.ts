/**
 * The tables, and how an older database becomes a newer one: forward only, by `user_version`.
 *
 *   collections ─┬─ documents ─┬─ document_texts   the reading text, its sections and structure
 *                │             ├─ pages            size, label, layout
 *                │             ├─ content_checksums  of both and of the record, checked whenever they are read
 *                │             ├─ document_columns what filters see of every document, in one row
 *                │             ├─ document_fields  what else filters see of a document, a row a value
 *                │             └─ chunks ─┬─ chunk_bodies   content, context, the rest of the record
 *                │                        ├─ chunk_checksums  of columns and body, checked whenever they are read
 *                │                        ├─ chunk_fields   what filters see beside the columns of chunks
 *                │                        └─ vectors
 *                ├─ keyword_segments ─┬─ keyword_segment_chunks, keyword_pages   postings, see `keyword-index/`
 *                ├─ keyword_removals  ┘  chunks that have gone, as their postings stay until a merge
 *                ├─ removed_chunks               the last chunks that have gone, by generation
 *                └─ document_languages           how many documents there are in each
 *   model_replies                                what language models wrote, by the hash of what they were asked
 *
 * Strings of the user's are blobs of UTF-8: the engine cuts bound text at a NUL, and blobs compare by code
 * points. Narrow tables stand apart from wide ones so that a filter reads few pages. Ids are never used twice
 * (AUTOINCREMENT), and a stored chunk's vector changes only with all others of its collection, which `stateOfVectors`
 * tells: what is derived from them rests on both.
 *
 * In `*_fields.value` a number is REAL, a string BLOB, a boolean TEXT ('t' or 'f'), an empty list of the user's NULL;
 * `instant` holds milliseconds where a string is an ISO date; `position` is the place in a list, −1 outside one.
 */
import { StoreError } from '../../../errors.ts';
import { addChunkChecksums } from '../chunks.ts';
import { addChecksums } from '../write/content.ts';
import type { SqlDatabase } from './driver.ts';
import { tables } from '../migrations/1-tables.ts';
import { embedding } from '../migrations/2-embedding.ts';
import { updates } from '../migrations/3-updates.ts';
import { postings } from '../migrations/4-postings.ts';
import { removals } from '../migrations/5-removals.ts';
import { fields } from '../migrations/8-fields.ts';
import { addRecordChecksums } from '../read/stored-document.ts';
import { toText } from './text-bytes.ts';

// The shorter steps; the others are in `migrations/`. None is ever changed once it is released.

/** Indexes that answer alone what is asked at every search: filters need no row of a field, and counts none of a document. */
const reads = `
  DROP INDEX document_fields_value;
  CREATE INDEX document_fields_value ON document_fields (collection_id, key, value, document);
  DROP INDEX chunk_fields_value;
  CREATE INDEX chunk_fields_value ON chunk_fields (collection_id, key, value, chunk);
  CREATE INDEX documents_counts ON documents (collection_id, chunk_count);
  `;

/** What language models wrote while documents were added, by the hash of what they were asked. */
const replies = `
  CREATE TABLE model_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    kept_at REAL NOT NULL,
    text BLOB NOT NULL
  );
  CREATE INDEX model_replies_age ON model_replies (kept_at);
  `;

/**
 * Where a field is in a range, lists are asked by their elements, apart: few fields have any, and without an index of
 * their own all values of the field are read for them.
 */
const elements = `
  CREATE INDEX document_fields_element ON document_fields (collection_id, key, value, document) WHERE position >= 0;
  CREATE INDEX chunk_fields_element ON chunk_fields (collection_id, key, value, chunk) WHERE position >= 0;
  `;

/** What the stored content of a document is checked against when it is read (`content.ts`). */
const checksums = `
  CREATE TABLE content_checksums (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text INTEGER NOT NULL,
    layout INTEGER NOT NULL
  );
  `;

/** What the descriptions of documents, and their chunks, are checked against (`stored-document.ts`, `chunks.ts`). */
const rowChecksums = `
  ALTER TABLE content_checksums ADD COLUMN record INTEGER;
  CREATE TABLE chunk_checksums (
    chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    checksum INTEGER NOT NULL
  );
  `;

/** Blocks, tables, links and pictures of a document (`document-codec.ts`); documents stored before have none. */
const structure = `ALTER TABLE document_texts ADD COLUMN structure BLOB`;

/** "pinc", so that a foreign database is told from ours. */
export const applicationId = 0x70696e63;

const migrations: readonly (string | ((database: SqlDatabase) => void))[] = [
  tables,
  embedding,
  updates,
  postings,
  removals,
  reads,
  replies,
  fields,
  elements,
  (database) => {
    database.exec(checksums);
    addChecksums(database);
  },
  (database) => {
    database.exec(rowChecksums);
    addRecordChecksums(database);
    addChunkChecksums(database);
  },
  structure,
];

/**
 * Makes the tables or brings them up to date.
 *
 * @throws StoreError when the database was written by a newer Pincite, or is not one of ours.
 */
export function migrate(database: SqlDatabase, inTransaction: (action: () => void) => void): void {
  refuseForeign(database);
  requireReadableSchema(database);
  // Outside any transaction, and before the first write: WAL lets readers go on beside a writer.
  database.prepare('PRAGMA journal_mode = WAL').get();
  if (versionOf(database) === migrations.length) return;
  inTransaction(() => {
    const version = versionOf(database);
    if (version > migrations.length) throw newerSchema(database, version);
    for (const migration of migrations.slice(version)) {
      if (typeof migration === 'string') database.exec(migration);
      else migration(database);
    }
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * For a store that may not be written.
 *
 * @throws StoreError when the database is not one of ours, or its schema is not this program's.
 */
export function requireCurrentSchema(database: SqlDatabase): void {
  const version = requireKnownSchema(database);
  if (version === migrations.length) return;
  throw new StoreError(`The read-only store at ${database.location} was written by an older Pincite.`, {
    hint: 'Open it once where it can be written, or copy its folder to such a place.',
    context: { location: database.location, schemaVersion: version, knownVersion: migrations.length },
  });
}

/**
 * Gives the version of a database that this program can read, or bring up to date.
 *
 * @throws StoreError when the database was written by a newer Pincite, or is not one of ours.
 */
export function requireKnownSchema(database: SqlDatabase): number {
  refuseForeign(database);
  requireReadableSchema(database);
  const version = versionOf(database);
  if (version > migrations.length) throw newerSchema(database, version);
  return version;
}

function versionOf(database: SqlDatabase): number {
  return database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version ?? 0;
}

/** Before anything is written: another program's database may have a version of its own. @throws StoreError */
export function refuseForeign(database: SqlDatabase): void {
  const id = database.prepare('PRAGMA application_id').get<{ application_id: number }>();
  if (id?.application_id === applicationId) return;
  const known = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get<{ count: number }>();
  if (!known?.count && versionOf(database) === 0) return;
  throw new StoreError(`The database ${database.location} does not belong to Pincite.`, {
    hint: 'Choose another folder for the store.',
    context: { location: database.location },
  });
}

/** The engine aborts the process over the name or the type of a column that is no UTF-8. @throws StoreError */
function requireReadableSchema(database: SqlDatabase): void {
  const texts = database
    .prepare(
      `SELECT concat(CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB)) AS text FROM sqlite_schema`,
    )
    .all<{ text: Uint8Array }>();
  for (const { text } of texts) toText(text);
}

function newerSchema(database: SqlDatabase, version: number): StoreError {
  return new StoreError(`The store at ${database.location} was written by a newer Pincite.`, {
    hint: 'Update pincite, or choose another folder for the store.',
    context: { location: database.location, schemaVersion: version, knownVersion: migrations.length },
  });
}
