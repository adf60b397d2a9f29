import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takePlace } from './backup.ts';

let root: string;
const at = (name: string) => path.join(root, name);
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pincite-place-'));
  for (const name of ['old', 'new']) {
    await mkdir(at(name));
    await writeFile(path.join(at(name), `${name}.txt`), name);
  }
});
afterEach(() => rm(root, { recursive: true }));

it('leaves the new folder alone under the name of the old one', async () => {
  await takePlace(at('new'), at('old'));
  expect(await readdir(root)).toEqual(['old']);
  expect(await readdir(at('old'))).toEqual(['new.txt']);
});

it('leaves the old folder as it was when the new one cannot take its place', async () => {
  await expect(takePlace(at('missing'), at('old'))).rejects.toThrow('ENOENT');
  expect((await readdir(root)).sort()).toEqual(['new', 'old']);
  expect(await readdir(at('old'))).toEqual(['old.txt']);
});
