import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CollectionNotFoundError } from '../../errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { RetrieveOptions } from './retrieve-options.ts';

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    retrieval: { routing: [{ collections: ['default', 'gone'] }] },
  });
  const source = 'The pump is serviced every spring.';
  await kb.addDocuments([{ sourceType: 'text', source, documentId: 'pumps' }]);
});
afterAll(() => kb.close());

const warningsOf = async (options: RetrieveOptions) =>
  (await kb.retrieve('pump', { collection: 'default', ...options })).warnings;

describe('retrieve', () => {
  it.each([
    ['rerank', /^A reranker is not configured/],
    ['rewrite', /No language model is configured/],
    ['selfQuery', /No language model is configured/],
    ['hyde', /No language model is configured/], // with `mode: undefined`, as `pincite eval` calls it, it was silently off
  ])('says that it cannot %s without a model, where the call asks for it', async (key, warning) => {
    expect(await warningsOf({ mode: undefined, [key]: true })).toEqual([expect.stringMatching(warning)]);
    expect(await warningsOf({ mode: undefined, [key]: false })).toEqual([]);
  });

  it('says whether each stage did what was asked of it, and which did not', async () => {
    const whole = await kb.retrieve('pump', { collection: 'default' });
    expect(whole).toMatchObject({ success: true, degraded: [] });
    const part = await kb.retrieve('pump', { collection: 'default', rerank: true, hyde: true });
    expect(part.success).toBe(false);
    expect(part.degraded.map(({ stage }) => stage)).toEqual(['understand', 'rerank']);
    expect(part.degraded[0]!.reason).toMatch(/No language model is configured/);
  });

  it('searches by meaning alone where keywords are switched off, and refuses to search by nothing', async () => {
    const options = { collection: 'default', keyword: false, explain: true } as const;
    const { hits, stats, explanation } = await kb.retrieve('pump', options);
    expect(hits[0]!.keywordScore).toBeUndefined();
    expect(stats.stages.map(({ stage }) => stage)).not.toContain('keyword');
    expect(explanation!.skipped).toContainEqual({ stage: 'keyword', reason: 'keyword is false' });
    await expect(kb.retrieve('pump', { ...options, mode: 'keyword' })).rejects.toThrow(/nothing is left/);
  });

  it('gives what matches in place of whole chunks', async () => {
    const filler = Array.from({ length: 40 }, (_, index) => `Mill ${index} grinds corn.`).join(' ');
    const source = `${filler} The otter guards the sluice. ${filler}`;
    await kb.addDocuments([{ sourceType: 'text', source, documentId: 'long' }], { collection: 'long' });
    const options = { collection: 'long', contextWindow: 1, groupByDocument: true };
    const { hits, passages, groups } = await kb.retrieve('otter sluice', { ...options, fullChunks: false });
    const { content, charStart, charEnd } = hits[0]!.chunk;
    expect(content).toMatch(/^… .*The otter guards the sluice\./);
    expect(content.length).toBeLessThan(300);
    expect(charEnd - charStart).toBeGreaterThan(300);
    expect(passages).toEqual([]);
    expect(groups[0]!.hits[0]!.chunk.content).toBe(content);
    const whole = (await kb.retrieve('otter sluice', options)).hits[0]!.chunk;
    expect(whole.content).toBe(source.slice(whole.charStart, whole.charEnd));
    const answer = await kb.ask('What guards the sluice?', { ...options, fullChunks: false });
    expect(answer.citations[0]!.quote).toBe('The otter guards the sluice.');
    expect(answer.retrieval.hits[0]!.chunk.content.length).toBeLessThan(300);
  });

  it('says where a query would be searched, and searches nothing', async () => {
    const routing = [{ keywords: ['invoice'], collections: ['finance'] }];
    const routed = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { routing } });
    await routed.addDocuments([{ sourceType: 'text', source: 'An invoice.', documentId: 'i' }], {
      collection: 'finance',
    });
    expect(await routed.route('the invoice of May')).toEqual({
      collections: ['finance'],
      by: 'rule',
      reason: '“invoice”',
      warnings: [],
    });
    const named = await routed.route('the pump', { collection: 'finance' });
    expect(named).toMatchObject({ collections: ['finance'], by: 'default' });
    const absent = { collection: 'other' };
    await expect(routed.route('the invoice', absent)).rejects.toThrow(CollectionNotFoundError);
    await expect(routed.retrieve('the invoice', absent)).rejects.toThrow(CollectionNotFoundError);
    await expect(routed.route('the pump')).rejects.toThrow(/default/);
    await routed.close();
  });

  it('searches the collections that are there of several by default', async () => {
    for (const route of [true, false]) {
      const { hits, warnings } = await kb.retrieve('pump', { route });
      expect(hits).toHaveLength(1);
      expect(warnings).toEqual(['Routing names gone, which is no collection.']);
    }
  });
});
