import { problemsOf } from '../../changes/record-problems.ts';
import type { DocumentRecord } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase, SqlValue, StoredValue } from '../database/driver.ts';
import { readRecord } from '../read/read.ts';
import { toText, parseStored, toBytes } from '../database/text-bytes.ts';
import type { Finding } from './finding.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from '../../../types.ts';
import { chunkFieldRows, documentFieldRows, type FieldRow, insertFields } from '../filter/filter-fields.ts';
import { columnValues, putColumns, readColumns } from '../write/put-columns.ts';

interface DocumentColumns {
  readonly id: number;
  readonly document_id: Uint8Array;
  readonly language: Uint8Array | null;
  readonly chunk_count: number;
  readonly total_tokens: number;
  readonly bytes: number;
}

interface Checked {
  readonly chunks: number;
  readonly findings: readonly Finding[];
}

/** A document with its chunks, vectors and filter values. One that has gone meanwhile has no problem. */
export function checkDocument(database: SqlDatabase, collection: CollectionRow, id: number): Checked {
  const columns = database
    .prepare('SELECT id, document_id, language, chunk_count, total_tokens, bytes FROM documents WHERE id = ?')
    .get<DocumentColumns>([id]);
  if (!columns) return { chunks: 0, findings: [] };
  const documentId = toText(columns.document_id);
  const place = { collection: toText(collection.name), documentId };
  try {
    const record = readRecord(database, collection, documentId);
    if (!record) return { chunks: 0, findings: [] };
    const messages = [
      ...problemsOf(record, collection.dimensions),
      ...rowProblems(database, collection, { record, columns }),
    ];
    const findings: Finding[] = [
      ...messages.map((message) => ({ message })),
      ...checkFields(database, collection, { id, record }),
    ];
    return { chunks: record.chunks.length, findings: findings.map((one) => ({ ...place, ...one })) };
  } catch (error) {
    return { chunks: 0, findings: [{ ...place, message: `it cannot be read: ${(error as Error).message}` }] };
  }
}

/** What is kept twice must agree. */
function rowProblems(
  database: SqlDatabase,
  collection: CollectionRow,
  { record, columns }: { readonly record: DocumentRecord; readonly columns: DocumentColumns },
): string[] {
  const { document } = record;
  const strays = database
    .prepare('SELECT count(*) AS count FROM chunks WHERE document = ? AND collection_id <> ?')
    .get<{ count: number }>([columns.id, collection.id]);
  const checks: [boolean, string][] = [
    [(columns.language && toText(columns.language)) === (document.language ?? null), 'its language'],
    [columns.chunk_count === document.chunkCount, 'its number of chunks'],
    [columns.total_tokens === document.totalTokens, 'its number of tokens'],
    [columns.bytes === document.bytes, 'its size'],
    [document.embeddingModel === collection.embedding_model, 'its embedding model'],
    [strays?.count === 0, 'the collection of its chunks'],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, what]) => `${what} is stored in two ways`);
}

/** Whether filters see what the document and its chunks say; healed from that. */
function checkFields(
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
