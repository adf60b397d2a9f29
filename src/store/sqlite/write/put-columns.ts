import type { Document } from '../../../types.ts';
import { isoInstant } from '../../filter/instant.ts';
import { documentColumns, instantColumns } from '../filter/document-columns.ts';
import type { SqlDatabase, SqlValue, StoredValue } from '../database/driver.ts';
import { toSql } from '../filter/filter-fields.ts';

const fields = Object.keys(documentColumns) as (keyof typeof documentColumns)[];
const dates = Object.keys(instantColumns) as (keyof typeof instantColumns)[];
const columns = [...Object.values(documentColumns), ...Object.values(instantColumns)];

const putSql = `INSERT OR REPLACE INTO document_columns (collection_id, document, ${columns.join(', ')})
  VALUES (?, ?${', ?'.repeat(columns.length)})`;

interface DocumentRow {
  readonly collectionId: number;
  readonly owner: number;
}

/** Writes the columns of a document, in the place of those that it has, inside the caller's transaction. */
export function putColumns(
  database: SqlDatabase,
  { collectionId, owner }: DocumentRow,
  document: Document,
): void {
  database.prepare(putSql).run([collectionId, owner, ...columnValues(document)]);
}

/** What `readColumns` is to give. */
export function columnValues(document: Document): SqlValue[] {
  const values = fields.map((field) => document[field]);
  const instants = dates.map((field) => isoInstant(document[field]));
  return [...values, ...instants].map((value) => (value === undefined ? null : toSql(value)));
}

/** The stored columns of a document, NULL where damage has made text of one; `undefined` where there are none. */
export function readColumns(
  database: SqlDatabase,
  { collectionId, owner }: DocumentRow,
): StoredValue[] | undefined {
  const row = database
    .prepare(
      `SELECT ${columns.map((name) => `iif(typeof(${name}) = 'text', NULL, ${name}) AS ${name}`).join(', ')} FROM document_columns WHERE collection_id = ? AND document = ?`,
    )
    .get<Record<string, StoredValue>>([collectionId, owner]);
  return row && columns.map((column) => row[column] ?? null);
}
