import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseLink, scanFolder, type ScanOptions } from './folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pincite-folder-')));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
const stores = { database: 'store.db', isPart: (name: string) => name.startsWith('store') };
const scanned = (options?: Partial<ScanOptions>) => scanFolder(folder, { stores, ...options });
const paths = async (options?: Partial<ScanOptions>) =>
  (await scanned(options)).files.map(({ path }) => path);

describe('scanFolder', () => {
  it('finds files with their sizes and times, in the order of their paths', async () => {
    await write({ 'b.md': 'B', 'a/z.txt': 'four', 'a.md': '' });
    const { files } = await scanned();
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['a.md', 0],
      ['a/z.txt', 4],
      ['b.md', 1],
    ]);
    expect(Math.abs(files[0]!.modifiedMs - Date.now())).toBeLessThan(60_000);
  });

  it('passes over hidden files and node_modules', async () => {
    await write({ '.hidden': '', '.git/a': '', 'node_modules/b': '', 'x/.d': '', 'x/e': '' });
    expect(await paths()).toEqual(['x/e']);
  });

  it('passes over stores, and of the folder itself what is of the store', async () => {
    await write({
      'store.db': '',
      'store-files/a': '',
      b: '',
      'old/store.db': '',
      'old/c': '',
      'store/d': '',
    });
    expect(await paths()).toEqual(['b']);
    expect((await scanned()).stores).toEqual(['old']);
  });

  it('heeds ignore files where they stand, inner ones over outer ones, options over all', async () => {
    await write({
      '.gitignore': '*.tmp\nbuild/\n/only-here.md\n',
      '.pinciteignore': 'drafts/\n',
      'a.tmp': '',
      'a.md': '',
      'only-here.md': '',
      'build/b.md': '',
      'drafts/c.md': '',
      'x/only-here.md': '',
      'x/.gitignore': '!kept.tmp\nsecret.md\n',
      'x/kept.tmp': '',
      'x/other.tmp': '',
      'x/secret.md': '',
      'secret.md': '',
    });
    expect(await paths()).toEqual(['a.md', 'secret.md', 'x/kept.tmp', 'x/only-here.md']);
    expect(await paths({ ignore: ['x/', '!a.tmp'] })).toEqual(['a.md', 'a.tmp', 'secret.md']);
    expect(await paths({ ignoreFiles: [] })).toHaveLength(10);
  });

  it('follows no symbolic link, and names those that lead out', async () => {
    await write({ 'in/a.md': 'A' });
    await symlink(join(folder, 'in'), join(folder, 'inside'));
    await symlink(tmpdir(), join(folder, 'outside'));
    await symlink('/etc/passwd', join(folder, 'passwd.md'));
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling.md'));
    const scan = await scanned();
    expect(scan.files.map(({ path }) => path)).toEqual(['in/a.md']);
    expect(scan.links).toEqual(['outside', 'passwd.md']);
  });

  it('refuses a folder that is not there', async () => {
    await expect(scanFolder(join(folder, 'none'), { stores })).rejects.toMatchObject({ code: 'LOAD' });
  });
});

it('notices a file whose place a link has taken', async () => {
  await write({ 'a.md': 'A' });
  await expect(refuseLink(join(folder, 'a.md'))).resolves.toBeUndefined();
  await rm(join(folder, 'a.md'));
  await expect(refuseLink(join(folder, 'a.md'))).rejects.toThrow(/not there/);
  await symlink('/etc/passwd', join(folder, 'a.md'));
  await expect(refuseLink(join(folder, 'a.md'))).rejects.toThrow(/symbolic link/);
});

it.skipIf(process.platform !== 'linux')(
  'names a file and a folder whose names are no UTF-8, and finds the rest',
  async () => {
    const odd = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    await writeFile(odd('caf\u00e9.txt'), 'text');
    await mkdir(odd('\u00fcber'));
    await writeFile(join(folder, 'plain.txt'), 'text');
    const { files, unread } = await scanned();
    expect(files.map(({ path }) => path)).toEqual(['plain.txt']);
    expect(unread.map(({ error }) => error.message)).toEqual([
      expect.stringMatching(/no UTF-8/),
      expect.stringMatching(/no UTF-8/),
    ]);
  },
);
