import assert from 'node:assert/strict';
import { openConnection } from '../../src/store/sqlite/database/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { DocumentRecord, Store } from '../../src/store/store.ts';
import { faultsOf } from '../contract/store/integrity.ts';
import { spec, unitVector } from '../contract/store/records.ts';

/** Everything that a store says, without when it was written: equal for equal stores. */
export async function stateOf(store: Store): Promise<unknown> {
  const collections = [];
  for (const { name } of await store.collections()) {
    const { documents, originals } = await documentsOf(store, name);
    collections.push({ spec: await store.collectionSpec(name), documents, originals });
  }
  return JSON.parse(JSON.stringify(collections)) as unknown;
}

async function documentsOf(store: Store, collection: string) {
  const [documents, originals]: [unknown[], unknown[]] = [[], []];
  for await (const record of store.export(collection)) {
    documents.push(withoutTimes(record));
    const { documentId, supersededAt, version } = record.document;
    const reference = supersededAt === undefined ? documentId : `${documentId}#v${version}`;
    const original = await store.original(collection, reference);
    originals.push(original && Buffer.from(original).toString('base64'));
  }
  return { documents, originals };
}

function withoutTimes({ document, content, chunks }: DocumentRecord): unknown {
  const { ingestedAt: _, updatedAt: __, supersededAt, ...rest } = document;
  return {
    document: { ...rest, isEarlier: supersededAt !== undefined },
    content,
    chunks: chunks.map(({ chunk: { embeddedAt: ___, ...chunk }, context, vector }) => ({
      chunk,
      context,
      vector: [...vector],
    })),
  };
}

/** What a process left in a folder when it was killed is whole, and found as if it had been written anew. */
export async function expectWhole(folder: string): Promise<Store> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  assert.deepEqual((await store.maintenance?.check())?.problems, []);
  for (const { name } of await store.collections()) {
    const copy = await rebuilt(store, name);
    assert.deepEqual(await searchesOf(store, name), await searchesOf(copy, name));
    await copy.close();
  }
  const database = await openConnection(`sqlite:${folder}`);
  assert.deepEqual(faultsOf(database), []);
  database.close();
  return store;
}

async function rebuilt(store: Store, collection: string): Promise<Store> {
  const copy = await openSqliteStore('sqlite::memory:');
  const known = await store.collectionSpec(collection);
  await copy.ensureCollection({ ...spec, ...known, name: collection });
  for await (const record of store.export(collection)) await copy.write(collection, { put: [record] });
  return copy;
}

async function searchesOf(store: Store, collection: string): Promise<unknown> {
  const scope = { collection, limit: 1_000 };
  const vectors = await store.searchVector(unitVector('any'), scope);
  const keywords = await store.searchKeyword('harbour silver paragraph change 7', scope);
  const groups = await store.stats(collection, { groupBy: 'number' });
  return { vectors, keywords, groups };
}
