import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

it('makes a folder with those above it, also when several do so at once', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'pincite-folder-'));
  const folder = path.join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(path.join(root, 'a'))]);
  expect((await stat(folder)).isDirectory()).toBe(true);
  await makeFolder(folder);
  await rm(root, { recursive: true });
});

it('fails where a folder cannot be made', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'pincite-folder-'));
  await writeFile(path.join(root, 'file'), '');
  await expect(makeFolder(path.join(root, 'file', 'inside'))).rejects.toThrow(/ENOTDIR/);
  await expect(makeFolder(path.join(root, 'file'))).rejects.toThrow(/ENOTDIR/);
  await rm(root, { recursive: true });
});

it.skipIf(process.platform !== 'linux')('ends at once below /proc', async () => {
  await expect(makeFolder('/proc/pincite/store')).rejects.toThrow(/ENOENT/);
});
