import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderChunkPage } from '../src/apps/cli/chunk-page/page.ts';
import { renderReport } from '../src/evaluate/report/report.ts';
import { exportAnswer, openKnowledgeBase } from '../src/index.ts';

let folder: string;
const write = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-own-'));
  await mkdir(join(folder, 'out'));
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([{ source: 'Otters swim in rivers.', sourceType: 'text', documentId: 'otters' }]);
  const lines: string[] = [];
  for await (const line of kb.export()) lines.push(line);
  const preview = await kb.previewChunks({
    source: 'Otters swim.',
    sourceType: 'text',
    documentId: 'otters',
  });
  const dataset = {
    name: 'own',
    queries: [{ queryId: '1', query: 'Otters?', relevantDocuments: new Map([['otters', 1]]) }],
  };
  const result = await kb.evaluate({ ...dataset, documents: undefined, references: [], warnings: [] });
  await write({
    'notes.html':
      '<!doctype html><title>Notes</title><p>pincite ask wrote of otters that swim in rivers.</p>',
    'answer.md': '# Otters\n\nOtters swim.',
    'rows.jsonl': '{"kind":"river","name":"Otter"}\n{"kind":"lake","name":"Swan"}\n',
    'out/what-i-asked.html': await exportAnswer(await kb.ask('Where do otters swim?'), 'html'),
    'out/chunks.html': renderChunkPage(preview),
    'out/report.html': renderReport(result, { command: 'pincite eval', date: new Date(0) }),
    'out/all.jsonl': lines.join(''),
  });
});
afterAll(() => rm(folder, { recursive: true }));

it('what Pincite wrote is left out of folders, with a note, by add and by sync', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const added = await kb.addDocuments([folder], { collection: 'added' });
  const synced = await kb.sync(folder, { collection: 'synced' });
  expect(added).toMatchObject({ documentsInserted: 3, errors: [] });
  expect(synced).toMatchObject({ documentsInserted: 3, errors: [] });
  for (const { warnings } of [added, synced]) {
    const note = warnings.find((warning) => warning.includes('Pincite wrote them'));
    for (const name of ['what-i-asked.html', 'chunks.html', 'report.html', 'all.jsonl']) {
      expect(note).toContain(name);
    }
  }
});

it('is added where it is named itself', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const path = join(folder, 'out/what-i-asked.html');
  expect(await kb.addDocuments([path])).toMatchObject({ documentsInserted: 1 });
});
