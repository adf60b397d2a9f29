import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import { JobQueue } from './job-queue.ts';

let server: PostgresServer;
let queue: JobQueue;
let made = 0;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.kill());
beforeEach(async () => {
  made += 1;
  queue = await JobQueue.open(`${server.url}?schema=test_${made}`, { leaseSeconds: 2 });
});
afterEach(() => queue.close());

const job = (name: string) => ({ data: { name }, key: name });
const namesOf = (jobs: readonly { data: unknown }[]) =>
  jobs.map(({ data }) => (data as { name: string }).name);
const none = { waiting: 0, active: 0, retrying: 0, failed: 0 };

it('gives each job once', async () => {
  expect(await queue.add([job('a'), job('b'), job('c')])).toBe(3);
  const first = namesOf(await queue.take(2));
  const second = namesOf(await queue.take(2));
  expect(first.length).toBe(2);
  expect([...first, ...second].sort()).toEqual(['a', 'b', 'c']);
  expect(await queue.take(2)).toEqual([]);
  expect(await queue.counts()).toEqual({ ...none, active: 3 });
});

it('lets one job of a key wait, and another once that one is under way', async () => {
  await queue.add([job('a')]);
  expect(await queue.add([job('a'), job('b')])).toBe(1);
  const [first] = await queue.take(1);
  expect(await queue.add([job('a')])).toBe(1);
  await queue.complete(first!.id);
  expect(namesOf(await queue.take(9)).sort()).toEqual(['a', 'b']);
});

it('tries what failed again later, and gives up what need not be tried again', async () => {
  await queue.add([job('again'), job('never')]);
  for (const { id, data } of await queue.take(2)) {
    const again = (data as { name: string }).name === 'again';
    await queue.fail(id, { code: again ? 'LOAD' : 'CONFIG' }, { again });
  }
  expect(await queue.counts()).toEqual({ ...none, retrying: 1, failed: 1 });
  expect(await queue.take(9)).toEqual([]);
  expect(await queue.failures(9)).toMatchObject([
    { data: { name: 'never' }, output: { code: 'CONFIG' }, attempts: 1 },
  ]);
});

it('queues what was given up anew', async () => {
  await queue.add([job('a'), job('b')]);
  for (const { id } of await queue.take(2)) await queue.fail(id, {}, { again: false });
  await queue.add([job('b')]);
  expect(await queue.retryFailed()).toBe(2);
  expect(await queue.counts()).toEqual({ ...none, waiting: 2 });
  expect(await queue.retryFailed()).toBe(0);
});

it('gives a job whose lease has run out to another, and leaves one whose lease is extended', async () => {
  await queue.add([job('dead'), job('slow')]);
  const [, slow] = await queue.take(2);
  while ((await queue.counts()).retrying === 0) {
    await sleep(50);
    await queue.extendLeases([slow!.id]);
    await queue.releaseLost();
  }
  expect(await queue.counts()).toEqual({ ...none, active: 1, retrying: 1 });
});

it('lets what is given back be taken at once, and counts no attempt', async () => {
  await queue.add([job('a')]);
  const [first] = await queue.take(1);
  await queue.giveBack([first!.id]);
  const [second] = await queue.take(1);
  await queue.fail(second!.id, {}, { again: false });
  expect(await queue.failures(1)).toMatchObject([{ attempts: 1 }]);
});

it('says what is wrong with a URL or a server, and no password', async () => {
  await expect(JobQueue.open('sqlite:./x')).rejects.toMatchObject({ code: 'CONFIG' });
  await expect(JobQueue.open('postgres://me:se#cret@localhost/x')).rejects.toMatchObject({
    message: expect.not.stringContaining('cret') as string,
    hint: expect.stringContaining('%23') as string,
  });
  for (const schema of ['A-b', 'pg_own', 'a'.repeat(42)]) {
    const opening = JobQueue.open(`${server.url}?schema=${schema}`);
    await expect(opening).rejects.toMatchObject({ code: 'CONFIG' });
  }
  const unreachable = JobQueue.open('postgres://me:secret@127.0.0.1:1/x');
  await expect(unreachable).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringMatching(/^The queue at postgres:\/\/127\.0\.0\.1:1\/x failed/) as string,
  });
});

// The last one: the server is gone after it.
it('throws where the server has gone, also when it takes jobs', async () => {
  await server.kill();
  await expect(queue.take(1)).rejects.toMatchObject({ code: 'STORE' });
  await expect(queue.counts()).rejects.toMatchObject({ code: 'STORE' });
});
