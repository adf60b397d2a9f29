/** Reranking through the library, as it is configured: a local model, a server, a language model, one's own. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/index.ts';
import type { ConfigInput } from '../../src/index.ts';
import { startRerankingServer } from '../support/reranking-server.ts';
import { tinyModel, writeModelFolder } from '../support/onnx/model-folder.ts';

const texts = [
  'The turbine is inspected every year by the board.',
  'The board meets every year, and pays a dividend in May.',
  'A share of the dividend is paid to the inspectors of the turbine.',
];
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function knowledgeBase(reranking: ConfigInput['reranking']): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase(
    { store: 'sqlite::memory:', reranking, calls: { maxRetries: 0 } },
    { check: 'none' },
  );
  open.push(kb);
  await kb.addDocuments(
    texts.map((source, index) => ({ source, sourceType: 'text' as const, documentId: `d${index}` })),
  );
  return kb;
}

describe('a configured reranker', () => {
  it('orders the hits with a local model, and is among what is checked', async () => {
    const folder = await writeModelFolder('small', tinyModel({ outputs: 'logits' }));
    open.push({ close: () => rm(path.dirname(folder), { recursive: true }) });
    const kb = await knowledgeBase({ model: folder });
    const { hits, stats, warnings } = await kb.retrieve('dividend of the turbine');
    const scores = hits.map(({ rerankScore }) => rerankScore!);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(hits.map(({ relevanceScore }) => relevanceScore)).toEqual(scores);
    expect(stats.stages.map(({ stage }) => stage)).toContain('rerank');
    expect(warnings).toEqual([]);
    const plain = await kb.retrieve('dividend of the turbine', { rerank: false });
    expect(plain.hits.every(({ rerankScore }) => rerankScore === undefined)).toBe(true);
    expect(await kb.health()).toContainEqual({
      part: 'reranking',
      ok: true,
      detail: expect.stringMatching(/^onnx:small@/),
    });
  });

  it('asks a server once for a query, and keeps the order of the searches when that fails', async () => {
    const server = await startRerankingServer();
    open.push(server);
    const kb = await knowledgeBase({ model: 'rerank-compatible:m', baseUrl: server.baseUrl });
    const first = await kb.retrieve('dividend');
    expect(await kb.retrieve('dividend')).toMatchObject({ hits: first.hits });
    expect(server.requests).toHaveLength(1);
    server.reply({ status: 500 });
    const failed = await kb.retrieve('turbine');
    expect(failed.warnings).toEqual([expect.stringMatching(/Reranking failed/)]);
    const plain = await kb.retrieve('turbine', { rerank: false });
    expect(failed.hits).toEqual(plain.hits);
    const isHealthy = async () => (await kb.health()).find(({ part }) => part === 'reranking')!.ok;
    server.reply({});
    expect(await isHealthy()).toBe(true);
    server.reply({ status: 500 });
    expect(await isHealthy()).toBe(false);
    expect(failed.hits.length).toBeGreaterThan(0);
  });

  it("takes one's own, and refuses what is none", async () => {
    const kb = await knowledgeBase({
      model: {
        modelId: 'mine',
        rerank: async (_, passages) => passages.map((text) => Number(text.includes('pays'))),
      },
    });
    const { hits } = await kb.retrieve('turbine');
    expect(hits[0]!.chunk.documentId).toBe('d1');
    await expect(openKnowledgeBase({ reranking: { model: 'coher:x' } }, { check: 'none' })).rejects.toThrow(
      /reranking\.model/,
    );
    await expect(openKnowledgeBase({ reranking: { model: 'tei:x' } }, { check: 'none' })).rejects.toThrow(
      /baseUrl/,
    );
    await expect(openKnowledgeBase({ reranking: { model: 'llm' } }, { check: 'none' })).rejects.toThrow(
      /No language model/,
    );
  });
});
