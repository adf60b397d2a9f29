/**
 * Aborted calls leave nothing running at a PostgreSQL server. Not in PGlite, which has one session: nothing waits
 * for a lock there.
 */
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { noRealPostgres } from '../support/postgres-binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const schema = 'place';

let server: PostgresServer;

describe.skipIf(noRealPostgres)(`an aborted call${noRealPostgres ?? ''}`, () => {
  /** Has what the store waits for. */
  let other: Client;
  /** In no transaction, where it would see the same again. */
  let watcher: Client;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
    const url = new URL(server.url);
    url.searchParams.set('schema', schema);
    url.searchParams.set('hnsw_from', 'never');
    store = await openPostgresStore(url.href);
    await store.ensureCollection(spec);
    other = new Client(server.url);
    watcher = new Client(server.url);
    await Promise.all([other.connect(), watcher.connect()]);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await store.close();
    await Promise.all([other.end(), watcher.end()]);
    await server.kill();
  });

  const waiting = async (statement: string) => {
    const { rows } = await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'pincite' AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${statement}%`],
    );
    return rows.length;
  };

  const search = (signal?: AbortSignal) =>
    store.searchVector(unitVector('q'), { collection: spec.name, limit: 5, ...(signal && { signal }) });

  it('ends its search there', async () => {
    await other.query(`BEGIN; LOCK TABLE "${schema}".documents IN ACCESS EXCLUSIVE MODE`);
    const controller = new AbortController();
    const searching = search(controller.signal).catch((error: Error) => error.message);
    await expect.poll(() => waiting('<#>')).toBe(1);
    controller.abort(new Error('enough'));
    expect(await searching).toBe('enough');
    await expect.poll(() => waiting('<#>')).toBe(0);
    await other.query('ROLLBACK');
    expect(await search()).toEqual([]);
  });

  it('waits no longer for another writer, however long it has waited', async () => {
    const lock = [`pincite ${schema} collection ${spec.name}`];
    await other.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', lock);
    const controller = new AbortController();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 400_000));
    const write = (signal?: AbortSignal) =>
      store.write(spec.name, { put: [makeRecord('a')] }, signal && { signal });
    const writing = write(controller.signal).catch((error: Error) => error.message);
    await expect.poll(() => waiting('pg_advisory_xact_lock')).toBe(1);
    controller.abort(new Error('enough'));
    expect(await writing).toBe('enough');
    await expect.poll(() => waiting('pg_advisory_xact_lock')).toBe(0);
    await other.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
    expect(await store.documents(spec.name)).toEqual([]);
    await write();
    expect(await store.documents(spec.name)).toHaveLength(1);
  });
});
