import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPlace } from './address.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('takes no parameters as a part of a folder’s name', async () => {
  const url = `sqlite:${join(folder, 'library')}`;
  await expect(findPlace(`${url}?schema=a`, { create: true })).rejects.toMatchObject({
    code: 'CONFIG',
    hint: expect.stringContaining(`Write ${url};`) as string,
  });
  expect(await readdir(folder)).toEqual([]);
});

it('names no scheme where there is no store: that of Chroma may be meant', async () => {
  const missing = findPlace(`sqlite:${folder}`, { create: false });
  await expect(missing).rejects.toMatchObject({ hint: expect.not.stringContaining('sqlite') as string });
});
