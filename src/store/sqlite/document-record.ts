import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../types.ts';
import type { SqlDatabase } from './driver.ts';
import { documentFieldRows, type FieldRow } from './field-values.ts';
import { insertFields } from './insert-fields.ts';
import { putColumns } from './put-columns.ts';
import { keepRecordChecksum } from './stored-document.ts';
import { toText } from './text-bytes.ts';

/**
 * Writes what has changed about a stored document beside its text: its description, its place, its metadata. Filters
 * see it at once; chunks show it, since they read their document's metadata.
 */
export function updateDocumentRecord(
  database: SqlDatabase,
  collectionId: number,
  { owner, before, after }: { readonly owner: number; readonly before: Document; readonly after: Document },
): void {
  const record = JSON.stringify(after);
  database.prepare('UPDATE documents SET record = ? WHERE id = ?').run([record, owner]);
  keepRecordChecksum(database, owner, record);
  putColumns(database, { collectionId, owner }, after);
  const [had, has] = [rowsByKey(before), rowsByKey(after)];
  const changed = [...new Set([...had.keys(), ...has.keys()])].filter(
    (key) => !isDeepStrictEqual(had.get(key), has.get(key)),
  );
  const statement = database.prepare('DELETE FROM document_fields WHERE document = ? AND key = ?');
  for (const key of changed) {
    for (const row of had.get(key)?.slice(0, 1) ?? []) statement.run([owner, row.key]);
  }
  const rows = changed.flatMap((key) => has.get(key) ?? []);
  insertFields(database, { level: 'document', collectionId }, [{ owner, rows }]);
}

function rowsByKey(document: Document): Map<string, FieldRow[]> {
  const rows = new Map<string, FieldRow[]>();
  for (const row of documentFieldRows(document)) {
    const key = toText(row.key);
    rows.set(key, [...(rows.get(key) ?? []), row]);
  }
  return rows;
}
