import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRecord, spec } from '../../../../test/contract/store/records.ts';
import { sha256 } from '../../../util/ids/hash.ts';
import type { DocumentRecord } from '../../store.ts';
import { openConnection } from '../database/connection.ts';
import { openSqliteStore } from '../sqlite-store.ts';

let folder: string;
const originals = () => path.join(folder, 'originals');
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-originals-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = async () => {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  return store;
};
/** The id of a process that has ended. */
const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

const withOriginal = (id: string, text: string): DocumentRecord => {
  const original = new TextEncoder().encode(text);
  return { ...makeRecord(id, { document: { sourceHash: sha256(original) } }), original };
};

it('keeps the same bytes once, in a file named by their hash, until nothing refers to them', async () => {
  const store = await open();
  await store.write(spec.name, { put: [withOriginal('a', 'same'), withOriginal('b', 'same')] });
  expect(await readdir(originals())).toEqual([sha256('same')]);
  await store.write(spec.name, { remove: ['a'] });
  expect(await readdir(originals())).toEqual([sha256('same')]);
  await store.removeCollection(spec.name);
  expect(await readdir(originals())).toEqual([]);
  await store.close();
});

it('keeps none of a document in whose place another one of its change comes', async () => {
  const store = await open();
  const put = [withOriginal('a', 'first'), withOriginal('a', 'second')];
  expect(await store.write(spec.name, { put })).toMatchObject({ originalsRemoved: 0 });
  expect(await readdir(originals())).toEqual([sha256('second')]);
  await store.write(spec.name, { put, keepVersions: true });
  expect((await readdir(originals())).sort()).toEqual([sha256('first'), sha256('second')].sort());
  await store.close();
});

it('keeps nothing of a change that fails, once it is opened again', async () => {
  const store = await open();
  const twice = makeRecord('twice', { chunk: () => ({ chunkId: 'twice#0000' }) });
  await expect(store.write(spec.name, { put: [withOriginal('a', 'lost'), twice] })).rejects.toThrow(/UNIQUE/);
  await store.close();
  await (await open()).close();
  expect(await readdir(originals())).toEqual([]);
});

it('sweeps what killed processes left behind, but no file that may still be in the making', async () => {
  const store = await open();
  await store.write(spec.name, { put: [withOriginal('a', 'kept')] });
  await store.close();
  const orphan = sha256('orphan');
  const here = sha256(hostname()).slice(0, 8);
  const being = (writer: number, machine = here) => `${orphan}.${writer}-${machine}-${randomUUID()}`;
  const [old, fresh, abandoned] = [being(process.pid), being(process.pid), being(deadProcess())];
  const elsewhere = being(deadProcess(), 'b'.repeat(8)); // as of another container
  for (const name of [orphan, old, fresh, abandoned, elsewhere, 'notes.txt']) {
    await writeFile(path.join(originals(), name), 'orphan');
  }
  const longAgo = new Date(Date.now() - 7_200_000);
  await utimes(path.join(originals(), old), longAgo, longAgo);
  const again = await open();
  expect((await readdir(originals())).sort()).toEqual([fresh, elsewhere, sha256('kept'), 'notes.txt'].sort());
  expect(await again.original(spec.name, 'a')).toEqual(new TextEncoder().encode('kept'));
  await again.close();
});

it.each(['../../victim.txt', '/etc/hostname', '', '.', 'A'.repeat(64)])(
  'makes no path of what is no hash: %s',
  async (hash) => {
    const victim = path.join(folder, '..', 'victim.txt');
    await writeFile(victim, 'theirs');
    const store = await open();
    await store.write(spec.name, { put: [withOriginal('a', 'kept'), withOriginal('b', 'other')] });
    const database = await openConnection(`sqlite:${folder}`);
    database.prepare('UPDATE originals SET hash = ? WHERE document = 1').run([hash]);
    database.close();
    await expect(store.original(spec.name, 'a')).rejects.toMatchObject({ code: 'STORE' });
    await expect(store.maintenance?.backup(path.join(folder, '..', 'copy'))).rejects.toThrow(/damaged/);
    expect(JSON.stringify(await store.maintenance?.check())).toMatch(
      /reference .* to an original is damaged/,
    );
    await store.removeCollection(spec.name);
    await store.maintenance?.vacuum();
    expect(await readdir(originals())).toEqual([]);
    expect(await readFile(victim, 'utf8')).toBe('theirs');
    await rm(victim);
    await store.close();
  },
);

it('says so when an original is damaged or missing', async () => {
  const store = await open();
  await store.write(spec.name, { put: [withOriginal('a', 'kept')] });
  await writeFile(path.join(originals(), sha256('kept')), 'kepT');
  await expect(store.original(spec.name, 'a')).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringMatching(/damaged/),
  });
  await rm(path.join(originals(), sha256('kept')));
  await expect(store.original(spec.name, 'a')).rejects.toThrow(/missing/);
  await store.write(spec.name, { put: [withOriginal('b', 'kept')] });
  expect(await store.original(spec.name, 'a')).toEqual(new TextEncoder().encode('kept'));
  await store.close();
});
