import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EvaluationDataset } from '../../evaluate/datasets/dataset.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

/** Questions mean what is ample, whatever their words. */
const embedder = {
  modelId: 'ample',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => (/ample|\?/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1))),
};
const texts = { right: 'ample rooms with windows', wrong: 'big flat for rent' };
const query = 'a big flat for rent?';

const open = (vectorWeight = 0.4) =>
  openKnowledgeBase({
    store: 'sqlite::memory:',
    embedding: { model: embedder },
    retrieval: { vectorWeight },
  });

async function fill(kb: KnowledgeBase): Promise<void> {
  for (const [documentId, source] of Object.entries(texts)) {
    await kb.addDocuments([{ source, sourceType: 'text', documentId }], { collection: 'rooms' });
  }
}

const first = async (kb: KnowledgeBase, options = {}) =>
  (await kb.retrieve(query, { collection: 'rooms', ...options })).hits[0]!.chunk.documentId;

const dataset: EvaluationDataset = {
  name: 'rooms',
  collection: 'rooms',
  references: [],
  warnings: [],
  queries: Array.from({ length: 20 }, (_, index) => ({
    queryId: `q${index}`,
    query: `${query} ${index}`,
    relevantDocuments: new Map([['right', 1]]),
  })),
};

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await open();
  await fill(kb);
});
afterAll(() => kb.close());

it('finds the weight that ranks what the queries want first', async () => {
  const tuning = await kb.tuneFusion(dataset, { metric: 'mrr' });
  expect(tuning).toMatchObject({
    metric: 'mrr',
    outcome: 'change',
    baseline: 'default',
    best: 'vectorWeight 0.6',
  });
  const { configurations } = tuning;
  expect(configurations).toHaveLength(13);
  expect(configurations.find(({ name }) => name === 'vectorWeight 0.6')).toMatchObject({
    mean: 1,
    settings: { fusion: { vectorWeight: 0.6 } },
  });
  expect(configurations[0]).toMatchObject({ name: 'default', mean: 0.5 });
});

it('is followed by searches once it stands in the configuration', async () => {
  await using tuned = await open(0.6);
  await fill(tuned);
  expect(await first(kb)).toBe('wrong');
  expect(await first(tuned)).toBe('right');
  expect(await first(tuned, { fusion: { vectorWeight: 0.2 } })).toBe('wrong'); // a call goes before it
});
