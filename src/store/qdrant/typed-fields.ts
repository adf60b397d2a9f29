import type { Chunk, Document } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { chunkFieldNames, documentFieldNames, fieldsOf } from '../filter/fields.ts';
import type { FieldValue, ResolvedField } from '../filter/fields.ts';
import type { FilterValue } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';

/** What filters see of a field, as the server can index it, with the types kept apart. */
export interface TypedField {
  /** `x`, of a list also `l`; and each value with its type before it: `s` text, `d` text that is a date, `i` its instant, `n`, `b`. */
  readonly k: readonly string[];
  /** Numbers, and the instants of dates in milliseconds, to be compared. */
  readonly n?: readonly number[];
  readonly i?: readonly number[];
}

/** How each kind of value is indexed. */
export const indexTypes = { k: 'keyword', n: 'float', i: 'integer' } as const;
export type ValueKind = keyof typeof indexTypes;

/** The fields that are the same in a whole collection: points do not keep them. */
export const constantsOf = (state?: { readonly name: string; readonly embeddingModel: string }) =>
  new Map<string, string | undefined>([
    ['collection', state?.name],
    ['embeddingModel', state?.embeddingModel],
  ]);
const constants = constantsOf();
const keptFields = [...documentFieldNames, ...chunkFieldNames].filter((name) => !constants.has(name));

/** A field as a key that Qdrant's paths can name. */
export function keyOf({ level, name }: ResolvedField): string {
  if (level !== 'metadata') return name;
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? `m_${name}` : `m-${sha256(name).slice(0, 32)}`;
}

/** Of a document, or of a chunk with what its document says. Its content is kept beside. */
export function typedFields(
  document: Document,
  chunk?: Omit<Chunk, 'content'> & { readonly content: undefined },
): Readonly<Record<string, TypedField>> {
  const core = fieldsOf(document, chunk as Chunk | undefined);
  const own = Object.entries((chunk ?? document).metadata);
  const values: (readonly [key: string, value: FieldValue | undefined])[] = [
    ...keptFields.map((name) => [name, core(name)] as const),
    ...own.map(([name, value]) => [keyOf({ level: 'metadata', name }), value] as const),
  ];
  const given = values.flatMap(([key, value]) => (value === undefined ? [] : [[key, typed(value)] as const]));
  return Object.fromEntries(given);
}

function typed(field: FieldValue): TypedField {
  const values = (Array.isArray(field) ? field : [field]) as readonly FilterValue[];
  const n = values.filter((value) => typeof value === 'number');
  const dates = values.filter((value) => typeof value === 'string' && isoInstant(value) !== undefined);
  const i = dates.map((date) => isoInstant(String(date))!);
  return {
    k: [
      'x',
      ...(Array.isArray(field) ? ['l'] : []),
      ...values.map(typedKey),
      ...dates.map((date) => `d${date}`),
    ],
    ...(n.length > 0 && { n }),
    ...(i.length > 0 && { i }),
  };
}

/** Two values have the same where they are equal as filters have it. */
export function typedKey(value: FilterValue): string {
  const instant = typeof value === 'string' ? isoInstant(value) : undefined;
  if (instant !== undefined) return `i${instant}`;
  return `${(typeof value)[0]}${String(value)}`;
}

/** The values of a field again, each once, without their order. */
export function valuesOf({ k }: TypedField): ReadonlySet<FilterValue> {
  const values = k.flatMap((key) => {
    const text = key.slice(1);
    if (key[0] === 'n') return Number(text);
    if (key[0] === 'b') return text === 'true';
    return key[0] === 's' || key[0] === 'd' ? text : [];
  });
  return new Set(values);
}
