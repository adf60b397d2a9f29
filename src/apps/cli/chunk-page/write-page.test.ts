import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../index.ts';
import { checkPageFile, writePage } from './write-page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-page-'));
});
afterAll(() => rm(folder, { recursive: true }));

const check = (name: string, options = {}) => checkPageFile(join(folder, name), options);

describe('checkPageFile', () => {
  it('refuses a name that is no page’s, even with force', async () => {
    await writeFile(join(folder, 'notes.md'), '# Notes');
    await expect(check('notes.md')).rejects.toThrow(/does not end in \.html/);
    await expect(check('notes.md', { force: true })).rejects.toBeInstanceOf(ConfigError);
  });

  it('refuses a page of the user’s unless forced, and takes one that it wrote', async () => {
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>My site</title>');
    await expect(check('index.html')).rejects.toThrow(/exists already/);
    await check('index.html', { force: true });
    const preview = { title: 'Empty', text: '', chunks: [], contexts: [], failedChunks: [] };
    await writePage(preview as never, join(folder, 'chunks.HTM'));
    await check('chunks.HTM');
    await check('new.html');
  });

  it('says of a place that cannot be written to what to do', async () => {
    await mkdir(join(folder, 'folder.html'));
    for (const name of ['none/x.html', 'folder.html']) {
      await expect(check(name)).rejects.toMatchObject({
        code: 'CONFIG',
        hint: expect.stringMatching(/folder is there/),
      });
    }
  });
});
