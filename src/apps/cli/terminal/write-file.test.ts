import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkNewFile, writeNewFile } from './write-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-new-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('writes a file once, and again only when told to', async () => {
  const file = join(folder, 'queries.yaml');
  await checkNewFile(file, {});
  await writeNewFile(file, 'first', {});
  await expect(checkNewFile(file, {})).rejects.toThrow(/exists already/);
  await expect(writeNewFile(file, 'second', {})).rejects.toThrow(/exists already/);
  await checkNewFile(file, { force: true });
  await writeNewFile(file, 'third', { force: true });
  expect(await readFile(file, 'utf8')).toBe('third');
});

it('says of a place that cannot be written to what to do', async () => {
  await writeFile(join(folder, 'plain'), '');
  const places = {
    'none/queries.yaml': 'its folder is not there',
    'plain/queries.yaml': 'a file is where a folder should be',
  };
  for (const [name, reason] of Object.entries(places)) {
    const message = expect.stringContaining(reason) as string;
    const refusal = { code: 'CONFIG', message, hint: expect.stringMatching(/folder is there/) };
    await expect(checkNewFile(join(folder, name), {})).rejects.toMatchObject(refusal);
    await expect(writeNewFile(join(folder, name), '', {})).rejects.toMatchObject(refusal);
  }
});
