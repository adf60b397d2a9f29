import {
  type ChunkFieldName,
  type DocumentFieldName,
  type ResolvedField,
  resolveField,
} from '../../filter/fields.ts';
import type { StatsGroup, StatsOptions } from '../../store.ts';
import { type ChunkColumn, chunkColumns } from '../filter/chunk-columns.ts';
import type { CollectionRow } from '../collections.ts';
import { Bindings } from '../filter/compile-filter.ts';
import { collectionColumn, documentColumn } from '../filter/document-columns.ts';
import type { SqlDatabase, StoredValue } from '../database/driver.ts';
import { fromSql, metadataKey } from '../filter/filter-fields.ts';
import { documentsWhere } from './read.ts';
import { toBytes, toText } from '../database/text-bytes.ts';

interface GroupRow {
  readonly value: StoredValue;
  /** `typeof(value)` */
  readonly type: Uint8Array;
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * The total over the documents that match, then the groups, largest first. A document with several values (tags)
 * counts in each of their groups. By a field of chunks, a group has the chunks with that value, their tokens, and
 * the documents that they are from.
 */
export function readStats(
  database: SqlDatabase,
  collection: CollectionRow,
  { filter, groupBy, versions }: StatsOptions,
): StatsGroup[] {
  const bindings = new Bindings();
  const where = documentsWhere(database, collection, { filter, versions, bindings });
  const total = database
    .prepare(`SELECT NULL AS value, 'null' AS type, ${documentSums} FROM documents d WHERE ${where}`)
    .all<GroupRow>(bindings.values);
  if (groupBy === undefined) return total.map(toGroup);
  const sql = groupSql(resolveField(groupBy), { where, bindings });
  return [...total, ...database.prepare(sql).all<GroupRow>(bindings.values)].map(toGroup);
}

const documentSums = `count(*) AS documents, total(d.chunk_count) AS chunks, total(d.total_tokens) AS tokens,
  total(d.bytes) AS bytes`;
const largestFirst = 'ORDER BY documents DESC, chunks DESC, value';

interface Grouping {
  readonly where: string;
  readonly bindings: Bindings;
}

function groupSql(field: ResolvedField, grouping: Grouping): string {
  const { where, bindings } = grouping;
  if (field.level === 'chunk') return chunkGroupSql(field.name, grouping);
  const { value, join } =
    field.level === 'metadata'
      ? documentRows(metadataKey(field.name), bindings)
      : documentValue(field.name, bindings);
  return `SELECT value, typeof(value) AS type, ${documentSums} FROM (
      SELECT DISTINCT ${value} AS value, d.id, d.chunk_count, d.total_tokens, d.bytes
      FROM documents d ${join}
      WHERE ${where}
    ) d GROUP BY value ${largestFirst}`;
}

interface ValueOfRow {
  readonly value: string;
  readonly join: string;
}

function documentValue(name: DocumentFieldName, bindings: Bindings): ValueOfRow {
  const column = documentColumn(name);
  if (column)
    return {
      value: column.value,
      join: 'JOIN document_columns v ON v.collection_id = d.collection_id AND v.document = d.id',
    };
  const value = collectionColumn(name);
  if (value !== undefined) return { value, join: 'JOIN collections k ON k.id = d.collection_id' };
  return documentRows(toBytes(name), bindings);
}

function documentRows(key: Uint8Array, bindings: Bindings): ValueOfRow {
  const join = `LEFT JOIN document_fields f ON f.document = d.id AND f.key = ${bindings.bind(key)}`;
  return { value: 'f.value', join };
}

function chunkGroupSql(name: ChunkFieldName, { where, bindings }: Grouping): string {
  const { value, join } = chunkValue(name, bindings);
  return `SELECT value, typeof(value) AS type, count(*) AS documents, total(chunks) AS chunks, total(tokens) AS tokens, total(bytes) AS bytes
    FROM (
      SELECT value, count(*) AS chunks, total(token_count) AS tokens, bytes FROM (
        SELECT DISTINCT ${value} AS value, c.id, c.token_count, d.id AS document, d.bytes AS bytes
        FROM documents d JOIN chunks c ON c.document = d.id ${join} WHERE ${where}
      ) GROUP BY value, document
    ) GROUP BY value ${largestFirst}`;
}

function chunkValue(name: ChunkFieldName, bindings: Bindings): ValueOfRow {
  if (name === 'content') {
    return { value: 'b.content', join: 'JOIN chunk_bodies b ON b.chunk = c.id' };
  }
  if (Object.hasOwn(chunkColumns, name)) {
    return { value: `c.${chunkColumns[name as ChunkColumn]}`, join: '' };
  }
  const key = bindings.bind(toBytes(name));
  return { value: 'f.value', join: `LEFT JOIN chunk_fields f ON f.chunk = c.id AND f.key = ${key}` };
}

function toGroup({ value, type, documents, chunks, tokens, bytes }: GroupRow): StatsGroup {
  const sums = { documents, chunks, tokens, bytes };
  const known = fromSql(value, toText(type));
  return known === undefined ? sums : { value: known, ...sums };
}
