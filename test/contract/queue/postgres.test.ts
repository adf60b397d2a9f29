import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';
import { openPostgresQueue } from '../../../src/queue/postgres/postgres-queue.ts';
import { QueueDatabase } from '../../../src/queue/postgres/queue-database.ts';
import { parseQueueUrl } from '../../../src/queue/postgres/queue-url.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { describeQueue } from './suite.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.kill());

let places = 0;
describeQueue('PostgreSQL', async () => {
  const schema = `queue_test_${process.pid}_${(places += 1)}`;
  const url = new URL(server.url);
  url.searchParams.set('schema', schema);
  return {
    open: (options) => openPostgresQueue(url.href, options),
    async remove() {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      await client.query(`DROP SCHEMA ${schema}_queue CASCADE`);
      await client.end();
    },
  };
});

it('says what is wrong with a URL or a server, and no password', async () => {
  await expect(openPostgresQueue('redis://x')).rejects.toMatchObject({ code: 'CONFIG' });
  await expect(openPostgresQueue('postgres://me:se#cret@localhost/x')).rejects.toMatchObject({
    message: expect.not.stringContaining('cret') as string,
    hint: expect.stringContaining('%23') as string,
  });
  for (const schema of ['A-b', 'pg_own', 'a'.repeat(42)]) {
    const url = new URL(server.url);
    url.searchParams.set('schema', schema);
    await expect(openPostgresQueue(url.href)).rejects.toMatchObject({ code: 'CONFIG' });
  }
  const unreachable = openPostgresQueue('postgres://me:secret@127.0.0.1:1/x');
  await expect(unreachable).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringMatching(/^The queue at postgres:\/\/127\.0\.0\.1:1\/x failed/) as string,
  });
});

it('throws where the server has gone, also when it takes tasks', async () => {
  const lost = await startPostgres();
  const queue = await openPostgresQueue(lost.url);
  await lost.kill();
  await expect(queue.tasks.take(1)).rejects.toMatchObject({ code: 'STORE' });
  await expect(queue.tasks.counts()).rejects.toMatchObject({ code: 'STORE' });
  await expect(queue.jobs.retryFailed()).rejects.toMatchObject({ code: 'STORE' });
  await queue.close();
});

// A connection on which several statements are one change told of its end by an event that ended the process.
it('throws where the server goes in the middle of a change', async () => {
  const lost = await startPostgres();
  const database = await QueueDatabase.open(parseQueueUrl(lost.url));
  const change = database.transaction(async ({ all }) => {
    await all('SELECT 1');
    await lost.kill();
    await all('SELECT 1');
  });
  await expect(change).rejects.toMatchObject({ code: 'STORE' });
  await database.close();
});
