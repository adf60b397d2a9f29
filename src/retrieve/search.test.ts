import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import { EmbeddingError } from '../errors.ts';
import { cut, makeStore } from './samples.testing.ts';
import { search } from './search.ts';
import { StageClock } from './stage-clock.ts';

const text = 'One. Two.';
const [one, two] = cut('numbers', text, [
  [0, 4],
  [5, 9],
]);
const chunks = [
  { chunk: one!, vector: Float32Array.of(1, 0) },
  { chunk: two!, vector: Float32Array.of(0, 1) },
];
const store = makeStore([{ collection: 'default', documentId: 'numbers', text, chunks }]);

/** The query is the first axis, a passage the second. */
const embedder: Embedder = {
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts, { role }) =>
    texts.map(() => (role === 'query' ? Float32Array.of(1, 0) : Float32Array.of(0, 1))),
};

const run = (hyde?: string, other: Embedder = embedder) =>
  search(
    { store, embedderFor: async () => other, countTokens: () => 1 },
    {
      query: 'one',
      collections: ['default'],
      mode: 'vector',
      keyword: true,
      topK: 2,
      candidates: { vector: 2, keyword: 2 },
      fusion: { method: 'minmax', vectorWeight: 0.5, k: 60 },
      mmr: 1,
      maxChunksPerDocument: 3,
      dropSurplus: false,
      deduplicate: true,
      scoring: { recency: 0, recencyDays: 180, typeWeights: {} },
      now: 0,
      sections: 0,
      contextWindow: 0,
      sentenceWindow: 0,
      groupByDocument: false,
    },
    { query: 'one', keywords: 'one', hyde, clock: new StageClock() },
  );

const scores = ({ legs }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(legs.vector!.map(({ chunkId, score }) => [chunkId, score]));

describe('search with a hypothetical passage', () => {
  it('scores by the direction between query and passage', async () => {
    expect(scores(await run())).toEqual({ 'numbers#0000': 1, 'numbers#0001': 0 });
    const between = scores(await run('two'));
    expect(between['numbers#0000']).toBeCloseTo(Math.SQRT1_2, 6);
    expect(between['numbers#0001']).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('searches for the query alone where the passage cannot be embedded, and says so', async () => {
    const queriesOnly: Embedder = {
      ...embedder,
      async embed(texts, options) {
        if (options.role === 'passage') throw new EmbeddingError('too long');
        return embedder.embed(texts, options);
      },
    };
    const found = await run('two', queriesOnly);
    expect(scores(found)).toEqual(scores(await run()));
    expect(found.warnings).toEqual([expect.stringMatching(/passage beside the query.*too long/)]);
  });
});
