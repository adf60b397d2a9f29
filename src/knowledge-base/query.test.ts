import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import type { RetrieveOptions } from './query.ts';

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    retrieval: { routing: { default: ['default', 'gone'] } },
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

  it('searches the collections that are there of several by default', async () => {
    for (const route of [true, false]) {
      const { hits, warnings } = await kb.retrieve('pump', { route });
      expect(hits).toHaveLength(1);
      expect(warnings).toEqual(['Routing names gone, which is no collection.']);
    }
  });
});
