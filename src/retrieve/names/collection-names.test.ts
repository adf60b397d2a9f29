import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FilterNode } from '../../store/filter/filter.ts';
import { fieldsOf } from '../../store/filter/fields.ts';
import { matchesFilter } from '../../store/filter/match-filter.ts';
import type { Store } from '../../store/store.ts';
import type { Collection, Document } from '../../types.ts';
import { CollectionNames, NamesOfOne } from './collection-names.ts';
import { makeDocument } from '../samples.testing.ts';

/** A store of documents alone, which says how many of them were read. */
function storeOf(documents: Document[]) {
  const read: number[] = [];
  const slowness = { ms: 0 };
  const store: Pick<Store, 'documents' | 'stats'> = {
    async documents(_collection, filter, { limit = Infinity, offset = 0 } = {}) {
      const page = documents.filter((one) => isAllowed(one, filter)).slice(offset, offset + limit);
      read.push(page.length);
      await sleep(slowness.ms);
      return page;
    },
    async stats(_collection, { filter } = {}) {
      const count = documents.filter((one) => isAllowed(one, filter)).length;
      return [{ documents: count, chunks: 0, tokens: 0, bytes: 0 }];
    },
  };
  return { store: store as Store, read, slowness };
}

const isAllowed = (document: Document, filter: FilterNode | undefined) =>
  filter === undefined || matchesFilter(filter, fieldsOf(document));

const named = (documentId: string, title: string, day = 1, chunkCount = 4): Document => ({
  ...makeDocument(documentId),
  title,
  chunkCount,
  updatedAt: `2024-01-0${day}T00:00:00.000Z`,
});

const collectionOf = (documents: readonly Document[]): Collection => ({
  name: 'default',
  embeddingModel: 'test',
  dimensions: 2,
  maxTokens: 100,
  documentCount: documents.length,
  chunkCount: 4 * documents.length,
  createdAt: '2024-01-01T00:00:00.000Z',
});

function collectionNames(documents: Document[]) {
  const { store, read, slowness } = storeOf(documents);
  const names = new CollectionNames((filter) => filter);
  const has = async (term: string, now: number) => {
    const { names: known } = await names.of(store, collectionOf(documents), now);
    return known.termsIn(new Map([[term, term]])).length > 0;
  };
  return { has, read, slowness };
}

