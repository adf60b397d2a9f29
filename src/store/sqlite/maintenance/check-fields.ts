import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '../../../types.ts';
import type { DocumentRecord } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase, SqlValue, StoredValue } from '../driver.ts';
import { chunkFieldRows, documentFieldRows, type FieldRow } from '../field-values.ts';
import { insertFields } from '../insert-fields.ts';
import { columnValues, putColumns, readColumns } from '../put-columns.ts';
import type { Finding } from './finding.ts';
import { parseStored, toBytes } from '../text-bytes.ts';

/** Whether filters see what the document and its chunks say; healed from that. */
export function checkFields(
  database: SqlDatabase,
  collection: CollectionRow,
  { id, record }: { readonly id: number; readonly record: DocumentRecord },
): Finding[] {
  const chunks = database
    .prepare(
      `SELECT c.id, b.own_metadata FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.document = ? ORDER BY c.sequence, c.id`,
    )
    .all<{ id: number; own_metadata: Uint8Array }>([id]);
  const ofChunks = record.chunks.map(({ chunk }, index): Owner => {
    const row = chunks[index];
    const own = row ? parseStored<Metadata>(row.own_metadata) : {};
    return { level: 'chunk', id: row?.id ?? 0, rows: chunkFieldRows(chunk, own) };
  });
  const owners: Owner[] = [{ level: 'document', id, rows: documentFieldRows(record.document) }, ...ofChunks];
  const wrong = owners.filter((owner) => !isAsStored(database, owner));
  const { document } = record;
  const row = { collectionId: collection.id, owner: id };
  const hasColumns = isDeepStrictEqual(readColumns(database, row), columnValues(document));
  if (wrong.length === 0 && hasColumns) return [];
  const heal = () => {
    putColumns(database, row, document);
    for (const { level, id: owner, rows } of wrong) {
      database.prepare(`DELETE FROM ${level}_fields WHERE ${level} = ?`).run([owner]);
      insertFields(database, { level, collectionId: collection.id }, [{ owner, rows }]);
    }
  };
  return [{ message: 'filters do not see what it says', heal }];
}

interface Owner {
  readonly level: 'document' | 'chunk';
  readonly id: number;
  readonly rows: readonly FieldRow[];
}

function isAsStored(database: SqlDatabase, { level, id, rows }: Owner): boolean {
  const stored = database
    .prepare(
      `SELECT key, typeof(value) AS type, instant, position, value
       FROM ${level}_fields WHERE ${level} = ?`,
    )
    .all<Record<'key' | 'value' | 'instant' | 'position' | 'type', StoredValue>>([id]);
  const expected = rows.map((row) => ({ ...row, type: toBytes(storageClassOf(row.value)) }));
  return isDeepStrictEqual(keysOf(stored), keysOf(expected));
}

function storageClassOf(value: SqlValue): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return 'blob';
  return typeof value === 'string' ? 'text' : 'real';
}

function keysOf(
  rows: readonly Record<'key' | 'value' | 'instant' | 'position' | 'type', SqlValue>[],
): string[] {
  return rows
    .map(({ key, type, value, instant, position }) =>
      JSON.stringify([key, type, value, instant, position].map(printable)),
    )
    .sort();
}

function printable(value: SqlValue): number | string | null {
  if (value === null || typeof value === 'number') return value;
  return Buffer.from(value as string | Uint8Array).toString('hex');
}
