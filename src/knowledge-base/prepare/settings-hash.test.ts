import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig, type ConfigInput } from '../../config/config.ts';
import { openKnowledgeBase } from '../../index.ts';
import { settingsHash } from './settings-hash.ts';

const embedder = { maxTokens: 512, tokenizer: 'a/tokenizer.json' };
const pdf = { chunking: undefined, format: 'pdf' as const };
const hashOf = (config: ConfigInput, document: Partial<Parameters<typeof settingsHash>[1]> = {}) =>
  settingsHash({ config: parseConfig(config), embedder, validate: true }, { ...pdf, ...document });

describe('settingsHash', () => {
  const usual = hashOf({});

  it('changes with whatever changes the chunks', () => {
    const others = [
      ...['token', 'recursive', 'semantic', 'hierarchical', 'code', 'wholeDocument'].map((method) =>
        hashOf({ chunking: { method: method as 'token' } }),
      ),
      hashOf({ chunking: { preset: 'legal' } }),
      hashOf({ chunking: { chunkSize: 100 } }),
      hashOf({ chunking: { overlap: 0 } }),
      hashOf({ chunking: { tokenizer: 'o200k_base' } }),
      hashOf({ chunking: { tokenizer: 'model' } }),
      hashOf({}, { chunking: { method: 'semantic', breakpoints: 'optimal' } }),
      hashOf({ chunking: { summaries: 'extractive' } }),
      hashOf({ chunking: { summaries: 'generative' } }),
      hashOf({ chunking: { contextualize: true } }),
      hashOf({ chunking: { describeFigures: true } }),
      hashOf({ chunking: { contextualize: true }, llm: { model: 'openai:gpt-5' } }),
      hashOf({ ingest: { keepOriginals: true } }),
      hashOf({ loading: { ocr: 'never' } }),
      hashOf({ loading: { ocr: 'always' } }),
      hashOf({ loading: { pdf: { parser: 'pdfjs' } } }),
      hashOf({ loading: { ocrLanguages: ['eng', 'eng'] } }),
      settingsHash({ config: parseConfig({}), embedder, validate: false }, pdf),
      settingsHash(
        { config: parseConfig({}), embedder: { ...embedder, maxTokens: 256 }, validate: true },
        pdf,
      ),
    ];
    expect(new Set([usual, ...others]).size).toBe(others.length + 1);
  });

  it('is the same for settings that come to the same', () => {
    const chunking = { chunkSize: 256, overlap: 100 };
    expect(hashOf({}, { chunking: { preset: 'legal' } })).toBe(hashOf({ chunking }));
    expect(hashOf({}, { chunking: {} })).toBe(usual);
    expect(hashOf({ loading: { maxPages: 7 } }, { chunking: { breakpoints: 'optimal' } })).toBe(usual);
    const text = { format: 'text' as const };
    expect(hashOf({ loading: { ocr: 'never' } }, text)).toBe(hashOf({}, text));
  });
});

describe('a document that is added again', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-settings-'));
    file = join(folder, 'otters.md');
    await writeFile(file, `# Otters\n\n${'Otters swim in the river every day. '.repeat(40)}`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const chunking = { chunkSize: 32, overlap: 0 };
  const open = (config: ConfigInput = {}, name = 'store') =>
    openKnowledgeBase({ store: `sqlite:${join(folder, `.${name}`)}`, ...config });

  it('is cut anew when it, or the configuration, says another way of cutting', async () => {
    const added: unknown[] = [];
    const add = async (config: ConfigInput, own?: typeof chunking) => {
      await using kb = await open(config);
      const { documentsSkipped, totalChunks } = await kb.addDocuments([{ source: file, chunking: own }]);
      added.push(documentsSkipped === 1 ? 'skipped' : totalChunks > 5 ? 'small' : 'large');
    };
    for (const own of [undefined, undefined, chunking, chunking, undefined]) await add({}, own);
    for (let nth = 0; nth < 2; nth += 1) await add({ chunking });
    await add({}, chunking); // the same, said otherwise
    expect(added).toEqual(['large', 'skipped', 'small', 'skipped', 'large', 'small', 'skipped', 'skipped']);
  });

  it('is cut anew by an upsert and by a sync, which follow the same rule', async () => {
    await using usual = await open({}, 'other');
    await usual.sync(folder);
    await usual.updateDocuments({ strategy: 'upsert', newDocuments: [file] });
    expect(await usual.documents()).toMatchObject([{ version: 1 }]);
    await using fine = await open({ chunking }, 'other');
    expect(await fine.sync(folder, { dryRun: true })).toMatchObject({ documentsReplaced: 1 });
    expect(await fine.sync(folder)).toMatchObject({ documentsReplaced: 1, documentsSkipped: 0 });
    expect(await fine.sync(folder)).toMatchObject({ documentsReplaced: 0, documentsSkipped: 1 });
    const newDocuments = [{ source: file, chunking: { chunkSize: 64, overlap: 0 } }];
    const upsert = { strategy: 'upsert' as const, newDocuments };
    expect(await fine.updateDocuments(upsert)).toMatchObject({ documentsReplaced: 1 });
    expect(await fine.updateDocuments(upsert)).toMatchObject({ documentsReplaced: 0, documentsSkipped: 1 });
  });

  it('is replaced when the same bytes come from elsewhere, and names and formats with them', async () => {
    await using kb = await open({ store: 'sqlite::memory:' });
    const plain = join(folder, 'otters.txt');
    await copyFile(file, plain);
    await kb.addDocuments([{ source: file, documentId: 'otters' }]);
    await kb.addDocuments([{ source: plain, documentId: 'otters' }]);
    expect(await kb.document('otters')).toMatchObject({ sourcePath: plain, format: 'text', version: 2 });
    await rm(plain);
  });

  it('is left alone after an export and an import, a copy, and updates of metadata', async () => {
    await using kb = await open({ chunking }, 'first');
    await kb.addDocuments([file]);
    const [{ documentId, settingsHash: before }] = (await kb.documents()) as [never];
    await kb.updateDocuments({ documentIds: [documentId], metadataUpdates: { status: 'final' } });
    await using imported = await open({ chunking }, 'second');
    await imported.import(kb.export());
    await using copy = await open({ chunking }, 'third');
    await kb.copyTo(copy);
    for (const one of [kb, imported, copy]) {
      expect(await one.document(documentId)).toMatchObject({ settingsHash: before });
      expect(await one.addDocuments([file])).toMatchObject({ documentsSkipped: 1 });
    }
  });

  it('is left alone where the settings were not noted, unless it is to be cut in its own way', async () => {
    await using kb = await open({}, 'noted');
    await kb.addDocuments([file]);
    const lines: string[] = [];
    for await (const line of kb.export()) lines.push(line);
    await using older = await open({ chunking: { chunkSize: 100 } }, 'older');
    await older.import(lines.map((line) => line.replace(/,"settingsHash":"\w+"/, '')));
    const [document] = await older.documents();
    expect(document).not.toHaveProperty('settingsHash');
    expect(await older.addDocuments([file])).toMatchObject({ documentsSkipped: 1 });
    expect(await older.sync(folder)).toMatchObject({ documentsSkipped: 1, documentsReplaced: 0 });
    const own = await older.addDocuments([{ source: file, chunking }]);
    expect(own).toMatchObject({ documentsReplaced: 1 });
    expect(await older.documents()).toMatchObject([{ settingsHash: expect.any(String) }]);
  });
});
