import type { Chunk, Document, Metadata } from '../../../types.ts';
import { documentFieldNames, type FieldValue } from '../../filter/fields.ts';
import type { FilterValue } from '../../filter/filter.ts';
import { isoInstant } from '../../filter/instant.ts';
import { collectionColumns, documentColumns } from './document-columns.ts';
import type { SqlValue, StoredValue, SqlDatabase } from '../database/driver.ts';
import { toBytes, toText } from '../database/text-bytes.ts';

/** One row of `document_fields` or `chunk_fields`, without its owner. */
export interface FieldRow {
  readonly key: Uint8Array;
  readonly value: SqlValue;
  readonly instant: number | null;
  /** Of an element its place in the list, from 0; −1 for a value that is no list. */
  readonly position: number;
}

/** The chunk fields that stand in `chunk_fields`: the lists, and the strings that may be dates. */
const chunkValueFields = [
  'pageNumbers',
  'sectionHeading',
  'headingPath',
  'hierarchyPath',
  'embeddedAt',
] as const satisfies readonly (keyof Chunk)[];

/** The lists that every document or chunk has, which need no row where they are empty. */
export const coreLists: ReadonlySet<string> = new Set([
  'creators',
  'subjects',
  'tags',
  'pageNumbers',
  'headingPath',
] satisfies (keyof Document | keyof Chunk)[]);

/** The user's own keys are kept apart from the core names. */
export function metadataKey(name: string): Uint8Array {
  return toBytes(`metadata.${name}`);
}

/** Those that stand in no column. */
const documentRowFields = documentFieldNames.filter(
  (name) => !Object.hasOwn(documentColumns, name) && !Object.hasOwn(collectionColumns, name),
);

export function documentFieldRows(document: Document): FieldRow[] {
  const core = documentRowFields.flatMap((name) => coreRows(name, document[name]));
  return [...core, ...metadataRows(document.metadata)];
}

/** @param own The chunk's own metadata, without what it shares with its document. */
export function chunkFieldRows(chunk: Chunk, own: Metadata): FieldRow[] {
  const core = chunkValueFields.flatMap((name) => coreRows(name, chunk[name]));
  return [...core, ...metadataRows(own)];
}

export function metadataRows(metadata: Metadata): FieldRow[] {
  return Object.entries(metadata).flatMap(([name, value]) => rowsOf(metadataKey(name), value));
}

function coreRows(name: string, value: FieldValue | undefined): FieldRow[] {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value === undefined || isEmpty ? [] : rowsOf(toBytes(name), value);
}

function rowsOf(key: Uint8Array, value: FieldValue): FieldRow[] {
  if (!Array.isArray(value)) return [rowOf(key, value as FilterValue, -1)];
  const list: readonly FilterValue[] = value;
  if (list.length === 0) return [{ key, value: null, instant: null, position: 0 }];
  return list.map((element, position) => rowOf(key, element, position));
}

function rowOf(key: Uint8Array, value: FilterValue, position: number): FieldRow {
  const instant = typeof value === 'string' ? (isoInstant(value) ?? null) : null;
  return { key, value: toSql(value), instant, position };
}

/** How a value is kept; each type has a storage class of its own, so types never compare as equal. */
export function toSql(value: FilterValue): SqlValue {
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'string' ? toBytes(value) : value;
}

/** The inverse of `toSql`, of a value and its storage class; `undefined` for an empty list or an absent field. */
export function fromSql(value: StoredValue, type: string): FilterValue | undefined {
  if (value === null) return undefined;
  if (type === 'text') return toText(value as Uint8Array) === 't';
  return typeof value === 'number' ? value : toText(value);
}

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
