import type { Config } from '../../config/config.ts';
import { fieldsIn } from '../../retrieve/understand/fields-in.ts';
import type { FieldDescription } from '../../retrieve/understand/understand.ts';
import { fieldsOf, nameOfMetadata, resolveField } from '../../store/filter/fields.ts';
import type { FilterNode, FilterValue } from '../../store/filter/filter.ts';
import type { StoreReads } from '../../store/store.ts';
import type { Document } from '../../types.ts';

/** Documents whose fields are looked at. */
const mostDocuments = 200;
/** Values that are named; a field of more is described by some of them. */
const mostValues = 12;
const longestValue = 60;

/** Of a document's own fields, those that people state conditions on. */
const ownFields = [
  'title',
  'creators',
  'dateCreated',
  'format',
  'language',
  'type',
  'project',
  'tags',
] as const;

/**
 * The fields that filters of a search may use, with values that the documents have which the caller's filter allows: no
 * one learns of others: `one of` names all that there are, `such as` some, also where there are more documents than are looked at. Of the values that the user says of a field, somebody in a scope is told those that are there. What the user says of a field goes first, and fields whose type is said are there whether documents have them or not.
 */
export async function describeFields(
  store: StoreReads,
  {
    collections,
    filter,
    isScoped,
  }: {
    readonly collections: readonly string[];
    readonly filter: FilterNode | undefined;
    /** For somebody who may not learn which values the configuration says that others have. */
    readonly isScoped: boolean;
  },
  given: Config['retrieval']['fields'],
): Promise<FieldDescription[]> {
  const page = { limit: mostDocuments };
  const pages = await Promise.all(
    collections.map((name) => store.documents(name, onDocuments(filter), page)),
  );
  const documents = pages.flat();
  const long = collections.filter((_name, index) => pages[index]!.length === mostDocuments);
  const keys = documents.flatMap(({ metadata }) => Object.keys(metadata));
  const said = new Map(
    Object.entries(given).map(([name, one]) => [name, typeof one === 'string' ? { description: one } : one]),
  );
  const names = new Set([...ownFields, ...keys.map(nameOfMetadata), ...said.keys()]);
  const described = [...names].map(async (name): Promise<FieldDescription[]> => {
    const { type: saidType, description, values: saidValues }: SaidOfField = said.get(name) ?? {};
    const values = documents.flatMap((document) => valuesOf(document, name));
    const missing = isScoped ? (saidValues ?? []).filter((value) => !values.includes(value)) : [];
    const absent = await withoutHeld(store, { collections: long, filter, field: name }, missing);
    const held = saidValues?.filter((value) => !absent.includes(value));
    const allowed = held?.length === 0 ? undefined : held;
    const [first] = values;
    if (first === undefined && saidType === undefined) return [];
    const isList = documents.some((document) => Array.isArray(fieldsOf(document)(name)));
    const type = saidType ?? (isList ? 'list' : name === 'dateCreated' ? 'date' : typeOf(first));
    const shownValues = allowed
      ? `one of ${shown(allowed)}`
      : first === undefined
        ? ''
        : describeValues(values, type, { areAll: long.length === 0 });
    const words = [description, shownValues].filter(Boolean).join('; ');
    return [{ name, type, description: words, ...(allowed && { values: allowed }) }];
  });
  return (await Promise.all(described)).flat();
}

/** Those of the values that no document in the collections has. What chunks have is not looked for. */
async function withoutHeld(
  store: StoreReads,
  {
    collections,
    filter,
    field,
  }: {
    readonly collections: readonly string[];
    readonly filter: FilterNode | undefined;
    readonly field: string;
  },
  values: readonly FilterValue[],
): Promise<readonly FilterValue[]> {
  let left = values;
  if (resolveField(field).level === 'chunk') return left;
  for (const collection of collections) {
    while (left.length > 0) {
      const has: FilterNode = { kind: 'in', field, values: left };
      const asked = onDocuments(filter === undefined ? has : { kind: 'and', nodes: [filter, has] });
      const holders = await store.documents(collection, asked, { limit: mostDocuments });
      const found = new Set(holders.flatMap((document) => valuesOf(document, field)));
      const before = left.length;
      left = left.filter((value) => !found.has(value));
      if (left.length === before) break;
    }
  }
  return left;
}

type SaidOfField = Exclude<Config['retrieval']['fields'][string], string>;

/** What a filter asks of documents: conditions on chunks do not say which documents are meant. */
export function onDocuments(filter: FilterNode | undefined): FilterNode | undefined {
  const nodes = filter === undefined ? [] : conditionsOf(filter).filter((node) => !namesChunks(node));
  return nodes.length === 0 ? undefined : { kind: 'and', nodes };
}

const conditionsOf = (node: FilterNode): readonly FilterNode[] =>
  node.kind === 'and' ? node.nodes.flatMap(conditionsOf) : [node];

const namesChunks = (node: FilterNode) =>
  fieldsIn(node).some((field) => resolveField(field).level === 'chunk');

const typeOf = (value: unknown): FieldDescription['type'] =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';

function valuesOf(document: Document, name: string): (string | number | boolean)[] {
  const value = fieldsOf(document)(name);
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]) as (string | number | boolean)[];
}

function describeValues(
  values: readonly (string | number | boolean)[],
  type: FieldDescription['type'],
  { areAll }: { readonly areAll: boolean },
): string {
  if (type === 'number' || type === 'date') {
    const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return areAll ? `from ${sorted[0]} to ${sorted.at(-1)}` : `such as ${sorted[0]} and ${sorted.at(-1)}`;
  }
  const distinct = [...new Set(values)];
  const isWhole = areAll && distinct.length <= mostValues;
  return `${isWhole ? 'one of' : 'such as'} ${shown(distinct.slice(0, mostValues))}`;
}

const shown = (values: readonly (string | number | boolean)[]) =>
  values.map((value) => JSON.stringify(String(value).slice(0, longestValue))).join(', ');
