import { mkdir, mkdtemp, realpath, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { SyncOptions } from './sync-options.ts';

let kb: KnowledgeBase;
let folder: string;
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', loading: { maxBytes: 100_000 } });
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pincite-sync-')));
});
afterEach(async () => {
  await kb.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
/** Outcomes by path. */
const sync = async (options: SyncOptions = {}) =>
  Object.fromEntries((await kb.sync(folder, options)).files.map(({ path, outcome }) => [path, outcome]));
const mirrored = async () =>
  (await kb.documents()).map(({ sourcePath }) => sourcePath.slice(folder.length + 1)).sort();
const animals = {
  'otters.md': '# Otters\n\nOtters swim in rivers.',
  'birds/owls.md': '# Owls\n\nOwls hunt at night.',
  'birds/terns.txt': 'Terns fly from pole to pole.',
};

describe('a synchronised folder', () => {
  it('is added, then found unchanged, then followed in all that changes', async () => {
    await write(animals);
    expect(await kb.sync(folder)).toMatchObject({
      success: true,
      dryRun: false,
      folder,
      documentsInserted: 3,
      documentsSkipped: 0,
      chunksAdded: 3,
      chunksDeleted: 0,
      errors: [],
    });
    expect(await kb.sync(folder)).toMatchObject({
      documentsInserted: 0,
      documentsSkipped: 3,
      chunksAdded: 0,
    });
    await write({ 'new.md': 'Moles dig.', 'otters.md': 'Otters dive.' });
    await rm(join(folder, 'birds/owls.md'));
    expect(await sync()).toEqual({
      'birds/owls.md': 'deleted',
      'birds/terns.txt': 'skipped',
      'new.md': 'inserted',
      'otters.md': 'replaced',
    });
    expect(await mirrored()).toEqual(['birds/terns.txt', 'new.md', 'otters.md']);
    const { hits } = await kb.retrieve('owls otters', { mode: 'keyword' });
    expect(hits.map(({ chunk }) => chunk.content)).toEqual(['Otters dive.']);
  });

  it('follows more files than are written at once', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `old/${index}.txt`);
    await write(Object.fromEntries(names.map((name, index) => [name, `Animal number ${index} swims.`])));
    await kb.sync(folder);
    const idsByText = async () => {
      const documents = await kb.documents();
      const texts = documents.map(({ sourceHash, documentId }) => [sourceHash, documentId] as const);
      return Object.fromEntries(texts);
    };
    const before = await idsByText();
    await rename(join(folder, 'old'), join(folder, 'new'));
    const result = await kb.sync(folder);
    expect(result).toMatchObject({ documentsMoved: 130, documentsInserted: 0, documentsDeleted: 0 });
    expect(await idsByText()).toEqual(before);
    expect(await kb.sync(folder)).toMatchObject({ documentsSkipped: 130, documentsMoved: 0 });
  });

  it('keeps id, chunks and vectors of a file that was renamed or moved', async () => {
    await write(animals);
    await kb.sync(folder);
    const before = await kb.documents();
    const chunks = await kb.chunks(before.find(({ title }) => title === 'Owls')!.documentId);
    await rename(join(folder, 'birds'), join(folder, 'fowl'));
    await rename(join(folder, 'fowl/owls.md'), join(folder, 'fowl/night.md'));
    const result = await kb.sync(folder);
    expect(result).toMatchObject({
      documentsMoved: 2,
      documentsInserted: 0,
      documentsDeleted: 0,
      chunksAdded: 0,
    });
    expect(result.files.find(({ outcome }) => outcome === 'moved')).toMatchObject({
      path: 'fowl/night.md',
      from: 'birds/owls.md',
      documentId: chunks[0]!.documentId,
    });
    expect(await mirrored()).toEqual(['fowl/night.md', 'fowl/terns.txt', 'otters.md']);
    expect(await kb.chunks(chunks[0]!.documentId)).toEqual(chunks);
    expect(await kb.documents({ sourcePath: join(folder, 'fowl/night.md') })).toMatchObject([{ version: 1 }]);
  });

  it('takes a new file where a moved one was for another document', async () => {
    await write({ 'a.md': 'Otters swim.' });
    await kb.sync(folder);
    await rename(join(folder, 'a.md'), join(folder, 'b.md'));
    await kb.sync(folder);
    await write({ 'a.md': 'Owls hunt.' });
    expect(await sync()).toEqual({ 'a.md': 'inserted', 'b.md': 'skipped' });
    expect(await mirrored()).toEqual(['a.md', 'b.md']);
    await rm(join(folder, 'a.md'));
    expect(await sync()).toEqual({ 'a.md': 'deleted', 'b.md': 'skipped' });
  });

  it('sees a change that keeps size and time of modification', async () => {
    await write({ 'a.md': 'Otters swim.' });
    const long = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, 'a.md'), long, long);
    await kb.sync(folder);
    await write({ 'a.md': 'Otters dive.' });
    await utimes(join(folder, 'a.md'), long, long);
    expect((await stat(join(folder, 'a.md'))).size).toBe('Otters swim.'.length);
    expect(await sync()).toEqual({ 'a.md': 'replaced' });
  });

  it('leaves a touched file as it is', async () => {
    await write({ 'a.md': 'Otters swim.' });
    await kb.sync(folder);
    await utimes(join(folder, 'a.md'), new Date(), new Date(2_000_000_000_000));
    expect(await sync()).toEqual({ 'a.md': 'skipped' });
    expect((await kb.documents())[0]!.version).toBe(1);
  });

  it('says what it would do, and does nothing, in a dry run', async () => {
    await write(animals);
    expect(await kb.sync(folder, { dryRun: true })).toMatchObject({ dryRun: true, documentsInserted: 3 });
    expect(await kb.collections()).toEqual([]);
    await kb.sync(folder);
    await write({ 'otters.md': 'Otters dive.', 'new.md': 'Moles dig.' });
    await rename(join(folder, 'birds/owls.md'), join(folder, 'owls.md'));
    await rm(join(folder, 'birds/terns.txt'));
    const before = await kb.documents();
    const planned = await sync({ dryRun: true });
    expect(planned).toEqual({
      'birds/terns.txt': 'deleted',
      'new.md': 'inserted',
      'otters.md': 'replaced',
      'owls.md': 'moved',
    });
    expect(await kb.documents()).toEqual(before);
    expect(await sync()).toEqual(planned);
  });
});

