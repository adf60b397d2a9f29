import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spec } from '../contract/store/records.ts';
import type { Store } from '../../src/store/store.ts';
import { stateAfter } from './numbered-changes.ts';
import { expectWhole } from './state.ts';

const longestRunMs = 150;
const writer = fileURLToPath(new URL('crashing-writer.ts', import.meta.url));

/** Lets a writer begin at change `first`, kills it, and gives the last change that it acknowledged. */
export async function killWriter(folder: string, first: number, random: () => number): Promise<number> {
  const script = `require('jiti').createJiti(${JSON.stringify(writer)}).import(${JSON.stringify(writer)})
    .then((module) => module.writeUntilKilled(${JSON.stringify(folder)}, ${first}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(random() * longestRunMs);
  child.kill('SIGKILL');
  await closed;
  assert.equal(errors, '');
  const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n');
  return Number(acknowledged.at(-1));
}

/**
 * Kills a writer that begins at change `first` at a random moment; what it acknowledged is there, and what was under way
 * is there as a whole or not at all. Gives the change to begin at next.
 */
export async function crashOnce(folder: string, first: number, random: () => number): Promise<number> {
  const acknowledged = await killWriter(folder, first, random);
  const store = await expectWhole(folder);
  const state = sorted(await storedState(store));
  await store.close();
  const isAcknowledged = JSON.stringify(sorted(stateAfter(acknowledged))) === JSON.stringify(state);
  if (!isAcknowledged) assert.deepEqual(state, sorted(stateAfter(acknowledged + 1)));
  return isAcknowledged ? acknowledged + 1 : acknowledged + 2;
}

async function storedState(store: Store): Promise<Map<string, string[]>> {
  const state = new Map<string, string[]>();
  for await (const { document, chunks } of store.export(spec.name)) {
    assert.equal(chunks.length, document.chunkCount);
    state.set(
      document.documentId,
      chunks.map(({ chunk }) => chunk.content),
    );
  }
  return state;
}

function sorted(state: ReadonlyMap<string, string[]>): [string, string[]][] {
  return [...state].sort(([a], [b]) => (a < b ? -1 : 1));
}
