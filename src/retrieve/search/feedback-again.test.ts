import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../embed/embedder.ts';
import { StoreError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { RetrieveRequest } from '../request.ts';
import { retrieve } from '../retrieve.ts';
import { cut, makeStore, plainRequest } from '../samples.testing.ts';

/** Five sentences with the word lie to one side of the query; so does a friend of theirs, and a stranger to the other. */
const text = `${'One word. '.repeat(5)}Friend. Stranger.`;
const words = [0, 10, 20, 30, 40].map((start) => [start, start + 9] as const);
/** Cosine with the query, and on which side of it. */
const places = [...words.map(() => [0.5, 1] as const), [0.45, 1], [0.55, -1]] as const;
const chunks = cut('words', text, [...words, [50, 57], [58, 67]]).map((chunk, index) => {
  const [cosine, side] = places[index]!;
  return { chunk, vector: Float32Array.of(cosine, side * Math.sqrt(1 - cosine ** 2)) };
});

const vectors: Store['vectors'] = async (_collection, ids) =>
  chunks
    .filter(({ chunk }) => ids.includes(chunk.chunkId))
    .map(({ chunk, vector }) => ({ chunkId: chunk.chunkId, vector }));

const storeWith = (change: Partial<Store>) =>
  makeStore([{ collection: 'default', documentId: 'words', text, chunks }], change);

const embedder: Embedder = {
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  vectorWeight: () => 0.4,
};

const request: RetrieveRequest = {
  ...plainRequest,
  query: 'word',
  mode: 'hybrid',
  topK: 7,
  candidates: { vector: 7, keyword: 7 },
  fusion: { method: 'minmax', vectorWeight: 'auto', k: 60 },
  maxChunksPerDocument: 7,
  deduplicate: false,
};

const search = async (change: Partial<RetrieveRequest>, store = storeWith({ vectors })) => {
  const parts = { store, embedderFor: async () => embedder, tokenizer: async () => ({ count: () => 1 }) };
  const { hits, stats, warnings } = await retrieve(parts, { ...request, ...change });
  const scores = new Map(hits.map(({ chunk, vectorScore }) => [chunk.sequence, vectorScore]));
  const relevances = new Map(hits.map(({ chunk, relevanceScore }) => [chunk.sequence, relevanceScore]));
  const order = hits.map(({ chunk }) => chunk.sequence).filter((sequence) => sequence > 4);
  return { order, scores, relevances, warnings, stages: stats.stages.map(({ stage }) => stage) };
};

const [friend, stranger] = [5, 6];

describe('feedback', () => {
  it('ranks higher what is like the best hits, with the cosines and the relevance of the query itself', async () => {
    const plain = await search({});
    expect(plain.order).toEqual([stranger, friend]);
    expect(plain.stages).not.toContain('feedback');
    const moved = await search({ feedback: true });
    expect(moved.order).toEqual([friend, stranger]);
    expect(moved.stages).toContain('feedback');
    expect(moved.scores).toEqual(plain.scores);
    expect(moved.relevances).toEqual(plain.relevances);
  });

  it('needs both searches', async () => {
    for (const mode of ['vector', 'keyword'] as const) {
      const { stages, warnings } = await search({ feedback: true, mode });
      expect(stages).not.toContain('feedback');
      expect(warnings).toEqual([]);
    }
  });

  it('leaves what was found at first where it fails, and says so', async () => {
    const failing = storeWith({
      vectors: async () => {
        throw new StoreError('The disk is gone');
      },
    });
    const { order, warnings } = await search({ feedback: true }, failing);
    expect(order).toEqual([stranger, friend]);
    expect(warnings).toEqual(['The search by feedback failed: The disk is gone']);
  });
});
