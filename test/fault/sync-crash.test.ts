import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openKnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import { sha256 } from '../../src/util/ids/hash.ts';

const kills = 4;
const longestRunMs = 400;
const syncing = fileURLToPath(new URL('crashing-sync.ts', import.meta.url));

/** Lets a process synchronise from round `first` on, kills it at a random moment, and gives its last whole round. */
async function killSync(store: string, folder: string, first: number): Promise<number> {
  const script = `require('jiti').createJiti(${JSON.stringify(syncing)}).import(${JSON.stringify(syncing)})
    .then((module) => module.syncUntilKilled(...${JSON.stringify([store, folder, first])}))`;
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
  return Number(output.trimEnd().split('\n').at(-1));
}

/** Path and hash of every file below the folder. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(paths.map(async (path) => `${path} ${sha256(await readFile(path))}`))).sort();
}

it('is gone on with by the next sync when it is killed, and leaves nothing half-done', async () => {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'pincite-sync-crash-')));
  const [store, folder] = [join(place, 'store'), join(place, 'folder')];
  let round = 1;
  for (let kill = 0; kill < kills; kill += 1) {
    round = (await killSync(store, folder, round)) + 1;
    const kb = await openKnowledgeBase({
      store: `sqlite:${store}`,
      ingest: { keepVersions: true, keepOriginals: true },
    });
    expect(await kb.check()).toMatchObject({ problems: [] });
    expect(await kb.sync(folder)).toMatchObject({ success: true, errors: [] });
    const present = await kb.documents();
    expect(present.map(({ sourcePath, sourceHash }) => `${sourcePath} ${sourceHash}`).sort()).toEqual(
      await filesOf(folder),
    );
    const all = await kb.documents(undefined, { versions: 'all' });
    const kept = await readdir(join(store, 'originals'));
    expect(kept.sort()).toEqual([...new Set(all.map(({ sourceHash }) => sourceHash))].sort());
    expect(await kb.check()).toMatchObject({ problems: [] });
    await kb.close();
  }
  await rm(place, { recursive: true });
});
