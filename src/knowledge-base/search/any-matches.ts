import type { SearchScope, StoreReader, StoreSearcher } from '../../store/store.ts';

/** Whether a chunk of any of the collections matches: any vector finds one among those that do. */
export async function anyMatches(
  store: StoreReader & StoreSearcher,
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
