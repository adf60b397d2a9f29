import { describe } from 'vitest';
import { scopeStore } from '../../../src/store/scoped/scoped-store.ts';
import type { ScopeSettings } from '../../../src/store/scoped/store-scope.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import type { ChangeCounts, Store } from '../../../src/store/store.ts';
import { storeWith } from '../../support/store-with.ts';
import { setUpBench, timeout, type StorePlace } from './bench.ts';
import { describeJoinedReads } from './joined-reads.ts';
import { describeStoreProperties } from './properties.ts';
import { describeReading } from './reading.ts';
import { describeReplies } from './replies.ts';
import { describeRestricting } from './restricting.ts';
import { describeSearching } from './searching.ts';
import { describeStore } from './suite.ts';

const placeOf = (tenancy: ScopeSettings['tenancy']) => async (): Promise<StorePlace> => ({
  open: async () => {
    const store = await openSqliteStore('sqlite::memory:');
    return countingOriginals(store, tenancy);
  },
  remove: async () => {},
});

/** A scope does not tell how many originals went, as another may keep the same: here the contract's tests are told. */
function countingOriginals(store: Store, tenancy: ScopeSettings['tenancy']): Store {
  let latest: ChangeCounts | undefined;
  const counting = storeWith(store, {
    write: async (...change) => (latest = await store.write(...change)),
  });
  const scoped = scopeStore(counting, { tenant: 'acme', tenancy, access: 'write' });
  return storeWith(scoped, {
    write: async (...change) => {
      const counts = await scoped.write(...change);
      return { ...counts, originalsRemoved: latest!.originalsRemoved };
    },
    close: () => store.close(),
  });
}

describeStore('the collections of a tenant', placeOf('collection'), { durable: false });
describeStoreProperties('the collections of a tenant', placeOf('collection'), { runs: 12 });

/** All but what is refused where others may have documents in the collection. */
describe('the documents of a tenant in shared collections', { timeout }, () => {
  const bench = setUpBench(placeOf('filter'));
  describeReading(bench);
  describeJoinedReads(bench);
  describeSearching(bench);
  describeReplies(bench);
  describeRestricting(bench);
});
describeStoreProperties('the documents of a tenant in shared collections', placeOf('filter'), { runs: 12 });
