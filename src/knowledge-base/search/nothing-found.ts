import { fieldsIn } from '../../retrieve/understand/fields-in.ts';
import {
  chunkFieldNames,
  documentFieldNames,
  fieldsOf,
  nameOfMetadata,
  resolveField,
} from '../../store/filter/fields.ts';
import type { FilterNode, FilterValue, ChunkConstraint } from '../../store/filter/filter.ts';
import type { StoreReader, StoreSearcher, SearchScope } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import { onDocuments } from './describe-fields.ts';

/** Documents whose keys are looked at for a name that was meant. */
const mostDocuments = 100;

interface FilteredSearch {
  readonly collections: readonly string[];
  readonly filter?: FilterNode | undefined;
  /** Laid under every filter by the configuration: of documents that it leaves out only its own fields are told. */
  readonly usual?: FilterNode | undefined;
}

interface NarrowedSearch extends FilteredSearch, Pick<SearchScope, 'versions'> {
  readonly constraint?: ChunkConstraint | undefined;
}

type Looked = Pick<FilteredSearch, 'collections' | 'filter'>;

type Reader = StoreReader & StoreSearcher;

/**
 * Of a search that found nothing: what is wrong with its filter, or else that nothing matches its conditions. Regular
 * expressions are not tried again, as they may take long. Nothing is said where there is nothing to
 * search, as in an empty collection.
 */
export async function describeNothingFound(
  store: Reader,
  { usual, ...search }: NarrowedSearch,
): Promise<string[]> {
  const { filter, collections, versions } = search;
  const unknown = await describeUnknownFields(store, { filter, collections, usual });
  if (unknown.length > 0) return unknown;
  const { regex: _, ...constraint } = search.constraint ?? {};
  const isEmpty = !(await anyMatches(store, collections, { filter: usual, versions }));
  return isEmpty || (await anyMatches(store, collections, { filter, constraint, versions }))
    ? []
    : ['Nothing that was added matches the filter, so nothing was searched.'];
}

/**
 * Of a search that found nothing: which fields of its filter nothing in the collections has, such as a misspelt one, and
 * what may have been meant; and which hold values of another type than the filter asks for. Nothing is said of empty
 * collections.
 */
export async function describeUnknownFields(store: Reader, search: FilteredSearch): Promise<string[]> {
  const { collections, filter, usual } = search;
  if (filter === undefined) return [];
  const documents = await firstDocuments(store, { collections, filter: usual });
  const asked = [...new Set(fieldsIn(filter))];
  return [
    ...(await describeMissing(store, asked.filter(isOwn), { search, documents })),
    ...describeHidden(
      asked.filter((name) => !isOwn(name)),
      documents,
    ),
    ...(await describeOtherTypes(store, filter, documents)),
  ];
}

/** Fields by other names that lean responses have for them, or for a part of them. */
const shownAs: Readonly<Record<string, string>> = {
  authors: 'creators',
  pages: 'pageNumbers',
  addedAt: 'ingestedAt',
  fileName: 'sourcePath',
  folder: 'sourcePath',
};
/** How a part of a path is asked for. */
const ofPath: Readonly<Record<string, string>> = {
  fileName: ', such as { "sourcePath": { "$like": "%/NAME" } }',
  folder: ', such as { "sourcePath": { "$like": "%/NAME/%" } }',
};

const isOwn = (name: string) => resolveField(name).level === 'metadata';

async function describeMissing(
  store: Reader,
  asked: readonly string[],
  { search, documents }: { readonly search: FilteredSearch; readonly documents: readonly Document[] },
): Promise<string[]> {
  const { collections, usual } = search;
  const ofUsual = new Set(usual ? fieldsIn(usual) : []);
  const warnings: string[] = [];
  for (const field of asked) {
    const looked = { collections, filter: ofUsual.has(field) ? undefined : usual };
    const known = knownNames(ofUsual.has(field) ? await firstDocuments(store, looked) : documents);
    if (known.length === 0 || (await anyHas(store, field, looked))) continue;
    const nearest = nearestName(field, known) ?? shownAs[field];
    const meant = nearest === undefined ? '' : `; did you mean "${nearest}"${ofPath[field] ?? ''}?`;
    warnings.push(`No document has the field "${field}" of the filter${meant}`);
  }
  return warnings;
}

