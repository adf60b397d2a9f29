import { fieldsIn } from '../retrieve/fields-in.ts';
import { documentFieldNames, chunkFieldNames, resolveField } from '../store/fields.ts';
import type { FilterNode } from '../store/filter.ts';
import type { Store } from '../store/store.ts';
import { nearestName } from '../util/nearest-name.ts';

/** Documents whose keys are looked at for a name that was meant. */
const mostDocuments = 100;

interface FilteredSearch {
  readonly collections: readonly string[];
  readonly filter?: FilterNode | undefined;
}

/**
 * Of a search that found nothing: which fields of its filter nothing in the collections has, such as a misspelt one, and
 * what may have been meant. Nothing is said of empty collections.
 */
export async function describeUnknownFields(
  store: Pick<Store, 'collectionSpec' | 'documents' | 'searchVector'>,
  { collections, filter }: FilteredSearch,
): Promise<string[]> {
  const asked = [...new Set(filter ? fieldsIn(filter) : [])].filter(
    (field) => resolveField(field).level === 'metadata',
  );
  const known = await knownNames(store, collections);
  const warnings: string[] = [];
  for (const field of known.length > 0 ? asked : []) {
    if (await anyHas(store, field, collections)) continue;
    const nearest = nearestName(field, known);
    const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    warnings.push(`No document has the field "${field}" of the filter${meant}`);
  }
  return warnings;
}

/** The names of fields of the first documents and of those that all have; none where there are no documents. */
async function knownNames(
  store: Pick<Store, 'documents'>,
  collections: readonly string[],
): Promise<readonly string[]> {
  const page = { limit: mostDocuments };
  const documents = await Promise.all(collections.map((name) => store.documents(name, undefined, page)));
  const keys = documents.flat().flatMap(({ metadata }) => Object.keys(metadata));
  return documents.flat().length === 0 ? [] : [...new Set(keys), ...documentFieldNames, ...chunkFieldNames];
}

/** Whether any chunk has the field, of its own or of its document: any vector finds one among them. */
async function anyHas(
  store: Pick<Store, 'collectionSpec' | 'searchVector'>,
  field: string,
  collections: readonly string[],
): Promise<boolean> {
  for (const collection of collections) {
    const dimensions = (await store.collectionSpec(collection))?.dimensions ?? 1;
    const vector = Float32Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
    const filter: FilterNode = { kind: 'exists', field };
    if ((await store.searchVector(vector, { collection, filter, limit: 1 })).length > 0) return true;
  }
  return false;
}