describe('what sync leaves alone', () => {
  it('is all that did not come from the folder', async () => {
    await write(animals);
    const elsewhere = await mkdtemp(join(tmpdir(), 'pincite-else-'));
    await writeFile(join(elsewhere, 'a.md'), 'Beavers build dams.');
    await kb.addDocuments([
      join(elsewhere, 'a.md'),
      { sourceType: 'text', documentId: 'note', source: 'A note.' },
    ]);
    await kb.sync(folder);
    await rm(join(folder, 'otters.md'));
    await kb.sync(folder);
    expect((await kb.documents()).length).toBe(4);
    await kb.sync(elsewhere);
    await rm(elsewhere, { recursive: true });
    await kb.sync(folder);
    expect((await kb.documents({ documentId: 'note' })).length).toBe(1);
    expect((await kb.documents()).length).toBe(4);
  });

  it('is the document of a file that cannot be read now', async () => {
    await write(animals);
    await kb.sync(folder);
    await write({ 'otters.md': 'x'.repeat(100_001) });
    const result = await kb.sync(folder);
    expect(result).toMatchObject({ success: false, documentsSkipped: 2, documentsDeleted: 0 });
    expect(result.files.find(({ path }) => path === 'otters.md')?.outcome).toBe('failed');
    expect(result.errors).toMatchObject([
      { source: join(folder, 'otters.md'), error: { code: 'LIMIT_EXCEEDED' } },
    ]);
    expect((await kb.retrieve('otters', { mode: 'keyword' })).hits).toHaveLength(1);
    await write({ 'otters.md': 'Otters dive.' });
    expect((await sync())['otters.md']).toBe('replaced');
  });

  it('is everything, when the folder is gone or empty and nobody says that this is meant', async () => {
    await write(animals);
    await kb.sync(folder);
    for (const path of ['otters.md', 'birds']) await rm(join(folder, path), { recursive: true });
    await expect(kb.sync(folder)).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining('allowEmpty'),
    });
    await rm(folder, { recursive: true });
    await expect(kb.sync(folder)).rejects.toMatchObject({ code: 'CONFIG' });
    expect(await kb.documents()).toHaveLength(3);
    expect(await kb.sync(folder, { allowEmpty: true })).toMatchObject({
      documentsDeleted: 3,
      chunksDeleted: 3,
    });
    await expect(kb.sync(folder)).rejects.toMatchObject({ code: 'LOAD' });
  });

  it('is what ignore files, options and formats leave out; a document that is left out later goes', async () => {
    await write({ ...animals, 'picture.png': 'x', 'drafts/a.md': 'Draft.', '.pinciteignore': 'drafts/\n' });
    await symlink('/etc/hosts', join(folder, 'hosts.txt'));
    const result = await kb.sync(folder);
    expect(await mirrored()).toEqual(Object.keys(animals).sort());
    expect(result.ignored).toEqual(['picture.png']);
    expect(result.warnings.join()).toMatch(/hosts\.txt is a symbolic link/);
    expect((await sync({ ignore: ['birds'] }))['birds/owls.md']).toBe('deleted');
  });

  it('is the store’s own folder', async () => {
    await write(animals);
    const inside = await openKnowledgeBase({
      store: `sqlite:${join(folder, 'store')}`,
      ingest: { keepOriginals: true },
    });
    expect(await inside.sync(folder)).toMatchObject({ documentsInserted: 3 });
    expect(await inside.sync(folder)).toMatchObject({
      documentsSkipped: 3,
      documentsInserted: 0,
      ignored: [],
      warnings: [],
    });
    await inside.close();
    await kb.sync(folder);
    expect((await kb.sync(folder, { dryRun: true })).warnings).toEqual([
      'store is a store of documents; it was left out.',
    ]);
  });
});

