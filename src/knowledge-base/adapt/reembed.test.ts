import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../embed/embedder.ts';
import { EmbeddingError } from '../../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

let folder: string;
/** Every text that the model was given, and how many calls it still answers. */
let sent: string[];
let callsLeft: number;
const opened: KnowledgeBase[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-reembed-'));
  sent = [];
  callsLeft = Infinity;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((kb) => kb.close()));
  await rm(folder, { recursive: true });
});

const paid: Embedder = {
  modelId: 'paid',
  dimensions: 2,
  maxTokens: 1000,
  cacheable: true,
  limits: { batchSize: 5, concurrency: 1 },
  async embed(texts) {
    if (callsLeft <= 0) throw new EmbeddingError('the model is gone', { hint: 'Wait.' });
    callsLeft -= 1;
    sent.push(...texts);
    return texts.map(() => Float32Array.of(1, 0));
  },
};

async function open(model: Embedder | 'built-in'): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase({ store: `sqlite:${folder}`, embedding: { model } }, { check: 'none' });
  opened.push(kb);
  return kb;
}

const addNotes = (kb: KnowledgeBase, collection?: string) =>
  kb.addDocuments(
    Array.from({ length: 20 }, (_, number) => ({
      sourceType: 'text' as const,
      documentId: `${number}`,
      source: `Note ${number} of the harbour.`,
    })),
    { collection },
  );

describe('reembedding with a model that is paid for', () => {
  it('sends nothing again that it embedded before it failed', async () => {
    await addNotes(await open('built-in'));
    const kb = await open(paid);
    callsLeft = 2;
    await expect(kb.reembed()).rejects.toThrow('the model is gone');
    expect(sent).toHaveLength(10);
    callsLeft = Infinity;
    expect(await kb.reembed()).toMatchObject({ changed: true, chunks: 20 });
    expect(sent).toHaveLength(20);
    expect(new Set(sent).size).toBe(20);
  });

  it('sends nothing that another collection has, and everything by force', async () => {
    await addNotes(await open('built-in'));
    const kb = await open(paid);
    await addNotes(kb, 'other');
    expect(sent).toHaveLength(20);
    await kb.reembed();
    expect(sent).toHaveLength(20);
    await kb.reembed({ force: true });
    expect(sent).toHaveLength(40);
  });
});
