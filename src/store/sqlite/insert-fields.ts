import type { SqlDatabase } from './driver.ts';
import type { FieldRow } from './field-values.ts';

/** What filters see of a document or chunk, inside the caller's transaction. */
export function insertFields(
  database: SqlDatabase,
  level: 'document' | 'chunk',
  fields: { readonly collectionId: number; readonly owner: number; readonly rows: readonly FieldRow[] },
): void {
  const statement = database.prepare(
    `INSERT INTO ${level}_fields (collection_id, ${level}, key, value, instant, element) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const { key, value, instant, element } of fields.rows) {
    statement.run([fields.collectionId, fields.owner, key, value, instant, element]);
  }
}
