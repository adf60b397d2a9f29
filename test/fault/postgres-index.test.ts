/**
 * The making of an index is killed in the middle. Only against a server of `PINCITE_TEST_POSTGRES_URL`: in PGlite, which has
 * one session, nothing can wait in the middle.
 */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';

const server = process.env.PINCITE_TEST_POSTGRES_URL;
const patience = { timeout: 10_000 };
const schema = `pincite_index_${process.pid}`;

describe.runIf(server !== undefined)('an index whose making is killed', () => {
  /** Has changed the table and not ended yet, for which the making waits. */
  let other: Client;
  let watcher: Client;
  beforeAll(async () => {
    other = new Client(server);
    watcher = new Client(server);
    await Promise.all([other.connect(), watcher.connect()]);
  });
  afterAll(async () => {
    await other.query(`DROP SCHEMA "${schema}" CASCADE`);
    await Promise.all([other.end(), watcher.end()]);
  });

  const states = async () => {
    const { rows } = await watcher.query<{ indisvalid: boolean }>(
      `SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = to_regnamespace('${schema}') AND c.relname LIKE 'chunks_vector%'`,
    );
    return rows.map(({ indisvalid }) => indisvalid);
  };

  const kill = () =>
    watcher.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%CREATE INDEX%"${schema}"%' AND pid <> pg_backend_pid()`,
    );

  it('is left invalid, which no search minds, and is made again by the next program', async () => {
    const url = new URL(server!);
    url.searchParams.set('schema', schema);
    url.searchParams.set('hnsw_from', '1');
    const open = () => openPostgresStore(url.href);
    const store = await open();
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    const search = (by: typeof store) =>
      by.searchVector(unitVector('q'), { collection: spec.name, limit: 5 });
    await other.query(`BEGIN; LOCK TABLE "${schema}".chunks IN ROW EXCLUSIVE MODE`);
    const before = await search(store);
    expect(before).toHaveLength(2);
    await expect.poll(states, patience).toEqual([false]);
    await kill();
    await other.query('COMMIT');
    expect(await search(store)).toEqual(before);
    expect(await states()).toEqual([false]);
    const next = await open();
    expect(await search(next)).toEqual(before);
    await expect.poll(states, patience).toEqual([true]);
    expect(await search(next)).toEqual(before);
    await Promise.all([store.close(), next.close()]);
  });
});
