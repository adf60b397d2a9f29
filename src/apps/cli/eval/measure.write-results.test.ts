import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../index.ts';
import { makeRunFolder } from './measure.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-runs-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('makeRunFolder', () => {
  it('makes the folder with those above it, and leaves one that is there', async () => {
    const nested = join(folder, 'a', 'b');
    await makeRunFolder(nested);
    await makeRunFolder(nested);
    expect((await stat(nested)).isDirectory()).toBe(true);
  });

  it('refuses what is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeRunFolder(file)).rejects.toBeInstanceOf(ConfigError);
  });

  it.runIf(process.platform === 'linux')('ends where no folder can be made', async () => {
    await expect(makeRunFolder('/proc/x/runs')).rejects.toThrow(/\/proc\/x\/runs cannot be written/);
  });
});
