import { describe, expect, it } from 'vitest';
import type { FilterNode } from '../store/filter.ts';
import type { Store } from '../store/store.ts';
import type { Collection, Document } from '../types.ts';
import { CollectionNames } from './collection-names.ts';
import { makeDocument } from './samples.testing.ts';

/** A store of documents alone, which says how many of them were read. */
function storeOf(documents: Document[]) {
  const read: number[] = [];
  const store: Pick<Store, 'documents'> = {
    async documents(_collection, filter, { limit = Infinity, offset = 0 } = {}) {
      const page = documents.filter((one) => isAllowed(one, filter)).slice(offset, offset + limit);
      read.push(page.length);
      return page;
    },
  };
  return { store: store as Store, read };
}

const isAllowed = ({ updatedAt }: Document, filter: FilterNode | undefined) =>
  filter?.kind !== 'compare' || updatedAt >= filter.value;

const named = (documentId: string, title: string, day = 1): Document => ({
  ...makeDocument(documentId),
  title,
  chunkCount: 4,
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
  const { store, read } = storeOf(documents);
  const names = new CollectionNames();
  const has = async (term: string, now: number) => {
    const { names: known } = await names.of(store, collectionOf(documents), now);
    return known.termsIn(new Map([[term, term]])).length > 0;
  };
  return { has, read };
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

  it('learns of a new name within a minute', async () => {
    const documents = [named('a', 'bosch')];
    const { has } = collectionNames(documents);
    expect(await has('bosch', 0)).toBe(true);
    documents[0] = named('a', 'motorola', 2);
    expect(await has('bosch', 59_000)).toBe(true);
    expect([await has('motorola', 60_000), await has('bosch', 60_000)]).toEqual([true, false]);
  });

  it('reads once for searches at the same time, and again after a failure', async () => {
    const documents = [named('a', 'bosch')];
    const { store, read } = storeOf(documents);
    const names = new CollectionNames();
    const broken = { documents: () => Promise.reject(new Error('gone')) } as unknown as Store;
    await expect(names.of(broken, collectionOf(documents), 0)).rejects.toThrow('gone');
    await Promise.all([1, 2, 3].map((now) => names.of(store, collectionOf(documents), now)));
    expect(read).toEqual([1]);
  });

  it('does not wait for long', async () => {
    const never = { documents: () => new Promise(() => {}) } as unknown as Store;
    const reading = new CollectionNames().of(never, collectionOf([named('a', 'bosch')]), 0);
    await expect(reading).rejects.toThrow('still being read');
  });
});