describe('CollectionNames', () => {
  it('reads documents once, and then those that have come', async () => {
    const documents = [named('a', 'bosch'), named('b', 'eskom')];
    const { has, read } = collectionNames(documents);
    expect([await has('bosch', 0), await has('motorola', 1)]).toEqual([true, false]);
    expect(read).toEqual([2]);
    documents.push(named('c', 'motorola', 2));
    expect(await has('motorola', 2)).toBe(true);
    expect(await has('motorola', 3)).toBe(true);
    expect(read).toEqual([2, 3]); // with those of the very time of the last
  });

  it('forgets documents that have gone', async () => {
    const documents = [named('a', 'bosch'), named('b', 'eskom', 2)];
    const { has } = collectionNames(documents);
    expect(await has('eskom', 0)).toBe(true);
    documents.pop();
    expect(await has('eskom', 1)).toBe(false);
  });

  it('gives what it knows where changes take long to read, and reads them a tenth of the time', async () => {
    const documents = [named('a', 'bosch')];
    const { has, read, slowness } = collectionNames(documents);
    expect(await has('bosch', 0)).toBe(true);
    slowness.ms = 300;
    documents.push(named('b', 'eskom', 2));
    expect(await has('eskom', 1)).toBe(false);
    await expect.poll(() => has('eskom', 2)).toBe(true);
    documents.push(named('c', 'motorola', 3));
    expect(await has('motorola', 3)).toBe(false);
    expect(read).toEqual([1, 2]);
    await expect.poll(() => has('motorola', 4)).toBe(true);
  });

  it('learns of a new name within ten seconds', async () => {
    const documents = [named('a', 'bosch')];
    const { has } = collectionNames(documents);
    expect(await has('bosch', 0)).toBe(true);
    documents[0] = named('a', 'motorola', 2);
    expect(await has('bosch', 9000)).toBe(true);
    expect([await has('motorola', 10_000), await has('bosch', 10_000)]).toEqual([true, false]);
  });

  it('reads documents of several chunks alone, and forgets those that come to have one', async () => {
    const documents = [named('a', 'bosch'), named('b', 'eskom', 1, 1)];
    const { has, read } = collectionNames(documents);
    expect([await has('bosch', 0), await has('eskom', 0)]).toEqual([true, false]);
    documents[0] = named('a', 'bosch', 2, 1);
    documents[1] = named('b', 'eskom', 2);
    expect([await has('bosch', 10_000), await has('eskom', 10_000)]).toEqual([false, true]);
    expect(read).toEqual([1, 2]);
  });

  it('keeps what it has where a few documents have gone', async () => {
    const documents = Array.from({ length: 20 }, (_, index) => named(`d${index}`, `party ${index}`));
    documents.push(named('a', 'bosch', 2));
    const { has, read } = collectionNames(documents);
    expect(await has('bosch', 0)).toBe(true);
    documents.shift();
    expect(await has('bosch', 1)).toBe(true);
    expect(read).toEqual([21, 1]);
  });

  it('goes on with what it has where reading again takes long', async () => {
    const documents = [named('a', 'bosch')];
    const { store } = storeOf(documents);
    const names = new CollectionNames((filter) => filter);
    await names.of(store, collectionOf(documents), 0);
    const never = { documents: () => new Promise(() => {}) } as unknown as Store;
    const more = collectionOf([...documents, named('b', 'eskom')]);
    expect((await names.of(never, more, 1)).names.size).toBe(1);
  });

  it('tells documents that are there and allowed from others', async () => {
    const documents = [named('a', 'bosch'), named('b', 'eskom')];
    const filters: (FilterNode | undefined)[] = [];
    const store = {
      async documents(_name: string, filter?: FilterNode) {
        filters.push(filter);
        return documents.slice(1);
      },
    } as unknown as Store;
    const scored = ['a', 'b'].map((documentId) => ({ documentId, score: 1 }));
    const asked: FilterNode = { kind: 'exists', field: 'year' };
    const names = new CollectionNames((filter) => filter);
    expect(await names.allowed(store, 'default', { scored, filter: asked })).toEqual(scored.slice(1));
    const isScored = { kind: 'in', field: 'documentId', values: ['a', 'b'] };
    expect(filters).toEqual([{ kind: 'and', nodes: [asked, isScored] }]);
  });

  it('reads once for searches at the same time, and again after a failure', async () => {
    const documents = [named('a', 'bosch')];
    const { store, read } = storeOf(documents);
    const names = new CollectionNames((filter) => filter);
    const broken = { documents: () => Promise.reject(new Error('gone')) } as unknown as Store;
    await expect(names.of(broken, collectionOf(documents), 0)).rejects.toThrow('gone');
    await Promise.all([1, 2, 3].map((now) => names.of(store, collectionOf(documents), now)));
    expect(read).toEqual([1]);
  });

  it('does not wait for long', async () => {
    const never = { documents: () => new Promise(() => {}) } as unknown as Store;
    const reading = new CollectionNames((filter) => filter).of(never, collectionOf([named('a', 'bosch')]), 0);
    await expect(reading).rejects.toThrow('still being read');
  });
});

/** Of a term that so many of 100 chunks have. */
const idfOf = (having: number) => Math.log(1 + (100 - having + 0.5) / (having + 0.5));

describe('NamesOfOne', () => {
  const bosch = { term: 'bosch', word: 'Bosch', chunkCount: 4 };
  const purity = (idf: number | undefined) => {
    const terms = idf === undefined ? [] : [{ term: 'bosch', weight: 1, idf }];
    const store = { searchKeyword: async () => ({ hits: [], terms }) } as unknown as Store;
    return new NamesOfOne().purityOf(store, { ...collectionOf([]), chunkCount: 100 }, bosch);
  };

  it('asks how many chunks of other documents have a word', async () => {
    expect(await purity(idfOf(16))).toBeCloseTo(0.25);
    expect(await purity(idfOf(4))).toBeCloseTo(1);
    expect(await purity(0)).toBe(1); // in no chunk: a name of the file alone
  });

  it('takes nothing for named by a word that the language of the collection leaves out', async () => {
    expect(await purity(undefined)).toBe(0);
  });
});
