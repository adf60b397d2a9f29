import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { SyncOptions, SyncResult } from './sync-options.ts';
import { checkSyncOptions } from './sync.ts';
import { watchFolder } from './watch.ts';

let kb: KnowledgeBase;
let folder: string;
let results: SyncResult[];
let errors: unknown[];
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pincite-watch-')));
  [results, errors] = [[], []];
});
afterEach(async () => {
  await kb.close();
  await rm(folder, { recursive: true, force: true });
});

const watching: SyncOptions = {
  debounceMs: 50,
  onSync: (result) => results.push(result),
  onError: (error) => errors.push(error),
};
const names = async () =>
  (await kb.documents()).map(({ sourcePath }) => sourcePath.slice(folder.length + 1)).sort();
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

const sum = (field: 'documentsInserted' | 'documentsMoved' | 'documentsDeleted') =>
  results.reduce((total, result) => total + result[field], 0);

it('follows what is written, renamed and removed', async () => {
  await writeFile(join(folder, 'a.md'), 'Otters swim.');
  const watch = await kb.watch(folder, watching);
  expect(watch.first).toMatchObject({ documentsInserted: 1 });
  await mkdir(join(folder, 'birds'));
  await writeFile(join(folder, 'birds', 'b.md'), 'Owls hunt.');
  await until(async () => expect(await names()).toEqual(['a.md', 'birds/b.md']));
  await rename(join(folder, 'a.md'), join(folder, 'c.md'));
  await until(async () => expect(await names()).toEqual(['birds/b.md', 'c.md']));
  await rm(join(folder, 'birds'), { recursive: true });
  await until(async () => expect(await names()).toEqual(['c.md']));
  expect([sum('documentsInserted'), sum('documentsMoved'), sum('documentsDeleted')]).toEqual([1, 1, 1]);
  expect(errors).toEqual([]);
  await watch.close();
  await writeFile(join(folder, 'd.md'), 'Terns fly.');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await names()).toEqual(['c.md']);
});

it('sees to what changes during a sync after it, one sync at a time', async () => {
  // Documents of one sync that were under way when another one began.
  let [running, most] = [0, 0];
  const watch = await kb.watch(folder, {
    ...watching,
    onProgress: (event) => {
      if (event.kind === 'start' && event.index === 0) most = Math.max(most, running);
      if (event.kind === 'start') running += 1;
      if (event.kind === 'end') running -= 1;
    },
  });
  for (let index = 0; index < 15; index += 1) {
    await writeFile(join(folder, `${index}.md`), `Otter number ${index} swims.`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await until(async () => expect(await names()).toHaveLength(15));
  expect(most).toBe(0);
  await watch.close();
});

it('tells what fails and goes on', async () => {
  await writeFile(join(folder, 'a.md'), 'Otters swim.');
  await kb.sync(folder, { ...watching, watch: true });
  await rm(join(folder, 'a.md'));
  await until(() => expect(errors).toMatchObject([{ code: 'CONFIG' }]));
  expect(await names()).toEqual(['a.md']);
  await writeFile(join(folder, 'b.md'), 'Owls hunt.');
  await until(async () => expect(await names()).toEqual(['b.md']));
});

it('ends with its signal, and begins with nothing that cannot be synchronised', async () => {
  await expect(kb.watch(join(folder, 'none'), watching)).rejects.toMatchObject({ code: 'LOAD' });
  const controller = new AbortController();
  await kb.watch(folder, { ...watching, signal: controller.signal });
  controller.abort(new Error('enough'));
  await writeFile(join(folder, 'a.md'), 'Otters swim.');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await kb.collections()).toEqual([]);
  expect(errors).toEqual([]);
});

it('ends with its signal before the watcher is ready', async () => {
  const controller = new AbortController();
  const options = {
    ...checkSyncOptions({ ...watching, signal: controller.signal }),
    get usePolling() {
      queueMicrotask(() => controller.abort(new Error('enough')));
      return false;
    },
  };
  const sync = vi.fn<() => Promise<SyncResult>>();
  await expect(watchFolder(folder, options, sync)).rejects.toThrow('enough');
  expect(sync).not.toHaveBeenCalled();
});
