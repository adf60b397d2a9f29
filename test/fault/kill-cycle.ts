/**
 * Kills processes that change, back up and restore a store at random moments, and looks at what they leave: the store opens and
 * is whole; what was acknowledged is there, and what was under way as a whole or not at all; what was left over is named by the
 * check, and gone after a vacuum.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { spec } from '../contract/store/records.ts';
import { stateAfter } from './numbered-changes.ts';
import { expectWhole } from './state.ts';

const longestRunMs = 150;
/** Of those that copy a store, so that some copies come to their end. */
const longestCopyingMs = 600;
const program = fileURLToPath(new URL('killed-process.ts', import.meta.url));

/** Runs a function of killed-process.ts, kills it, and gives the last number that it printed. */
async function runAndKill(call: string, random: () => number, longestMs = longestRunMs): Promise<number> {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((module) => module.${call})`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(random() * longestMs);
  child.kill('SIGKILL');
  await closed;
  assert.equal(errors, '');
  const printed = output.slice(0, output.lastIndexOf('\n')).split('\n');
  return Number(printed.at(-1));
}

/** Lets a writer begin at change `first`, kills it, and gives the last change that it acknowledged. */
export function killWriter(folder: string, first: number, random: () => number): Promise<number> {
  return runAndKill(`writeUntilKilled(${JSON.stringify(folder)}, ${first})`, random);
}

/** What is known of a store between two kills. */
export interface KilledStore {
  /** Holds the store, and its backup. */
  readonly root: string;
  /** The last change that is in the store. */
  last: number;
  /** The last change that is in the backup, where there is one. */
  lastInBackup?: number;
  /** How many processes of each kind were killed. */
  readonly kills: Record<'write' | 'backup' | 'restore', number>;
  /** What they left over, until it was swept: copies of stores, and files. */
  readonly leftovers: { copies: number; files: number };
}

export function newKilledStore(root: string): KilledStore {
  const kills = { write: 0, backup: 0, restore: 0 };
  return { root, last: 0, kills, leftovers: { copies: 0, files: 0 } };
}

/** Kills one process: a third of them write, a third back up as well, a third restore. */
export async function killOnce(known: KilledStore, random: () => number): Promise<void> {
  const [folder, backup] = [path.join(known.root, 'store'), path.join(known.root, 'backup')];
  const way = (['write', 'backup', 'restore'] as const)[Math.floor(random() * 3)]!;
  const isRestore = way === 'restore' && known.lastInBackup !== undefined;
  const first = known.last + 1;
  let possible = [known.last, known.lastInBackup ?? 0];
  if (isRestore) {
    const call = `restoreUntilKilled(${JSON.stringify(folder)}, ${JSON.stringify(backup)})`;
    await runAndKill(call, random, longestCopyingMs);
  } else {
    const target = way === 'backup' ? `, ${JSON.stringify(backup)}` : '';
    const call = `writeUntilKilled(${JSON.stringify(folder)}, ${first}${target})`;
    const longestMs = way === 'backup' ? longestCopyingMs : longestRunMs;
    const acknowledged = await runAndKill(call, random, longestMs);
    possible = [acknowledged, acknowledged + 1];
  }
  known.kills[isRestore ? 'restore' : way === 'backup' ? 'backup' : 'write'] += 1;
  await expectSwept(known, folder);
  known.last = await stateIn(folder, possible);
  if (!isRestore && existsSync(backup)) {
    const inBackup = Array.from({ length: known.last - first + 2 }, (_, index) => first + index);
    known.lastInBackup = await stateIn(backup, [known.lastInBackup ?? 0, ...inBackup]);
  }
}

/** What is left over is named by the check, and nothing else is; after a vacuum there is none. */
async function expectSwept(known: KilledStore, folder: string): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  const copies = copiesIn(known.root);
  const problems = (await store.maintenance?.check())?.problems.map(({ message }) => message) ?? [];
  assert.deepEqual(
    copies.filter((copy) => !problems.some((problem) => problem.includes(copy))),
    [],
    'not named',
  );
  assert.deepEqual(
    problems.filter((problem) => !/has left/.test(problem)),
    [],
  );
  const files = await strayFiles(store, folder);
  await store.maintenance?.vacuum();
  assert.deepEqual((await store.maintenance?.check())?.problems, []);
  assert.deepEqual(copiesIn(known.root), []);
  assert.deepEqual(await strayFiles(store, folder), []);
  await store.close();
  known.leftovers.copies += copies.length;
  known.leftovers.files += files.length;
}

/** Folders beside the store and in it; an earlier backup whose place is free waits to get it back. */
function copiesIn(root: string): string[] {
  return [root, path.join(root, 'store')]
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((place) => /\.(?:unfinished|replaced)-/.test(place))
    .filter((place) => !place.includes('.replaced-') || existsSync(place.replace(/\.replaced-.*/, '')));
}

/** Files of the store that are neither its database nor originals of its documents. */
async function strayFiles(store: Store, folder: string): Promise<string[]> {
  const kept = new Set((await store.documents(spec.name)).map(({ sourceHash }) => sourceHash));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:unfinished|replaced)-/.test(entry.parentPath))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^(?:pincite\.db(?:-wal|-shm)?|derived.*(?<!\.tmp))$/.test(file))
    .filter((file) => !kept.has(path.basename(file)));
}

/** The change after which the store in a folder is what it is: one of those that are possible. */
async function stateIn(folder: string, possible: readonly number[]): Promise<number> {
  const store = await expectWhole(folder);
  const state = sorted(await storedState(store));
  await store.close();
  const found = possible.findLast((number) => isAlike(sorted(stateAfter(number)), state));
  if (found === undefined) assert.deepEqual(state, sorted(stateAfter(possible.at(-1)!)));
  return found!;
}

const isAlike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

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
