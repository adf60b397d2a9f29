import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import type { StorePlace } from './bench.ts';
import { describeStoreProperties } from './properties.ts';
import { describeStore } from './suite.ts';

let server: PostgresServer | undefined;
beforeAll(async () => {
  if (process.env.PINCITE_TEST_POSTGRES_URL === undefined) server = await startPostgres();
}, 60_000);
afterAll(async () => {
  await shared?.remove();
  await server?.kill();
});

let places = 0;
let shared: StorePlace | undefined;
/** A schema of its own in PGlite, or in the server of `PINCITE_TEST_POSTGRES_URL`. */
async function inSchema(): Promise<StorePlace> {
  const url = new URL(process.env.PINCITE_TEST_POSTGRES_URL ?? server!.url);
  const schema = `pincite_test_${process.pid}_${(places += 1)}`;
  url.searchParams.set('schema', schema);
  return {
    open: () => openPostgresStore(url.href),
    remove: async () => {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(`DROP SCHEMA "${schema}" CASCADE`);
      await client.end();
    },
  };
}

/** The same one again, emptied: making one takes a while, and properties want hundreds. */
async function inOneSchema(): Promise<StorePlace> {
  shared ??= await inSchema();
  const { open } = shared;
  const remove = async () => {
    const store = await open();
    for (const { name } of await store.collections()) await store.removeCollection(name);
    await store.close();
  };
  return { open, remove };
}

describeStore('PostgreSQL', inSchema, { durable: true });
describeStoreProperties('PostgreSQL', inOneSchema);
