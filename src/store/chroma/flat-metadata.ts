import type { Chunk, Document } from '../../types.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { fieldsOf, resolveField, type FieldValue } from '../filter/fields.ts';

/** What Chroma keeps beside a vector; a field that is absent has no key. */
export type FlatMetadata = Record<string, string | number | boolean>;

/** The fields that Chroma has of every chunk, beside the user's own. */
const fieldNames: ReadonlySet<string> = new Set([
  'documentId',
  'title',
  'creators',
  'dateCreated',
  'format',
  'type',
  'language',
  'tags',
  'project',
  'version',
  'sequence',
  'kind',
  'level',
  'pageNumbers',
  'sectionHeading',
]);

/** The key that says that a field holds a list, and how many elements that has. */
const listKey = (field: string): string => `${field}[]`;

/**
 * The key of a field in Chroma; `undefined` for fields that are kept beside it only: some of our own, and those of the
 * user whose names mean something else there.
 */
export function keyOf(field: string): string | undefined {
  const { level, name } = resolveField(field);
  if (level !== 'metadata') return fieldNames.has(name) ? name : undefined;
  return /^$|^\$|^chroma:|^metadata\.|\[\]$/.test(name) || resolveField(name).level !== 'metadata'
    ? undefined
    : name;
}

/** A list becomes its elements joined with commas, and a second key that says so. Chroma refuses half of a surrogate pair. */
export function flatMetadata(document: Document, chunk: Chunk): FlatMetadata {
  const lookUp = fieldsOf(document, chunk);
  const names = [...fieldNames, ...Object.keys(chunk.metadata)];
  const entries = names.flatMap((name) => {
    const key = keyOf(name);
    const value = lookUp(name);
    return key === undefined || value === undefined ? [] : flatEntries(key, value);
  });
  return wellFormed(Object.fromEntries(entries));
}

function flatEntries(key: string, value: FieldValue): [string, string | number | boolean][] {
  if (typeof value !== 'object') return [[key, value]];
  if (value.length === 0) return [];
  return [
    [key, value.join(',')],
    [listKey(key), value.length],
  ];
}