describe('documents that were added before', () => {
  it('are followed from then on, without embedding them again', async () => {
    await write(animals);
    await kb.addDocuments([folder]);
    expect(await kb.sync(folder)).toMatchObject({ documentsSkipped: 3, documentsInserted: 0 });
    await rename(join(folder, 'otters.md'), join(folder, 'o.md'));
    expect(await kb.sync(folder)).toMatchObject({ documentsMoved: 1, documentsSkipped: 2 });
  });

  it('are each owner’s own', async () => {
    await write({ 'a.md': 'Otters swim.' });
    await kb.sync(folder, { metadata: { user_id: 'ann' } });
    await kb.sync(folder, { metadata: { user_id: 'ben' } });
    expect(await kb.documents()).toHaveLength(2);
    await write({ 'b.md': 'Owls hunt.' });
    await rm(join(folder, 'a.md'));
    await kb.sync(folder, { metadata: { user_id: 'ann' } });
    expect(await kb.documents({ user_id: 'ben' })).toMatchObject([{ sourcePath: join(folder, 'a.md') }]);
  });
});

it('goes on after it was stopped', async () => {
  await write(
    Object.fromEntries(Array.from({ length: 140 }, (_, index) => [`${index}.md`, `Otter ${index} swims.`])),
  );
  const controller = new AbortController();
  let stored = 0;
  const stopped = kb.sync(folder, {
    signal: controller.signal,
    onProgress: (event) => {
      if (event.kind === 'end') stored += 1;
      if (stored === 5) controller.abort(new Error('enough'));
    },
  });
  await expect(stopped).rejects.toThrow('enough');
  expect(stored).toBeLessThan(140);
  expect(await kb.documents()).toHaveLength(stored);
  expect(await kb.sync(folder)).toMatchObject({
    documentsInserted: 140 - stored,
    documentsSkipped: stored,
  });
});

it('keeps what it replaces as earlier versions where it is told to', async () => {
  await write({ 'a.md': 'Otters swim.' });
  await kb.sync(folder, { keepVersions: true });
  await write({ 'a.md': 'Otters dive deep.' });
  expect(await kb.sync(folder, { keepVersions: true })).toMatchObject({
    documentsReplaced: 1,
    chunksDeleted: 0,
  });
  expect(await kb.documents(undefined, { versions: 'all' })).toHaveLength(2);
  await write({ 'b.md': 'Owls hunt.' });
  await rm(join(folder, 'a.md'));
  expect(await kb.sync(folder)).toMatchObject({ documentsDeleted: 1, chunksDeleted: 2 });
  expect(await kb.documents(undefined, { versions: 'all' })).toHaveLength(1);
});

it('refuses to watch a dry run, and what is no folder', async () => {
  await write(animals);
  await expect(kb.sync(folder, { dryRun: true, watch: true })).rejects.toMatchObject({ code: 'CONFIG' });
  await expect(kb.sync(join(folder, 'otters.md'))).rejects.toMatchObject({ code: 'LOAD' });
});
