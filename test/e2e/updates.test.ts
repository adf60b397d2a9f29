import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeanDocument, LeanSearch, SyncResult, UpdateResponse } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';

let folder: string;
const pincite = (...args: string[]) => runCli(args, { cwd: folder });
const list = async (...args: string[]) =>
  JSON.parse((await pincite('list', '--json', ...args)).stdout) as LeanDocument[];
const put = (path: string, text: string) => writeFile(join(folder, path), text);

/** Notes, and a store of them, for copies to begin with. */
let filled: string;
beforeAll(async () => {
  filled = await mkdtemp(join(tmpdir(), 'pincite-updates-'));
  await mkdir(join(filled, 'notes'));
  await writeFile(join(filled, 'notes/otters.md'), '# Otters\n\nOtters swim in rivers.');
  await writeFile(join(filled, 'notes/owls.md'), '# Owls\n\nOwls hunt at night.');
  expect(await runCli(['add', 'notes'], { cwd: filled })).toMatchObject({ code: 0 });
});
afterAll(() => rm(filled, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-updates-'));
  await cp(join(filled, 'notes'), join(folder, 'notes'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** The store that `pincite add notes` makes, with the paths of the folder that it was made in. */
const addNotes = () => cp(join(filled, '.pincite'), join(folder, '.pincite'), { recursive: true });

describe('pincite sync', () => {
  it('prints what it did, and first what it would do', async () => {
    await pincite('sync', 'notes');
    await put('notes/otters.md', '# Otters\n\nOtters dive.');
    await put('notes/new.md', 'Moles dig.');
    await rename(join(folder, 'notes/owls.md'), join(folder, 'notes/birds.md'));
    const planned = await pincite('sync', 'notes', '--dry-run');
    expect(planned.stdout).toBe(
      '> owls.md → birds.md\n+ new.md\n~ otters.md\n1 added, 1 replaced, 1 moved (dry run: nothing was changed)\n',
    );
    const done = await pincite('sync', 'notes');
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toMatch(/1 added, 1 replaced, 1 moved\n$/);
    const again = JSON.parse((await pincite('sync', 'notes', '--json')).stdout) as SyncResult;
    expect(again).toMatchObject({ success: true, documentsSkipped: 3, documentsInserted: 0 });
  });

  it('refuses to remove everything, with exit code 2', async () => {
    await pincite('sync', 'notes');
    await rm(join(folder, 'notes'), { recursive: true });
    const refused = await pincite('sync', 'notes');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(/--allow-empty/);
    expect((await pincite('sync', 'notes', '--allow-empty')).stdout).toMatch(/2 removed\n$/);
  });

  it('watches until Ctrl-C, and leaves a whole store behind', async () => {
    let [seen, stopped] = ['', false];
    const watching = runCli(['sync', 'notes', '--watch'], {
      cwd: folder,
      onStart: (child) => {
        child.stdout!.on('data', (text: string) => (seen += text));
        const stop = setInterval(() => {
          if (!stopped) return;
          clearInterval(stop);
          child.kill('SIGINT');
        }, 20);
      },
    });
    await vi.waitFor(() => expect(seen).toMatch(/2 added/), 20_000);
    await put('notes/later.md', 'Terns fly from pole to pole.');
    await vi.waitFor(() => expect(seen).toMatch(/\+ later\.md\n1 added/), 20_000);
    stopped = true;
    const result = await watching;
    expect(result).toMatchObject({ code: 130 });
    expect(result.stderr).toMatch(/Stopped watching\.\n$/);
    expect(await list()).toHaveLength(3);
  });
});

describe('pincite update', () => {
  it('changes metadata and fields of the documents named, by id, path or filter', async () => {
    await pincite('add', 'notes'); // whose paths are those of the folder
    const named = await pincite(
      'update',
      'notes/otters.md',
      '--set',
      'status=final',
      '--set',
      'project=rivers',
    );
    expect(named.stdout).toBe('1 document updated (1 chunk updated)\n');
    await pincite('update', '--where', '{"project": "rivers"}', '--metadata', '{"tags": ["a", "b"], "n": 5}');
    await pincite('update', '--document', 'otters', '--unset', 'status', '--set', 'title=Otter report');
    const [document] = await list('--where', '{"tags": "b"}');
    expect(document).toMatchObject({ title: 'Otter report', project: 'rivers', metadata: { n: 5 } });
    expect(document!.metadata).not.toHaveProperty('status');
  });

  it('replaces documents, and says when a request is contradictory or matches nothing', async () => {
    await addNotes();
    await put('terns.md', 'Terns fly from pole to pole.');
    const { stdout } = await pincite(
      'update',
      'owls',
      '--strategy',
      'replace',
      '--with',
      'terns.md',
      '--json',
    );
    expect(JSON.parse(stdout) as UpdateResponse).toMatchObject({ documentsInserted: 1, documentsDeleted: 1 });
    expect((await list()).map(({ title }) => title).sort()).toEqual(['Otters', 'terns']);
    expect(await pincite('update')).toMatchObject({ code: 2 });
    expect(await pincite('update', '--set', 'a=b')).toMatchObject({ code: 2 });
    const tags = await pincite('update', '--where', '{}', '--set', 'tags=a, b');
    expect(tags).toMatchObject({ code: 2 });
    expect(tags.stderr).toContain(`--metadata '{"tags":["a","b"]}'`);
    expect(await pincite('update', '--where', '{"title": "none"}', '--set', 'a=b')).toMatchObject({
      code: 1,
    });
  });

  it('cuts the documents again', async () => {
    await addNotes();
    const again = await pincite('update', '--where', '{"format": "markdown"}', '--reprocess');
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toBe('2 documents replaced (2 chunks added, 2 chunks removed)\n');
  });
});

describe('earlier versions', () => {
  it('stay, are found where they are asked for, and go with their document', async () => {
    await put('pincite.config.yaml', 'ingest:\n  keepVersions: true\n  keepOriginals: true\n');
    await pincite('add', 'notes/otters.md');
    await put('notes/otters.md', '# Otters\n\nOtters dive.');
    await pincite('add', 'notes/otters.md');
    expect((await list()).map(({ version }) => version)).toEqual([2]);
    expect((await list('--versions', 'all')).map(({ version }) => version)).toEqual([1, 2]);
    const search = async (...args: string[]) => {
      const { stdout } = await pincite('search', 'rivers', '--mode', 'keyword', '--json', ...args);
      return (JSON.parse(stdout) as LeanSearch).results.map(({ id }) => id);
    };
    expect(await search()).toEqual([]);
    const [chunkId] = await search('--versions', '2');
    expect(chunkId).toMatch(/#v1#0000$/);
    expect((await pincite('show', chunkId!)).stdout).toMatch(/Otters swim in rivers\./);
    expect((await pincite('show', 'otters', '--at-version', '1', '--text')).stdout).toMatch(/rivers/);
    await pincite('show', 'otters', '--at-version', '1', '--original', 'old.md');
    expect(await readFile(join(folder, 'old.md'), 'utf8')).toBe('# Otters\n\nOtters swim in rivers.');
    const removed = await pincite('remove', 'otters');
    expect(removed.stdout).toMatch(
      /^- otters-\w+\nRemoved 1 document, 1 earlier version, 2 chunks and 2 stored originals\.\n$/,
    );
    expect(await list('--versions', 'all')).toEqual([]);
  });
});
