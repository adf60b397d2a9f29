import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase } from '../../src/knowledge-base.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ingestWhileKilling } from './workers.ts';

let server: PostgresServer;
let place: string;
beforeAll(async () => {
  server = await startPostgres();
  place = await mkdtemp(join(tmpdir(), 'pincite-workers-'));
}, 60_000);
afterAll(async () => {
  await server.kill();
  await rm(place, { recursive: true });
});

const run = { documents: 100, kills: 4, leaseSeconds: 2, random: seededRandom(7) };

it('loses and doubles nothing in PostgreSQL when workers are killed', async () => {
  const folder = join(place, 'one');
  const url = `${server.url}?schema=workers`;
  expect(await ingestWhileKilling({ ...run, storeUrl: url, queueUrl: url, folder })).toBeGreaterThan(1);
}, 120_000);

it('loses and doubles nothing in a folder that two processes write to, one of them killed', async () => {
  const folder = join(place, 'other');
  const storeUrl = `sqlite:${join(place, 'store')}`;
  expect(await ingestWhileKilling({ ...run, storeUrl, queueUrl: server.url, folder })).toBeGreaterThan(1);
  await using kb = await openKnowledgeBase({ store: storeUrl });
  expect(await kb.check()).toMatchObject({ problems: [] });
}, 120_000);
