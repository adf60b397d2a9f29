/** PostgreSQL behind PgBouncer in transaction mode, which gives each transaction another connection of the server. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresQueue } from '../../../src/queue/postgres/postgres-queue.ts';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { noPooler, startPooler } from '../../support/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { setUpBench, timeout } from './bench.ts';
import { describeCollections } from './collections.ts';
import { describeEmbeddingCache } from './embedding-cache.ts';
import { describeJoinedReads } from './joined-reads.ts';
import { describeReading } from './reading.ts';
import { makeRecord, spec, unitVector } from './records.ts';
import { describeReembedding } from './reembedding.ts';
import { describeSearching } from './searching.ts';
import { describeSharing } from './sharing.ts';
import { describeVersions } from './versions.ts';
import { describeWriting } from './writing.ts';

describe.skipIf(noPooler)(`PostgreSQL behind PgBouncer${noPooler ?? ''}`, { timeout }, () => {
  let server: PostgresServer;
  let pooler: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    pooler = await startPooler(server);
  });
  afterAll(async () => {
    await pooler.kill();
    await server.kill();
  });

  let places = 0;
  const newUrl = (parameters = '') =>
    `${pooler.url}?schema=place_${(places += 1)}&prepare=false${parameters}`;

  async function execute(sql: string): Promise<readonly unknown[]> {
    const client = new Client(server.url);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  }

  const bench = setUpBench(async () => {
    const url = newUrl();
    return { open: () => openPostgresStore(url), remove: async () => {} };
  });
  describeCollections(bench);
  describeWriting(bench);
  describeReading(bench);
  describeJoinedReads(bench);
  describeSearching(bench);
  describeReembedding(bench);
  describeEmbeddingCache(bench);
  describeVersions(bench);
  describeSharing(bench);

  it('makes and searches the index of vectors, and leaves no setting or lock to others', async () => {
    const url = newUrl('&hnsw_from=1');
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    const search = () => store.searchVector(unitVector('q'), { collection: spec.name, limit: 5 });
    const before = await search();
    const made = () =>
      execute(`SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = 'place_${places}'::regnamespace AND c.relname LIKE 'chunks_vector%' AND i.indisvalid`);
    await expect.poll(made).toHaveLength(1);
    expect(await search()).toEqual(before);
    expect(await execute(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`)).toEqual([]);
    const client = new Client(pooler.url);
    await client.connect();
    for (let round = 0; round < 8; round += 1) {
      const { rows } = await client.query(`SELECT name FROM pg_settings WHERE source = 'session'
        AND name IN ('statement_timeout', 'jit', 'enable_sort', 'hnsw.ef_search')`);
      expect(rows).toEqual([]);
    }
    await client.end();
    await store.removeCollection(spec.name);
    expect(await made()).toEqual([]);
    await store.close();
  });

  it('is told to be one where statements are prepared', async () => {
    const url = new URL(newUrl());
    url.searchParams.delete('prepare');
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url.href)));
    await stores[0]!.ensureCollection(spec);
    await stores[0]!.write(spec.name, { put: [makeRecord('a')] });
    const searches = Array.from({ length: 40 }, (_, index) =>
      stores[index % 3]!.searchKeyword('sea', { collection: spec.name, limit: 3 }),
    );
    const failures = (await Promise.allSettled(searches)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason as Error] : [],
    );
    expect(failures).not.toEqual([]);
    for (const failure of failures)
      expect(failure).toMatchObject({ hint: expect.stringContaining('?prepare=false') as string });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('keeps a queue', async () => {
    const queue = await openPostgresQueue(newUrl());
    const tasks = ['a', 'b'].map((key) => ({ key, data: { key } }));
    await queue.jobs.add({ id: 'job', tenant: '', warnings: [], tasks });
    const taken = await queue.tasks.take(2);
    expect(taken.map(({ data }) => JSON.stringify(data)).sort()).toEqual([`{"key":"a"}`, `{"key":"b"}`]);
    for (const { id } of taken)
      await queue.tasks.complete(id, { documentsStored: 1, documentsSkipped: 0, chunks: 1 });
    expect(await queue.jobs.list({ id: 'job', limit: 1 })).toMatchObject([{ done: 2, documentsStored: 2 }]);
    await queue.close();
  });
});
