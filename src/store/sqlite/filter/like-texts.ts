import { chunkColumns, type ChunkColumn } from './chunk-columns.ts';
import { resolveField } from '../../filter/fields.ts';
import { likeTest } from '../../filter/like-pattern.ts';
import { collectionColumn, documentColumn } from './document-columns.ts';
import type { SqlDatabase, SqlValue } from '../database/driver.ts';
import { metadataKey } from './filter-fields.ts';
import { toBytes, toText } from '../database/text-bytes.ts';

/** How many texts of chunks are read at once. */
const textsAtOnce = 1_000;

/**
 * Of the texts that a field has in a collection those of a `$like` pattern: the engine's own patterns end at a NUL and
 * know some characters not apart.
 */
export function textsLike(
  database: SqlDatabase,
  collectionId: number,
  { field: name, pattern }: { readonly field: string; readonly pattern: string },
): Uint8Array[] {
  const isLike = likeTest(pattern);
  const { sql, values } = textsOf(name, collectionId);
  return database
    .prepare(`SELECT DISTINCT value FROM (${sql}) WHERE typeof(value) = 'blob'`)
    .all<{ value: Uint8Array }>(values)
    .flatMap(({ value }) => (isLike(toText(value)) ? [value] : []));
}

/** The row ids of the chunks whose text is of a `$like` pattern. */
export function chunksLike(database: SqlDatabase, collectionId: number, pattern: string): number[] {
  const isLike = likeTest(pattern);
  const statement = database.prepare(
    `SELECT c.id, b.content FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
     WHERE c.collection_id = ? AND c.id > ? ORDER BY c.id LIMIT ${textsAtOnce}`,
  );
  const found: number[] = [];
  let last = 0;
  for (;;) {
    const rows = statement.all<{ id: number; content: Uint8Array }>([collectionId, last]);
    found.push(...rows.filter(({ content }) => isLike(toText(content))).map(({ id }) => id));
    if (rows.length < textsAtOnce) return found;
    last = rows.at(-1)!.id;
  }
}

interface Texts {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function textsOf(name: string, collectionId: number): Texts {
  const field = resolveField(name);
  const ofKey = (table: string, key: Uint8Array): Texts => ({
    sql: `SELECT value FROM ${table} WHERE collection_id = ? AND key = ?`,
    values: [collectionId, key],
  });
  if (field.level === 'metadata') {
    const [ofDocuments, ofChunks] = ['document_fields', 'chunk_fields'].map((table) =>
      ofKey(table, metadataKey(field.name)),
    ) as [Texts, Texts];
    return {
      sql: `${ofDocuments.sql} UNION ${ofChunks.sql}`,
      values: [...ofDocuments.values, ...ofChunks.values],
    };
  }
  if (field.level === 'document') {
    const column = documentColumn(field.name);
    if (column !== undefined)
      return {
        sql: `SELECT ${column.value} AS value FROM document_columns v WHERE v.collection_id = ?`,
        values: [collectionId],
      };
    const value = collectionColumn(field.name);
    return value === undefined
      ? ofKey('document_fields', toBytes(field.name))
      : { sql: `SELECT ${value} AS value FROM collections k WHERE k.id = ?`, values: [collectionId] };
  }
  return Object.hasOwn(chunkColumns, field.name)
    ? {
        sql: `SELECT ${chunkColumns[field.name as ChunkColumn]} AS value FROM chunks WHERE collection_id = ?`,
        values: [collectionId],
      }
    : ofKey('chunk_fields', toBytes(field.name));
}
