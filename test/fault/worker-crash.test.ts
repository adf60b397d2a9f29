import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openQueue } from '../../src/knowledge-base/work/ingestion-queue.ts';
import { openKnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ingestWhileKilling } from './workers.ts';

let server: PostgresServer;
let place: string;
beforeAll(async () => {
  server = await startPostgres();
  place = await mkdtemp(join(tmpdir(), 'pincite-workers-'));
});
afterAll(async () => {
  await server.kill();
  await rm(place, { recursive: true });
});

/** Few kills, as each takes another start: `npm run soak -- workers` has many. */
const run = { documents: 60, kills: 2, leaseSeconds: 2, random: seededRandom(7) };
const many = { ...run, documents: 300 }; // a folder takes them faster than a server does

it('loses and doubles nothing in PostgreSQL when workers are killed', async () => {
  const folder = join(place, 'one');
  const url = `${server.url}?schema=workers`;
  await ingestWhileKilling({ ...run, storeUrl: url, queueUrl: url, folder });
});

it('loses and doubles nothing in a folder that two processes write to, one of them killed', async () => {
  const folder = join(place, 'other');
  const storeUrl = `sqlite:${join(place, 'store')}`;
  await ingestWhileKilling({ ...many, storeUrl, queueUrl: server.url, folder });
  await using kb = await openKnowledgeBase({ store: storeUrl });
  expect(await kb.check()).toMatchObject({ problems: [] });
});

it('loses and doubles nothing where queue and store are in one folder', async () => {
  const url = `sqlite:${join(place, 'all')}`;
  await ingestWhileKilling({ ...many, storeUrl: url, queueUrl: url, folder: join(place, 'another') });
  await using kb = await openKnowledgeBase({ store: url });
  expect(await kb.check()).toMatchObject({ problems: [] });
});

it('waits for a server that was killed, and goes on when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pincite-postgres-'));
  const first = await startPostgres({ folder });
  const { port, url } = first;
  await using queue = await openQueue(url);
  await using kb = await openKnowledgeBase({ store: url });
  const sources = ['a', 'b', 'c'].map((name) => join(place, `${name}.md`));
  for (const source of sources) await writeFile(source, `Of ${source}.`);
  await queue.enqueue(sources);
  let killed: Promise<void> | undefined;
  let second: Promise<PostgresServer> | undefined;
  const working = kb.work(queue, {
    drain: true,
    onProgress({ kind }) {
      if (kind === 'start') killed ??= first.kill();
      if (kind === 'waiting') second ??= killed!.then(() => startPostgres({ folder, port }));
    },
  });
  expect(await working).toMatchObject({ sourcesDone: 3, sourcesFailed: 0, sourcesRetried: 0 });
  expect((await kb.documents()).length).toBe(3);
  await kb.close();
  await queue.close();
  await (await second!).kill();
  await rm(folder, { recursive: true });
});

it('ends where the server stays away', async () => {
  const lost = await startPostgres();
  await using queue = await openQueue(lost.url);
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await lost.kill();
  await expect(kb.work(queue, { longestOutageMs: 500 })).rejects.toMatchObject({ code: 'STORE' });
});
