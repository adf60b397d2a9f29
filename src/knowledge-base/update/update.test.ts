import type { Filter } from '../../store/filter/filter.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoDocumentsFoundError } from '../../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

let kb: KnowledgeBase;
let folder: string;
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  folder = await mkdtemp(join(tmpdir(), 'pincite-update-'));
});
afterEach(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const text = (documentId: string, source: string, more: object = {}) =>
  ({ sourceType: 'text', documentId, source, ...more }) as const;
const ids = async (filter?: Filter) => (await kb.documents(filter)).map(({ documentId }) => documentId);
const found = async (query: string, options = {}) =>
  (await kb.retrieve(query, { mode: 'keyword', ...options })).hits.map(({ chunk }) => chunk.chunkId);

describe('a document’s own fields', () => {
  beforeEach(() => kb.addDocuments([text('a', 'Otters swim.', { tags: ['old'] })]));

  it('change by their names, and filters see it at once', async () => {
    const metadataUpdates = {
      title: 'Otter report',
      tags: ['new', 'final'],
      project: 'rivers',
      client: 'acme',
    };
    const response = await kb.updateDocuments({ documentIds: ['a'], metadataUpdates });
    expect(response).toMatchObject({ strategyUsed: 'metadata', documentsAffected: 1, chunksUpdated: 1 });
    expect(await kb.document('a')).toMatchObject({
      title: 'Otter report',
      tags: ['new', 'final'],
      project: 'rivers',
      metadata: { client: 'acme' },
      version: 1,
    });
    expect(await ids({ title: 'Otter report', tags: 'final', project: 'rivers' })).toEqual(['a']);
    expect(await ids({ tags: 'old' })).toEqual([]);
    expect(await found('otters', { filter: { tags: 'new' } })).toEqual(['a#0000']);
  });

  it('go away by null, a list by becoming empty', async () => {
    await kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { project: 'rivers', type: 'note' } });
    await kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { project: null, tags: null } });
    const document = await kb.document('a');
    expect(document).toMatchObject({ type: 'note', tags: [] });
    expect(document).not.toHaveProperty('project');
    expect(await ids({ project: { $exists: true } })).toEqual([]);
  });

  it('have a date that is one', async () => {
    const set = (dateCreated: string | number) =>
      kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { dateCreated } });
    await set(2024);
    expect(await kb.document('a')).toMatchObject({ dateCreated: '2024' });
    await set('2024-05-31');
    for (const wrong of ['notadate', '2024-13-45', true]) {
      await expect(set(wrong as string)).rejects.toMatchObject({ code: 'CONFIG' });
    }
    await expect(set('soon')).rejects.toThrow('dateCreated: must be a date of ISO 8601, such as 2024');
    await expect(kb.addDocuments([text('b', 'Beavers build.', { dateCreated: 'soon' })])).rejects.toThrow(
      'ISO 8601',
    );
    expect(await kb.document('a')).toMatchObject({ dateCreated: '2024-05-31' });
  });

  it('stay apart from metadata of the same name', async () => {
    await kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { 'metadata.title': 'my own' } });
    expect(await kb.document('a')).toMatchObject({ title: 'a', metadata: { title: 'my own' } });
    expect(await ids({ 'metadata.title': 'my own' })).toEqual(['a']);
  });

  it('are refused where nothing can change them, and change nothing then', async () => {
    const update = (metadataUpdates: object, more: object = { documentIds: ['a'] }) =>
      kb.updateDocuments({ metadataUpdates: { client: 'acme', ...metadataUpdates }, ...more });
    await expect(update({ chunkCount: 5 })).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining('metadata.chunkCount'),
    });
    await expect(update({ kind: 'table' })).rejects.toThrow(/kind is a built-in field/);
    await expect(update({ title: null })).rejects.toThrow(/title/);
    await expect(update({ project: 5 })).rejects.toThrow(/project/);
    await expect(update({ title: 'x' }, { chunkIds: ['a#0000'] })).rejects.toThrow(
      /built-in field of chunks/,
    );
    expect((await kb.document('a')).metadata).toEqual({});
  });

  it('tell single chunks from documents', async () => {
    const response = await kb.updateDocuments({ chunkIds: ['a#0000'], metadataUpdates: { review: 'done' } });
    expect(response).toMatchObject({ chunksUpdated: 1, documentsAffected: 1, updatedDocumentIds: ['a'] });
    expect((await kb.chunks('a'))[0]!.metadata).toEqual({ review: 'done' });
    const none = kb.updateDocuments({ chunkIds: ['a#0007'], metadataUpdates: { review: 'done' } });
    await expect(none).rejects.toBeInstanceOf(NoDocumentsFoundError);
  });
});

