/** The PostgreSQL server is killed in the middle of changes, and comes back: nothing is half-stored, and the same again succeeds. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyCollections } from '../../src/knowledge-base/transfer/copy.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

let folder: string;
let server: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-postgres-'));
  server = await startPostgres({ folder });
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true });
});

const restart = async () => {
  await server.kill();
  server = await startPostgres({ folder, port: server.port });
};

/** All that can be found or listed, by document. */
async function stateOf(store: Store) {
  const scope = { collection: spec.name, limit: 100 };
  const [total] = await store.stats(spec.name);
  return {
    documents: (await store.documents(spec.name)).map(
      ({ documentId, version }) => `${documentId} ${version}`,
    ),
    nearest: (await store.searchVector(unitVector('q'), scope)).map(({ chunkId }) => chunkId).sort(),
    words: (await store.searchKeyword('sea paragraph', scope)).hits.map(({ chunkId }) => chunkId).sort(),
    chunks: total?.chunks,
  };
}

it('stores all of a change or nothing, wherever the server is killed', async () => {
  const before = makeRecord('kept');
  const change = {
    put: [makeRecord('kept', { text: ['Another sea.'] }), makeRecord('new')],
    remove: ['old'],
  };
  let counted = 0;
  let killAt = Infinity;
  let killed: Promise<void> | undefined;
  const store = await openPostgresStore(server.url, {
    beforeStatement: (sql) => {
      if (/collections k WHERE/.test(sql)) return;
      counted += 1;
      if (counted === killAt) killed = server.kill();
    },
  });
  await store.ensureCollection(spec);
  await store.write(spec.name, { put: [before, makeRecord('old')] });
  const first = await stateOf(store);
  for (const at of [3, 6, 9]) {
    counted = 0;
    killAt = at;
    const failure = await store.write(spec.name, change).catch((error: unknown) => error);
    killAt = Infinity;
    expect(failure).toMatchObject({ name: 'StoreError', hint: expect.stringContaining('server') });
    await killed;
    await expect(store.health()).rejects.toMatchObject({ name: 'StoreError' });
    await restart();
    expect(await stateOf(store)).toEqual(first);
  }
  await store.write(spec.name, change);
  expect(await stateOf(store)).toEqual({
    documents: ['kept 2', 'new 1'],
    nearest: ['kept#0000', 'new#0000', 'new#0001'],
    words: ['kept#0000', 'new#0000', 'new#0001'],
    chunks: 3,
  });
  await store.removeCollection(spec.name);
  await store.close();
});

it('goes on with a copy where the server was killed', async () => {
  const source = await openSqliteStore('sqlite::memory:');
  await source.ensureCollection(spec);
  const ids = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}`);
  await source.write(spec.name, { put: ids.map((id) => makeRecord(id)) });
  const target = await openPostgresStore(server.url);
  let seen = 0;
  const onProgress = () => {
    seen += 1;
    if (seen === 3) void server.kill();
  };
  await expect(copyCollections({ store: source }, { store: target }, { onProgress })).rejects.toMatchObject({
    name: 'StoreError',
  });
  await restart();
  const half = (await target.documents(spec.name)).length;
  expect(half).toBeLessThan(ids.length);
  await copyCollections({ store: source }, { store: target });
  expect(await stateOf(target)).toEqual(await stateOf(source));
  await Promise.all([source.close(), target.close()]);
});
