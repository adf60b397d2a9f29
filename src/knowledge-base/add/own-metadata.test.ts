import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';
import { chunkFieldNames, documentFieldNames } from '../../store/filter/fields.ts';
import type { Document } from '../../types.ts';
import { parseTask } from '../work/ingestion-task.ts';

const builtIn = [...documentFieldNames, ...chunkFieldNames];
let kb: KnowledgeBase;
let folder: string;
beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', ingest: { identity: ['project'] } });
  folder = await mkdtemp(join(tmpdir(), 'pincite-metadata-'));
  await writeFile(
    join(folder, 'otters.md'),
    '---\ntitle: Otters\ntype: note\ntags: [sea]\n---\n\nOtters swim.',
  );
});
afterAll(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const source = join('/nowhere', 'otters.md');
const text = { source: 'Otters swim.', sourceType: 'text' as const };

describe('a metadata key with the name of a built-in field', () => {
  it.each(builtIn)('%s is refused wherever it is given, with the name to use', async (name) => {
    const metadata = { [name]: 'mine' };
    const given = { ...text, documentId: name, metadata };
    const job = { collection: 'default', input: { source, sourceType: 'file' }, metadata: {}, force: false };
    const attempts: (() => Promise<unknown>)[] = [
      () => kb.addDocuments([given]),
      () => kb.addDocuments([{ ...given, metadata: {} }], { metadata }),
      () => kb.updateDocuments({ strategy: 'upsert', newDocuments: [given] }),
      () => kb.sync(folder, { metadata }),
      async () => parseTask({ ...job, metadata }),
      async () => parseTask({ ...job, input: { ...job.input, metadata } }),
      () => kb.updateDocuments({ chunkIds: ['a#0000'], metadataUpdates: metadata }),
    ];
    for (const attempt of attempts) {
      const error = await Promise.resolve()
        .then(attempt)
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'CONFIG' });
      expect(`${(error as Error).message} ${(error as { hint?: string }).hint}`).toContain(
        `metadata.${name}`,
      );
    }
    expect(await kb.collections()).toEqual([]);
  });

  it('is found by metadata.<name>, where it is given so', async () => {
    const own = Object.fromEntries(builtIn.map((name) => [`metadata.${name}`, `my ${name}`]));
    await kb.addDocuments([{ ...text, documentId: 'own', metadata: own }], { collection: 'own' });
    const { metadata } = await kb.document('own', { collection: 'own' });
    expect(metadata).toEqual(Object.fromEntries(builtIn.map((name) => [name, `my ${name}`])));
    for (const name of builtIn) {
      const found = await kb.documents({ [`metadata.${name}`]: `my ${name}` }, { collection: 'own' });
      expect(found, name).toHaveLength(1);
    }
    const { hits, warnings } = await kb.retrieve('otters', {
      collections: ['own'],
      filter: { type: 'my type' },
    });
    expect(hits).toEqual([]);
    expect(warnings).toContainEqual(expect.stringContaining('"metadata.type"'));
    const again = { ...text, documentId: 'own', metadata: own };
    expect(await kb.addDocuments([again], { collection: 'own' })).toMatchObject({ documentsSkipped: 1 });
  });

  it('tells owners apart under its own name', async () => {
    for (const owner of ['a', 'b', 'a']) {
      await kb.sync(folder, { collection: 'owners', metadata: { 'metadata.project': owner } });
    }
    expect(await kb.documents(undefined, { collection: 'owners' })).toHaveLength(2);
  });

  it('stands in a file, read anew with it, where no call says another', async () => {
    const collection = 'said';
    const notes = join(folder, 'notes.md');
    const add = async (said: string, options = {}) => {
      await writeFile(notes, `---\n${said}\n---\n\nOtters swim.`);
      await kb.addDocuments([{ source: notes, ...options }], { collection });
      const [{ type, tags, project }] = (await kb.documents(undefined, { collection })) as [Document];
      return { type, tags, project };
    };
    expect(await add('type: note\ntags: sea, tide', { project: 'p' })).toEqual({
      type: 'note',
      tags: ['sea', 'tide'],
      project: 'p',
    });
    expect(await add('type: memo')).toEqual({ type: 'memo', tags: ['sea', 'tide'], project: 'p' });
    expect(await add('type: memo\ntags: bay', { type: 'mine' })).toEqual({
      type: 'mine',
      tags: ['bay'],
      project: 'p',
    });
    await rm(notes);
  });

  it('counts in the order of hits, as does the type that stands in a file', async () => {
    const collection = 'weighed';
    const more = { ...text, documentId: 'more', metadata: { priority: 4 } };
    await kb.addDocuments([{ ...text, documentId: 'usual' }, more, folder], { collection });
    const first = async (options: RetrieveOptions) =>
      (await kb.retrieve('Otters swim', { collection, deduplicate: false, ...options })).hits[0]!.chunk;
    expect(await first({ importance: { field: 'metadata.priority', weight: 1 } })).toMatchObject({
      documentId: 'more',
    });
    const weighed = await first({ typeWeights: { note: 9 } });
    expect(await kb.document(weighed.documentId, { collection })).toMatchObject({
      type: 'note',
      tags: ['sea'],
    });
    const filter = { type: 'note', tags: 'sea' };
    expect((await first({ filter })).documentId).toBe(weighed.documentId);
  });

  it('in the front matter of a file fails no file', async () => {
    const response = await kb.addDocuments([folder], { collection: 'files' });
    expect(response).toMatchObject({ success: true, documentsInserted: 1 });
    expect(await kb.documents({ title: 'Otters' }, { collection: 'files' })).toHaveLength(1);
  });
});