describe('requests', () => {
  it('are refused when they are unbounded or say too little', async () => {
    await kb.addDocuments([text('a', 'Otters swim.')]);
    for (const request of [
      { strategy: 'delete' },
      { strategy: 'replace', newDocuments: [text('b', 'Owls hunt.')] },
      { strategy: 'replace', documentIds: ['a'] },
      { strategy: 'upsert' },
      { strategy: 'append' },
      { metadataUpdates: { status: 'final' } },
      { reprocessChunks: true },
      { strategy: 'upsert', newDocuments: [], reprocessChunks: true },
    ] as const) {
      await expect(kb.updateDocuments(request as never)).rejects.toMatchObject({ code: 'CONFIG' });
    }
    expect(await ids()).toEqual(['a']);
  });
});

describe('reprocessChunks', () => {
  const long = 'Otters swim in the river every day. '.repeat(60);

  it('cuts and embeds again by the settings in force, with what is said of the document now', async () => {
    const path = join(folder, 'otters.txt');
    await writeFile(path, long);
    const shared = `sqlite:${join(folder, 'store')}`;
    const coarse = await openKnowledgeBase({ store: shared });
    await coarse.addDocuments([{ source: path, documentId: 'a' }]);
    const before = (await coarse.chunks('a')).length;
    await coarse.close();
    const fine = await openKnowledgeBase({ store: shared, chunking: { chunkSize: 32, overlap: 0 } });
    const response = await fine.updateDocuments({
      documentIds: ['a'],
      metadataUpdates: { title: 'Zanzibar', description: 'Mine.' },
      reprocessChunks: true,
    });
    const after = await fine.chunks('a');
    expect(response).toMatchObject({ success: true, chunksDeleted: before, chunksAdded: after.length });
    expect(after.length).toBeGreaterThan(before);
    expect(await fine.document('a')).toMatchObject({ title: 'Zanzibar', description: 'Mine.', version: 2 });
    expect((await fine.retrieve('zanzibar', { mode: 'keyword' })).hits.length).toBeGreaterThan(0);
    await fine.close();
  });

  it('takes the marks of single chunks over to the same text', async () => {
    await kb.addDocuments([text('a', long, { metadata: { client: 'acme' } })]);
    await kb.updateDocuments({ chunkIds: ['a#0000'], metadataUpdates: { review: 'done' } });
    await kb.updateDocuments({ documentIds: ['a'], metadataUpdates: { client: 'b' }, reprocessChunks: true });
    expect((await kb.chunks('a'))[0]!.metadata).toEqual({ client: 'b', review: 'done' });
  });

  it('reports a document whose source is gone, and leaves it as it was', async () => {
    const path = join(folder, 'page.html');
    await writeFile(path, '<html><body><p>Otters swim in rivers, says this page.</p></body></html>');
    await kb.addDocuments([{ source: path, documentId: 'a' }, text('b', 'Owls hunt at night.')]);
    await rm(path);
    const response = await kb.updateDocuments({
      filter: { $or: [{ format: 'html' }, { format: 'text' }] },
      reprocessChunks: true,
    });
    expect(response).toMatchObject({ success: false, documentsReplaced: 1 });
    expect(response.errors).toMatchObject([{ documentId: 'a', error: { code: 'LOAD' } }]);
    expect(await found('otters')).toEqual(['a#0000']);
  });

  it('reads the kept original where the source is gone', async () => {
    const keeping = await openKnowledgeBase({ store: 'sqlite::memory:', ingest: { keepOriginals: true } });
    const path = join(folder, 'page.html');
    await writeFile(path, '<html><body><p>Otters swim in rivers, says this page.</p></body></html>');
    await keeping.addDocuments([{ source: path, documentId: 'a' }]);
    await rm(path);
    const response = await keeping.updateDocuments({ documentIds: ['a'], reprocessChunks: true });
    expect(response).toMatchObject({ success: true, chunksAdded: 1, originalsDeleted: 0 });
    expect(await keeping.original('a')).toBeDefined();
    await keeping.close();
  });

  it('replaces nothing that is added under the same id meanwhile', async () => {
    let whenEmbedding: (() => Promise<unknown>) | undefined;
    const embed = async (texts: readonly string[]) => {
      const waited = whenEmbedding?.();
      whenEmbedding = undefined;
      await waited;
      return texts.map(({ length }) => Float32Array.of(1, length));
    };
    const model = { modelId: 'waiting', dimensions: 2, maxTokens: 1000, embed };
    const waiting = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { model } });
    await waiting.addDocuments([text('a', 'Otters swim.')]);
    let adding: Promise<unknown> | undefined;
    whenEmbedding = async () => {
      adding = waiting.addDocuments([text('a', 'Otters dive.')]);
      // Long enough for it to be stored, were it not to wait.
      await Promise.race([adding, new Promise((resolve) => setTimeout(resolve, 300))]);
    };
    await waiting.updateDocuments({
      documentIds: ['a'],
      metadataUpdates: { seen: true },
      reprocessChunks: true,
    });
    await adding;
    expect((await waiting.chunks('a')).map(({ content }) => content)).toEqual(['Otters dive.']);
    await waiting.close();
  });
});
