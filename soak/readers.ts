/**
 * `npm run soak -- readers [--minutes N] [--readers N] [--writers N]`: processes replace documents in a loop while others use
 * every public read; none fails, and none tells of two states of a document. Once over a folder, and once over PostgreSQL
 * (`test/support/postgres-server.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBesideWriters } from '../test/fault/readers.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    readers: { type: 'string', default: '8' },
    writers: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});
const shape = {
  durationMs: Number(values.minutes) * 60_000,
  readers: Number(values.readers),
  writers: Number(values.writers),
};

async function onSqlite(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-readers-'));
  await report('SQLite', `sqlite:${folder}`);
  await rm(folder, { recursive: true });
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  await report('PostgreSQL', server.url);
  await server.kill();
}

async function report(name: string, storeUrl: string): Promise<void> {
  const { changes, reads } = await readBesideWriters({ ...shape, storeUrl });
  const each = Object.entries(reads).map(([read, count]) => `${read} ${count}`);
  console.log(
    `${name}: ${changes} changes by ${shape.writers} writers, ${shape.readers} readers, ${values.minutes} minutes, no torn state.`,
  );
  console.log(`  reads: ${each.join(', ')}`);
}

if (values.only !== 'postgres') await onSqlite();
if (values.only !== 'sqlite') await onPostgres();
