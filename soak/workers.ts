/**
 * `npm run soak -- workers [--documents N] [--kills N] [--seed N]`: two processes add what is in a queue, and one of them is
 * killed again and again; every document is there once in the end. Store and queue are in the server of
 * `PINCITE_TEST_POSTGRES_URL`, else in PGlite.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
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
const given = process.env['PINCITE_TEST_POSTGRES_URL'];
const server = given === undefined ? await startPostgres() : undefined;
const url = new URL(given ?? server!.url);
const schema = `soak_${Date.now().toString(36)}`;
url.searchParams.set('schema', schema);
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-workers-'));
const started = performance.now();
const killed = await ingestWhileKilling({
  storeUrl: url.href,
  queueUrl: url.href,
  folder,
  documents: Number(values.documents),
  kills: Number(values.kills),
  leaseSeconds: 10,
  random: seededRandom(Number(values.seed)),
});
const seconds = (performance.now() - started) / 1000;
await rm(folder, { recursive: true });
await removeSchemas(given ?? server!.url);
await server?.kill();
console.log(
  `${values.documents} documents by two workers in ${seconds.toFixed(0)} s, one of them killed ${killed} times: none lost, none twice (seed ${values.seed}).`,
);

/** Those of the store and of the queue. */
async function removeSchemas(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`DROP SCHEMA ${schema} CASCADE; DROP SCHEMA ${schema}_queue CASCADE`);
  await client.end();
}
