import { fieldsIn } from '../retrieve/fields-in.ts';
import { documentFieldNames, chunkFieldNames, resolveField } from '../store/fields.ts';
import type { FilterNode } from '../store/filter.ts';
import type { Store } from '../store/store.ts';
import { nearestName } from '../util/nearest-name.ts';
import { onDocuments } from './describe-fields.ts';

/** Documents whose keys are looked at for a name that was meant. */
const mostDocuments = 100;

interface FilteredSearch {
  readonly collections: readonly string[];
  readonly filter?: FilterNode | undefined;
  /** Laid under every filter by the configuration: of documents that it leaves out only its own fields are told. */
  readonly usual?: FilterNode | undefined;
}

type Looked = Pick<FilteredSearch, 'collections' | 'filter'>;

/**
 * Of a search that found nothing: which fields of its filter nothing in the collections has, such as a misspelt one, and
 * what may have been meant. Nothing is said of empty collections.
 */
export async function describeUnknownFields(
  store: Pick<Store, 'collectionSpec' | 'documents' | 'searchVector'>,
  { collections, filter, usual }: FilteredSearch,
): Promise<string[]> {
  const asked = [...new Set(filter ? fieldsIn(filter) : [])].filter(
    (field) => resolveField(field).level === 'metadata',
  );
  const ofUsual = new Set(usual ? fieldsIn(usual) : []);
  const warnings: string[] = [];
  for (const field of asked) {
    const looked = { collections, filter: ofUsual.has(field) ? undefined : usual };
    const known = await knownNames(store, looked);
    if (known.length === 0 || (await anyHas(store, field, looked))) continue;
    const nearest = nearestName(field, known);
    const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    warnings.push(`No document has the field "${field}" of the filter${meant}`);
  }
  return warnings;
}

/** The names of fields of the first documents and of those that all have; none where there are no documents. */
async function knownNames(
  store: Pick<Store, 'documents'>,
  { collections, filter }: Looked,
): Promise<readonly string[]> {
  const page = { limit: mostDocuments };
  const documents = await Promise.all(
    collections.map((name) => store.documents(name, onDocuments(filter), page)),
  );
  const keys = documents.flat().flatMap(({ metadata }) => Object.keys(metadata));
  return documents.flat().length === 0 ? [] : [...new Set(keys), ...documentFieldNames, ...chunkFieldNames];
}

/** Whether any chunk has the field, of its own or of its document: any vector finds one among them. */
async function anyHas(
  store: Pick<Store, 'collectionSpec' | 'searchVector'>,
  field: string,
  { collections, filter: looked }: Looked,
): Promise<boolean> {
  const exists: FilterNode = { kind: 'exists', field };
  const filter: FilterNode = looked === undefined ? exists : { kind: 'and', nodes: [looked, exists] };
  for (const collection of collections) {
    const dimensions = (await store.collectionSpec(collection))?.dimensions ?? 1;
    const vector = Float32Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
    if ((await store.searchVector(vector, { collection, filter, limit: 1 })).length > 0) return true;
  }
  return false;
}