/** Built-in fields of the filter that the first documents have a key of the user's own of, which has another name there. */
function describeHidden(builtIn: readonly string[], documents: readonly Document[]): string[] {
  return builtIn
    .filter((name) => documents.some(({ metadata }) => Object.hasOwn(metadata, name)))
    .map((name) => `"${name}" is a built-in field; your own key of that name is "${nameOfMetadata(name)}"`);
}

/** The names of fields of the first documents and of those that all have; none where there are no documents. */
function knownNames(documents: readonly Document[]): readonly string[] {
  const keys = documents.flatMap(({ metadata }) => Object.keys(metadata).map(nameOfMetadata));
  return documents.length === 0 ? [] : [...new Set(keys), ...documentFieldNames, ...chunkFieldNames];
}

async function firstDocuments(store: Reader, { collections, filter }: Looked): Promise<Document[]> {
  const page = { limit: mostDocuments };
  const pages = collections.map((name) => store.documents(name, onDocuments(filter), page));
  return (await Promise.all(pages)).flat();
}

/** Of the fields of the first documents, and of the chunks of the first: values of different types never match. */
async function describeOtherTypes(
  store: Reader,
  filter: FilterNode,
  documents: readonly Document[],
): Promise<string[]> {
  const [first] = documents;
  if (first === undefined) return [];
  const chunks = await store.chunksOf(first.collection, first.documentId);
  const lookups = [
    ...documents.map((document) => fieldsOf(document)),
    ...chunks.map((chunk) => fieldsOf(first, chunk)),
  ];
  return [...typesIn(filter)].flatMap(([field, asked]) => {
    const held = new Set<string>(
      lookups.flatMap((valueOf) => valueOf(field) ?? []).map((value) => typeof value),
    );
    if (held.size === 0 || [...asked].some((type) => held.has(type))) return [];
    const values = [...held].map((type) => `${type}s`).join(' and ');
    return [`The field "${field}" holds ${values}, and the filter asks for a ${[...asked].join(' or a ')}`];
  });
}

/** The types of the values that the filter asks for, by field. */
function typesIn(node: FilterNode, types = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (node.kind === 'and' || node.kind === 'or') for (const inner of node.nodes) typesIn(inner, types);
  if (node.kind === 'compare' || node.kind === 'contains') addType(types, node.field, [node.value]);
  if (node.kind === 'in' && node.values.length > 0) addType(types, node.field, node.values);
  return types;
}

function addType(types: Map<string, Set<string>>, field: string, values: readonly FilterValue[]): void {
  const known = types.get(field) ?? new Set();
  for (const value of values) known.add(typeof value);
  types.set(field, known);
}

/** Whether any chunk has the field, of its own or of its document. */
function anyHas(store: Reader, field: string, { collections, filter: looked }: Looked): Promise<boolean> {
  const exists: FilterNode = { kind: 'exists', field };
  const filter: FilterNode = looked === undefined ? exists : { kind: 'and', nodes: [looked, exists] };
  return anyMatches(store, collections, { filter });
}

/** Whether a chunk of any of the collections matches: any vector finds one among those that do. */
async function anyMatches(
  store: Reader,
  collections: readonly string[],
  scope: Pick<SearchScope, 'filter' | 'constraint' | 'versions'>,
): Promise<boolean> {
  for (const collection of collections) {
    const dimensions = (await store.collectionSpec(collection))?.dimensions ?? 1;
    const vector = Float32Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
    if ((await store.searchVector(vector, { ...scope, collection, limit: 1 })).length > 0) return true;
  }
  return false;
}
