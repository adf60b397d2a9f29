import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const { url, schema } = newSchema();
  return {
    open: () => openPostgresStore(url),
    remove: () => execute(`DROP SCHEMA "${schema}" CASCADE`),
  };
}

function newSchema(): { url: string; schema: string } {
  const url = new URL(process.env.PINCITE_TEST_POSTGRES_URL ?? server!.url);
  const schema = `pincite_test_${process.pid}_${(places += 1)}`;
  url.searchParams.set('schema', schema);
  return { url: url.href, schema };
}

async function execute(sql: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: newSchema().url });
  await client.connect();
  await client.query(sql);
  await client.end();
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

describe('a PostgreSQL database', () => {
  it('may have the extension and the schema already, and be opened without the right to make them', async () => {
    const { url, schema } = newSchema();
    await execute(`CREATE EXTENSION IF NOT EXISTS vector; CREATE SCHEMA "${schema}"`);
    const statements: string[] = [];
    const store = await openPostgresStore(url, { beforeStatement: (sql) => statements.push(sql) });
    await store.close();
    expect(statements.filter((sql) => /CREATE (EXTENSION|SCHEMA)/.test(sql))).toEqual([]);
    expect(statements.filter((sql) => sql.includes('CREATE TABLE'))).not.toEqual([]);
    await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('takes several programs that make its schemas at once', async () => {
    const schemas = [newSchema(), newSchema()];
    const urls = schemas.flatMap(({ url }) => [url, url]);
    const stores = await Promise.all(urls.map((url) => openPostgresStore(url)));
    for (const store of stores) expect(await store.collections()).toEqual([]);
    await Promise.all(stores.map((store) => store.close()));
    for (const { schema } of schemas) await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });
});
