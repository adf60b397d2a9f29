import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LeanSearch } from '../../src/index.ts';
import { runCli, type CliOptions } from '../support/cli.ts';

/** Two documents, and a store of them, for copies to begin with. */
let filled: string;
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'pincite-operations-'));
  await writeFile(join(filled, 'harbour.md'), '# Harbour\n\nThe harbour closes at noon on Sundays.');
  await writeFile(join(filled, 'secret.md'), '# Secret\n\nThe password is xylophonequartz, says the note.');
  const added = await runCli(['add', 'harbour.md', 'secret.md'], { cwd: filled });
  expect(added).toMatchObject({ code: 0 });
});
afterAll(() => rm(filled, { recursive: true }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-operations-'));
  for (const name of ['harbour.md', 'secret.md']) await cp(join(filled, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

const pincite = (args: readonly string[], options: Partial<CliOptions> = {}) =>
  runCli(args, { cwd: folder, ...options });

async function json(...args: string[]): Promise<unknown> {
  const { stdout } = await pincite([...args, '--json']);
  return JSON.parse(stdout);
}

const titles = async (...args: string[]) =>
  ((await json('list', ...args)) as { title: string }[]).map(({ title }) => title).sort();

/** The files below the store's folder that hold the secret. */
function grep(): string {
  try {
    return execFileSync('grep', ['-rlia', 'xylophonequartz', '.pincite'], { cwd: folder }).toString();
  } catch {
    return ''; // grep found nothing
  }
}

describe('where nothing has been added', () => {
  it('list is empty, says that there is no store, and makes none', async () => {
    const { code, stdout, stderr } = await pincite(['list']);
    expect(code).toBe(0);
    expect(stdout).toBe('0 documents\n');
    expect(stderr).toMatch(/no store at .*\.pincite[\s\S]*pincite add/);
    expect(existsSync(join(folder, '.pincite'))).toBe(false);
  });

  it.each([['ask', 'x'], ['vacuum']])('%s says that there is no store, and makes none', async (...args) => {
    const { code, stderr } = await pincite(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no store at .*\.pincite[\s\S]*pincite add/);
    expect(existsSync(join(folder, '.pincite'))).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('a store that cannot be made is refused at once', async () => {
    const { code, stderr } = await pincite(['add', 'harbour.md', '--store', 'sqlite:/proc/pincite']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be made/);
  });
});

describe('with documents', () => {
  beforeEach(async () => {
    await cp(join(filled, '.pincite'), join(folder, '.pincite'), { recursive: true });
  });

  it('backup and restore bring back what was removed', async () => {
    expect((await pincite(['backup', 'saved'])).stdout).toMatch(/Backed up 2 documents/);
    expect((await pincite(['backup', 'saved'])).stderr).toMatch(/holds a backup[\s\S]*--force/);
    await pincite(['remove', '--all']);
    expect(await json('restore', 'saved')).toMatchObject({ documents: 2 });
    expect(await titles()).toEqual(['Harbour', 'Secret']);
    const again = await pincite(['restore', 'saved']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/already[\s\S]*--force/) });
    expect(await pincite(['restore', 'saved', '--force'])).toMatchObject({ code: 0 });
    expect(await titles('--store', 'sqlite:./saved')).toEqual(['Harbour', 'Secret']);
  });

  it('export and import move everything through a pipe; a wrong line is named', async () => {
    const { stdout } = await pincite(['export']);
    const store = ['--store', 'sqlite:./other'];
    const imported = await pincite(['import', ...store, '--json'], { input: stdout });
    expect(JSON.parse(imported.stdout)).toMatchObject({ documentsInserted: 2, documentsSkipped: 0 });
    expect(await titles(...store)).toEqual(['Harbour', 'Secret']);
    const found = await json('search', 'When does the harbour close?', ...store);
    expect((found as LeanSearch).results).not.toEqual([]);
    await writeFile(join(folder, 'cut.jsonl'), stdout.slice(0, stdout.length / 2));
    const cut = await pincite(['import', 'cut.jsonl', '--store', 'sqlite:./third']);
    expect(cut).toMatchObject({ code: 1, stderr: expect.stringMatching(/Line \d+ of the export/) });
  });

  it('copy brings collections to another store, once', async () => {
    const copy = ['copy', 'sqlite:./.pincite', 'sqlite:./copy'];
    expect(await json(...copy)).toMatchObject({ documentsInserted: 2, documentsChecked: 2 });
    expect(await json(...copy)).toMatchObject({ documentsSkipped: 2, documentsChecked: 2 });
    expect(await titles('--store', 'sqlite:./copy')).toEqual(['Harbour', 'Secret']);
    const missing = await pincite(['copy', 'sqlite:./.pincite', 'sqlite:./other', '--collection', 'nope']);
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no collection "nope"') as string,
    });
    expect(existsSync(join(folder, 'other'))).toBe(false);
    expect((await pincite(['copy', 'sqlite:./copy', 'sqlite:copy'])).code).toBe(2);
  });

  it('vacuum leaves nothing of removed text in any byte of the folder', async () => {
    expect(grep()).not.toBe('');
    await pincite(['remove', 'secret.md']);
    expect(await json('vacuum')).toMatchObject({ bytesBefore: expect.any(Number) });
    expect(grep()).toBe('');
    expect(await titles()).toEqual(['Harbour']);
  });

  it.each([['doctor'], ['doctor', '--deep']])(
    '%s %s fails for a collection that is not there',
    async (...args) => {
      const { code, stdout, stderr } = await pincite([...args, '--collection', 'harbor']);
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(/There is no collection "harbor"/);
    },
  );

  it('doctor --deep tells damage with its document, by its exit code too', async () => {
    expect(await json('doctor', '--deep')).toEqual({ documents: 2, chunks: 2, problems: [] });
    await pincite(['vacuum']);
    const file = join(folder, '.pincite', 'pincite.db');
    const bytes = await readFile(file);
    for (let at = bytes.indexOf('closes at noon'); at >= 0; at = bytes.indexOf('closes at noon', at)) {
      bytes.write('closes at NOON', at);
    }
    await writeFile(file, bytes);
    const { code, stdout } = await pincite(['doctor', '--deep']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/default\/harbour-\w+: .*damaged/);
    expect(await pincite(['search', 'harbour'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/damaged[\s\S]*Restore a backup/),
    });
  });
});
