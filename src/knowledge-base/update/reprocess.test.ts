import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chunker } from '../../chunk/chunker.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

let folder: string;
const opened: KnowledgeBase[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-reprocess-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((kb) => kb.close()));
  await rm(folder, { recursive: true });
});

async function open(method: Chunker | 'structure' = 'structure'): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase({ store: `sqlite:${folder}`, chunking: { method } });
  opened.push(kb);
  return kb;
}

const text = (source: string) => ({ sourceType: 'text', documentId: 'a', source }) as const;

/** Lets somebody act while a document is being cut for the first time. */
const cutting = (meanwhile: () => Promise<unknown>): Chunker => {
  let waits = 0;
  return {
    name: 'whole',
    async chunk(document) {
      if (waits++ === 0) await meanwhile();
      return [{ charStart: 0, charEnd: document.text.length, kind: 'text', headingPath: [] }];
    },
  };
};

describe('reprocessing while another store on the same folder writes', () => {
  it('does not put chunks of an older text in the place of a newer one', async () => {
    const other = await open();
    await other.addDocuments([text('Otters swim in the rivers of the north.')]);
    const kb = await open(
      cutting(() => other.addDocuments([text('Herons wait at the lakes of the south.')])),
    );
    await kb.updateDocuments({ documentIds: ['a'], reprocessChunks: true });
    expect(await kb.document('a')).toMatchObject({ version: 3 });
    const { hits } = await kb.retrieve('herons', { mode: 'keyword' });
    expect(hits.map(({ chunk }) => chunk.content)).toEqual(['Herons wait at the lakes of the south.']);
  });

  it('keeps what has been said of the document meanwhile, and leaves one alone that has gone', async () => {
    const other = await open();
    await other.addDocuments([text('Otters swim in the rivers of the north.')]);
    const describing = cutting(() =>
      other.updateDocuments({ documentIds: ['a'], metadataUpdates: { client: 'acme' } }),
    );
    await (await open(describing)).updateDocuments({ documentIds: ['a'], reprocessChunks: true });
    expect(await other.document('a')).toMatchObject({ version: 2, metadata: { client: 'acme' } });
    const removing = await open(
      cutting(() => other.updateDocuments({ strategy: 'delete', documentIds: ['a'] })),
    );
    await removing.updateDocuments({ documentIds: ['a'], reprocessChunks: true });
    expect(await other.documents()).toEqual([]);
  });
});
