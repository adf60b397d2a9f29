import { afterEach, beforeEach } from 'vitest';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import type { ChunkConstraint } from '../../../src/store/filter/filter.ts';
import type { ChangeCounts, DocumentRecord, Store } from '../../../src/store/store.ts';
import { spec, unitVector } from './records.ts';

export interface StorePlace {
  /** Opens the store of this place; where that is durable, again and again for the same data. */
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
}

/** An open store with the collection `spec`, empty before each test. */
export interface StoreBench {
  readonly store: Store;
  readonly place: StorePlace;
  put(...records: DocumentRecord[]): Promise<ChangeCounts>;
  /** Ids of the chunks that a search within the filter finds, sorted. */
  foundBy(filter: unknown, constraint?: ChunkConstraint): Promise<string[]>;
  reopen(): Promise<void>;
}

/** Of a test, in milliseconds, whatever Vitest is told: a property asks a server thousands of things. */
export const timeout = 120_000;

/** More than any test stores. */
export const anywhere = { collection: spec.name, limit: 100 };

/** To be called inside `describe`. */
export function setUpBench(makePlace: () => Promise<StorePlace>): StoreBench {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
    await store.ensureCollection(spec);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });
  return {
    get store() {
      return store;
    },
    get place() {
      return place;
    },
    put: (...records) => store.write(spec.name, { put: records }),
    foundBy: async (filter, constraint = {}) => {
      const scope = { ...anywhere, filter: parseFilter(filter), constraint };
      const hits = await store.searchVector(unitVector('query'), scope);
      return hits.map((hit) => hit.chunkId).sort();
    },
    reopen: async () => {
      await store.close();
      store = await place.open();
    },
  };
}
