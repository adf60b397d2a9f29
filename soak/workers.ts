/**
 * `npm run soak -- workers [--documents N] [--kills N] [--seed N]`: two processes add what is in a queue, and one of them is
 * killed again and again; every document is there once in the end. Store and queue are in
 * PostgreSQL (`test/support/postgres-server.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ingestWhileKilling } from '../test/fault/workers.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const server = await startPostgres();
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-workers-'));
const started = performance.now();
await ingestWhileKilling({
  storeUrl: server.url,
  queueUrl: server.url,
  folder,
  documents: Number(values.documents),
  kills: Number(values.kills),
  leaseSeconds: 10,
  random: seededRandom(Number(values.seed)),
});
const seconds = (performance.now() - started) / 1000;
await rm(folder, { recursive: true });
await server.kill();
console.log(
  `${values.documents} documents by two workers in ${seconds.toFixed(0)} s, one of them killed ${values.kills} times: none lost, none twice (seed ${values.seed}).`,
);
