import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { faultsOf } from '../contract/store/integrity.ts';
import { spec, unitVector } from '../contract/store/records.ts';
import { stateAfter } from './numbered-changes.ts';

const kills = 15;
const longestRunMs = 120;
const writer = fileURLToPath(new URL('crashing-writer.ts', import.meta.url));

/** Lets a writer begin at change `first`, kills it at a random moment, and gives the last change that it acknowledged. */
async function killWriter(folder: string, first: number): Promise<number> {
  const script = `require('jiti').createJiti(${JSON.stringify(writer)}).import(${JSON.stringify(writer)})
    .then((module) => module.writeUntilKilled(${JSON.stringify(folder)}, ${first}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(Math.random() * longestRunMs);
  child.kill('SIGKILL');
  await closed;
  expect(errors).toBe('');
  const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n');
  return Number(acknowledged.at(-1));
}

async function storedState(store: Store): Promise<Map<string, string[]>> {
  const state = new Map<string, string[]>();
  for await (const { document, chunks } of store.export(spec.name)) {
    expect(chunks.length).toBe(document.chunkCount);
    state.set(
      document.documentId,
      chunks.map(({ chunk }) => chunk.content),
    );
  }
  return state;
}

async function searches(store: Store): Promise<unknown> {
  const scope = { collection: spec.name, limit: 1_000 };
  const vectors = await store.searchVector(unitVector('any'), scope);
  const keywords = await store.searchKeyword('harbour silver change 7', scope);
  const groups = await store.stats(spec.name, { groupBy: 'number' });
  return { vectors, keywords, groups };
}

async function rebuilt(store: Store): Promise<Store> {
  const copy = await openSqliteStore('sqlite::memory:');
  await copy.ensureCollection(spec);
  for await (const record of store.export(spec.name)) await copy.write(spec.name, { put: [record] });
  return copy;
}

it('loses nothing acknowledged and keeps nothing half-stored when writers are killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-crash-'));
  let next = 1;
  for (let kill = 0; kill < kills; kill += 1) {
    const acknowledged = await killWriter(folder, next);
    const database = await openConnection(`sqlite:${folder}`);
    expect(faultsOf(database)).toEqual([]);
    database.close();
    const store = await openSqliteStore(`sqlite:${folder}`);
    const state = await storedState(store);
    // The change that was under way is there as a whole or not at all.
    const isAcknowledged = JSON.stringify(sorted(stateAfter(acknowledged))) === JSON.stringify(sorted(state));
    if (!isAcknowledged) expect(sorted(state)).toEqual(sorted(stateAfter(acknowledged + 1)));
    const copy = await rebuilt(store);
    expect(await searches(store)).toEqual(await searches(copy));
    await Promise.all([store.close(), copy.close()]);
    next = isAcknowledged ? acknowledged + 1 : acknowledged + 2;
  }
  await rm(folder, { recursive: true });
}, 60_000);

it('lets two processes write to one folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-writers-'));
  const acknowledged = await Promise.all([killWriter(folder, 1), killWriter(folder, 10_000)]);
  expect(acknowledged[0]).toBeGreaterThanOrEqual(1);
  expect(acknowledged[1]).toBeGreaterThanOrEqual(10_000);
  const database = await openConnection(`sqlite:${folder}`);
  expect(faultsOf(database)).toEqual([]);
  database.close();
  await rm(folder, { recursive: true });
}, 60_000);

function sorted(state: ReadonlyMap<string, string[]>): [string, string[]][] {
  return [...state].sort(([a], [b]) => (a < b ? -1 : 1));
}
