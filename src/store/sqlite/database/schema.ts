/**
 * How the tables (tables.ts) hang together, and whose they are: `application_id` and `user_version` say it.
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
 */
import { StoreError } from '../../../errors.ts';
import type { SqlDatabase } from './driver.ts';
import { markOf } from './mark.ts';
import { tables } from './tables.ts';
import { toText } from './text-bytes.ts';

/** "pinc", so that a foreign database is told from ours. */
export const applicationId = 0x70696e63;

/** Counts up whenever the tables change. */
const schemaVersion = 12;

/**
 * Makes the tables where there are none.
 *
 * @throws StoreError when the database was written by another version of Pincite, or is not one of ours.
 */
export function makeTables(database: SqlDatabase, inTransaction: (action: () => void) => void): void {
  refuseForeign(database);
  requireReadableSchema(database);
  // Outside any transaction, and before the first write: WAL lets readers go on beside a writer.
  database.prepare('PRAGMA journal_mode = WAL').get();
  if (markOf(database).version === schemaVersion) return;
  inTransaction(() => {
    if (markOf(database).version !== 0) return requireOurTables(database); // another program may have made them
    database.exec(tables);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

/** @throws StoreError when the database was written by another version of Pincite, or is not one of ours. */
export function requireOurTables(database: SqlDatabase): void {
  refuseForeign(database);
  requireReadableSchema(database);
  const found = markOf(database).version;
  if (found === schemaVersion) return;
  const { location } = database;
  const isNewer = found > schemaVersion;
  throw new StoreError(
    `The store at ${location} was written by ${isNewer ? 'a newer' : 'an older'} Pincite.`,
    {
      hint: isNewer
        ? 'Update pincite, or choose another folder for the store.'
        : 'Choose another folder for the store, and add the documents anew; or use the version that made it.',
      context: { location, schemaVersion: found, knownVersion: schemaVersion },
    },
  );
}

/** Before anything is written: another program's database may have a version of its own. @throws StoreError */
export function refuseForeign(database: SqlDatabase): void {
  const { id, version, isEmpty } = markOf(database);
  if (id === applicationId || (version === 0 && isEmpty)) return;
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
