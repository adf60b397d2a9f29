import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../../index.ts';
import { findDocument } from './find-document.ts';

let kb: KnowledgeBase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-find-'));
  await mkdir(join(folder, 'old'));
  await writeFile(
    join(folder, 'Lease 2025.md'),
    'The tenant may terminate this lease with six months of notice.',
  );
  await writeFile(join(folder, 'minutes.md'), 'The board met and decided nothing.');
  await writeFile(join(folder, 'old', 'minutes.md'), 'The board met and decided to meet again.');
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([folder]);
});
afterAll(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const find = async (name: string) => (await findDocument(kb, name, 'default')).sourcePath;

it('finds a document by the name of its file', async () => {
  expect(await find('Lease 2025.md')).toBe(join(folder, 'Lease 2025.md'));
});

it('finds it by an id as a narrow list shows it', async () => {
  expect(await find('lease-2025-…')).toBe(join(folder, 'Lease 2025.md'));
});

it('asks which of several files of one name is meant', async () => {
  await expect(find('minutes.md')).rejects.toThrow(/"minutes.md" may mean 2 documents: minutes-/);
});

it('asks for what has the name in its id or title, and takes none of it', async () => {
  await expect(find('2025')).rejects.toMatchObject({
    hint: expect.stringMatching(/^Did you mean lease-2025-/) as string,
  });
});

it('takes no letter or two for the start of an id', async () => {
  await expect(find('l')).rejects.toThrow('There is no document "l"');
  await expect(find('…')).rejects.toThrow('There is no document "…"');
});

it('finds it by that name without its ending, though ids of others begin so', async () => {
  await kb.addDocuments([
    { source: 'Amended in May.', sourceType: 'text', documentId: 'Lease 2025-amended' },
  ]);
  expect(await find('Lease 2025')).toBe(join(folder, 'Lease 2025.md'));
});
