/**
 * The making of an index takes long, or is killed in the middle. Not in PGlite, which has one session:
 * nothing can wait in the middle there.
 */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { noRealPostgres } from '../support/postgres-binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const schema = 'place';

let server: PostgresServer;

const open = () => {
  const url = new URL(server.url);
  url.searchParams.set('schema', schema);
  url.searchParams.set('hnsw_from', '1');
  return openPostgresStore(url.href);
};

const searchIn = (store: Store, collection: string) =>
  store.searchVector(unitVector('q'), { collection, limit: 5 });

const search = (store: Store) => searchIn(store, spec.name);

/** Those that a program waits for at its end. */
const openSockets = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

describe.skipIf(noRealPostgres)(`the making of an index${noRealPostgres ?? ''}`, () => {
  /** Has changed the table and not ended yet, for which the making waits. */
  let other: Client;
  let watcher: Client;
  beforeAll(async () => {
    server = await startPostgres();
    other = new Client(server.url);
    watcher = new Client(server.url);
    await Promise.all([other.connect(), watcher.connect()]);
  });
  afterAll(async () => {
    await Promise.all([other.end(), watcher.end()]);
    await server.kill();
  });

  const states = async () => {
    const { rows } = await watcher.query<{ indisvalid: boolean }>(
      `SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = to_regnamespace('${schema}') AND c.relname LIKE 'chunks_vector%'`,
    );
    return rows.map(({ indisvalid }) => indisvalid);
  };

  const searched = async () => {
    const { rows } = await watcher.query<{ name: string }>(
      `SELECT k.name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN several.collections k ON c.relname = 'chunks_vector_' || k.id || '_' || k.dimensions
       WHERE c.relnamespace = 'several'::regnamespace AND i.indisvalid ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  };

  const kill = () =>
    watcher.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%CREATE INDEX%"${schema}"%' AND pid <> pg_backend_pid()`,
    );

  /** Has the first search begin it, and `other` keep it from its end. */
  const begin = async (store: Store) => {
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    await other.query(`BEGIN; LOCK TABLE "${schema}".chunks IN ROW EXCLUSIVE MODE`);
    const found = await search(store);
    expect(found).toHaveLength(2);
    await expect.poll(states).toEqual([false]);
    return found;
  };

  it('is finished by the server where the program closes the store, and does not keep it from ending', async () => {
    const before = openSockets();
    const store = await open();
    await begin(store);
    expect(openSockets()).toBeGreaterThan(before);
    await store.close();
    expect(openSockets()).toBe(before);
    await other.query('COMMIT');
    await expect.poll(states).toEqual([true]);
    const next = await open();
    await next.removeCollection(spec.name);
    await next.close();
  });

  it('is done in the memory that the server gives where more is refused', async () => {
    const made: string[] = [];
    const beforeStatement = (sql: string) => {
      if (!/CREATE INDEX CONC|RESET/.test(sql)) return;
      made.push(sql);
      // As a server in a container says it, whose /dev/shm has 64 MB.
      if (made.length === 1)
        throw Object.assign(new Error('could not resize shared memory segment'), { code: '53100' });
    };
    const store = await openPostgresStore(`${server.url}?schema=${schema}&hnsw_from=1`, { beforeStatement });
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    await search(store);
    await expect.poll(states).toEqual([true]);
    expect(made.map((sql) => sql.slice(0, 12))).toEqual(['CREATE INDEX', 'RESET mainte', 'CREATE INDEX']);
    await store.removeCollection(spec.name);
    await store.close();
  });

  it('leaves an invalid one when it is killed, which no search minds; the next program makes it again', async () => {
    const store = await open();
    const before = await begin(store);
    await kill();
    await other.query('COMMIT');
    expect(await search(store)).toEqual(before);
    expect(await states()).toEqual([false]);
    const next = await open();
    expect(await search(next)).toEqual(before);
    await expect.poll(states).toEqual([true]);
    expect(await search(next)).toEqual(before);
    await Promise.all([store.close(), next.close()]);
  });

  it('is done by several programs for several collections while others are removed', async () => {
    const url = `${server.url}?schema=several&hnsw_from=1`;
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(url)));
    const kept = stores.map((_, index) => `kept${index}`);
    const removed = stores.map((_, index) => `removed${index}`);
    const text = Array.from({ length: 300 }, (_, index) => `Chunk ${index}.`);
    for (const name of [...kept, ...removed]) {
      await stores[0]!.ensureCollection({ ...spec, name });
      await stores[0]!.write(name, { put: [makeRecord('a', { text })] });
    }
    for (const name of removed) await searchIn(stores[0]!, name);
    await Promise.all(
      stores.map(async (store, index) => {
        await searchIn(store, kept[index]!);
        await store.removeCollection(removed[index]!);
      }),
    );
    await expect.poll(searched).toEqual(kept);
    await Promise.all(stores.map((store) => store.close()));
  });
});
