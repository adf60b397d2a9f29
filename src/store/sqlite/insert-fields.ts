import type { SqlDatabase, SqlValue } from './driver.ts';
import type { FieldRow } from './field-values.ts';

/** Of one statement: calling the engine costs more than a row does, and each number of rows is a statement of its own. */
const mostRows = 32;

/** What filters see of one document or chunk, by its row id. */
export interface OwnedFields {
  readonly owner: number;
  readonly rows: readonly FieldRow[];
}

interface FieldTable {
  readonly level: 'document' | 'chunk';
  readonly collectionId: number;
}

/** Writes what filters see of documents or chunks, inside the caller's transaction. */
export function insertFields(
  database: SqlDatabase,
  { level, collectionId }: FieldTable,
  fields: readonly OwnedFields[],
): void {
  const rows = fields.flatMap(({ owner, rows: own }) => own.map((row) => valuesOf(owner, row)));
  for (let start = 0; start < rows.length; start += mostRows) {
    const some = rows.slice(start, start + mostRows);
    database.prepare(insertRows(level, some.length)).run([collectionId, ...some.flat()]);
  }
}

function valuesOf(owner: number, { key, value, instant, position }: FieldRow): SqlValue[] {
  return [owner, key, value, instant, position];
}

function insertRows(level: FieldTable['level'], count: number): string {
  return `INSERT INTO ${level}_fields (collection_id, ${level}, key, value, instant, position)
    VALUES ${Array.from({ length: count }, () => '(?1, ?, ?, ?, ?, ?)').join()}`;
}
