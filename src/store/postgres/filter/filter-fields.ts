import type { Chunk, Document, Metadata } from '../../../types.ts';
import { chunkFieldNames, documentFieldNames, type FieldValue } from '../../filter/fields.ts';
import type { FilterValue } from '../../filter/filter.ts';
import { isoInstant } from '../../filter/instant.ts';
import { toPg } from '../database/pg-text.ts';

/** The same in a whole collection, so that documents need not keep them. */
export const collectionFields: ReadonlySet<string> = new Set(['collection', 'embeddingModel']);

/** The user's own keys are kept apart from the core names. */
export const metadataKey = (name: string): string => `metadata.${name}`;

/**
 * What filters see of a document, as JSON for jsonb: values by their fields, absent ones left out. A string that is an
 * ISO date stands as `{ "t": text, "i": milliseconds }`.
 */
export function documentFields(document: Document): string {
  const names = documentFieldNames.filter((name) => !collectionFields.has(name));
  return toJson([...names.map((name) => [name, document[name]] as const), ...metadataOf(document.metadata)]);
}

/** @param own The chunk's own metadata, without what it shares with its document. */
export function chunkFields(chunk: Chunk, own: Metadata): string {
  const names = chunkFieldNames.filter((name) => name !== 'content'); // that is a column
  return toJson([...names.map((name) => [name, chunk[name]] as const), ...metadataOf(own)]);
}

const metadataOf = (metadata: Metadata) =>
  Object.entries(metadata).map(([name, value]) => [metadataKey(name), value] as const);

function toJson(fields: readonly (readonly [string, FieldValue | undefined])[]): string {
  const given = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [[toPg(name), encoded(value)] as const],
  );
  return JSON.stringify(Object.fromEntries(given));
}

function encoded(value: FieldValue): unknown {
  return Array.isArray(value)
    ? value.map((one: FilterValue) => encodedOne(one))
    : encodedOne(value as FilterValue);
}

function encodedOne(value: FilterValue): unknown {
  if (typeof value !== 'string') return value;
  const instant = isoInstant(value);
  return instant === undefined ? toPg(value) : { t: toPg(value), i: instant };
}
