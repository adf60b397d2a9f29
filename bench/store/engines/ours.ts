import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import type { CollectionSpec, ScoredChunk, Store } from '../../../src/store/store.ts';
import { candidates, filteredParts, type Found, fuseByRank, type Query, type Side, topK } from './side.ts';

const filter = parseFilter({ part: { $lt: filteredParts } });
const idsOf = (hits: readonly ScoredChunk[]) => hits.map(({ chunkId }) => chunkId);

/** A store of Pincite, through its interface. */
export async function openOurs(
  store: Store,
  spec: CollectionSpec,
  settle: () => Promise<void> = async () => {},
): Promise<Side> {
  await store.ensureCollection(spec);
  const collection = spec.name;
  const read = (chunkIds: readonly string[]): Promise<Found[]> => store.chunks(collection, chunkIds);
  const near = async ({ vector }: Query, limit: number) =>
    idsOf(await store.searchVector(vector, { collection, limit }));
  const worded = async ({ text }: Query, limit: number) =>
    idsOf((await store.searchKeyword(text, { collection, limit })).hits);
  return {
    ingest: async (records) => {
      await store.write(collection, { put: records });
    },
    settle,
    searches: {
      vector: async (query) => read(await near(query, topK)),
      keyword: async (query) => read(await worded(query, topK)),
      hybrid: async (query) =>
        read(fuseByRank(await Promise.all([near(query, candidates), worded(query, candidates)]))),
      filtered: async ({ vector }) =>
        read(idsOf(await store.searchVector(vector, { collection, limit: topK, filter }))),
    },
    close: () => store.close(),
  };
}
