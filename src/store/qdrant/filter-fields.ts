/**
 * What filters see of a document or chunk, as a payload that Qdrant can index, with the types kept apart:
 *
 *   f: { <key>: { s: texts, d: texts that are ISO dates, i: their instants in milliseconds, n: numbers, b: booleans } }
 *   has: the keys that are there      lists: those whose values are lists
 */
import type { Chunk, Document } from '../../types.ts';
import { chunkFieldNames, documentFieldNames, type FieldValue } from '../filter/fields.ts';
import type { FilterValue } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';
import { metadataKey, wellFormed } from './names.ts';

export interface FieldsPayload {
  readonly f: Readonly<Record<string, TypedValues>>;
  readonly has: readonly string[];
  readonly lists: readonly string[];
}

export interface TypedValues {
  readonly s?: readonly string[];
  readonly d?: readonly string[];
  readonly i?: readonly number[];
  readonly n?: readonly number[];
  readonly b?: readonly boolean[];
}

/** How each kind of value is indexed. */
export const indexTypes = { s: 'keyword', d: 'keyword', i: 'integer', n: 'float', b: 'bool' } as const;
export type ValueKind = keyof typeof indexTypes;

/** The same in a whole collection, so that points need not keep them. */
export const collectionFields: ReadonlySet<string> = new Set(['collection', 'embeddingModel']);

/** Of a document, or of a chunk with what its document says; its `content` is kept beside. */
export function fieldsPayload(document: Document, chunk?: Chunk): FieldsPayload {
  const { metadata } = chunk ?? document;
  const values: [string, FieldValue | undefined][] = [
    ...documentFieldNames
      .filter((name) => !collectionFields.has(name))
      .map((name): [string, FieldValue | undefined] => [name, document[name]]),
    ...chunkFieldNames
      .filter((name) => name !== 'content')
      .map((name): [string, FieldValue | undefined] => [name, chunk?.[name]]),
    ...Object.entries(metadata).map(([name, value]): [string, FieldValue] => [metadataKey(name), value]),
  ];
  const given = values.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined);
  return {
    f: Object.fromEntries(given.map(([key, value]) => [key, typed(value)])),
    has: given.map(([key]) => key),
    lists: given.flatMap(([key, value]) => (Array.isArray(value) ? [key] : [])),
  };
}

function typed(value: FieldValue): TypedValues {
  const values = (Array.isArray(value) ? value : [value]) as readonly FilterValue[];
  const texts = values.filter((one) => typeof one === 'string').map(wellFormed);
  const dates = texts.filter((text) => isoInstant(text) !== undefined);
  const kinds = {
    s: texts.filter((text) => isoInstant(text) === undefined),
    d: dates,
    i: dates.map((text) => isoInstant(text)!),
    n: values.filter((one) => typeof one === 'number'),
    b: values.filter((one) => typeof one === 'boolean'),
  };
  return Object.fromEntries(Object.entries(kinds).filter(([, some]) => some.length > 0));
}

/** The values of a field again, without their order. The client gives large numbers as BigInt where it can. */
export function valuesOf({ s = [], d = [], n = [], b = [] }: TypedValues): FilterValue[] {
  return [...s, ...d, ...n.map(Number), ...b];
}
