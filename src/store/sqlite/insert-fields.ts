import type { SqlDatabase } from './driver.ts';
import type { FieldRow } from './field-values.ts';

/** Of one statement: calling the engine costs more than a row does, and each number of rows is a statement of its own. */
const mostRows = 16;

/** What filters see of a document or chunk, inside the caller's transaction. */
export function insertFields(
  database: SqlDatabase,
  level: 'document' | 'chunk',
  fields: { readonly collectionId: number; readonly owner: number; readonly rows: readonly FieldRow[] },
): void {
  for (let start = 0; start < fields.rows.length; start += mostRows) {
    const rows = fields.rows.slice(start, start + mostRows);
    const values = rows.flatMap(({ key, value, instant, element }) => [
      fields.collectionId,
      fields.owner,
      key,
      value,
      instant,
      element,
    ]);
    database.prepare(insertRows(level, rows.length)).run(values);
  }
}

function insertRows(level: 'document' | 'chunk', count: number): string {
  return `INSERT INTO ${level}_fields (collection_id, ${level}, key, value, instant, element)
    VALUES (?, ?, ?, ?, ?, ?)${', (?, ?, ?, ?, ?, ?)'.repeat(count - 1)}`;
}
