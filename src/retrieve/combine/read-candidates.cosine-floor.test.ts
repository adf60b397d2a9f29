import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../embed/embedder.ts';
import { StoreError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { Recent } from '../../util/recent.ts';
import { cosineFloor } from './read-candidates.ts';
import { relevance } from './relevance.ts';
import { makeChunk, makeStore } from '../samples.testing.ts';

/** A vector at an angle from the first axis, which the query has. */
const at = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));

const embedder: Embedder = {
  modelId: 'test',
  dimensions: 2,
  maxTokens: 100,
  embed: async (texts) => texts.map(() => at(0)),
};

/** A document of one chunk for each angle. */
async function floorOver(
  angles: readonly number[],
  change: Partial<Store> = {},
  { means, knownShare }: { means?: Recent<Float32Array>; knownShare?: number } = {},
) {
  const documents = angles.map((angle, index) => {
    const documentId = `document${String(index).padStart(3, '0')}`;
    return {
      collection: 'default',
      documentId,
      text: '',
      chunks: [{ chunk: makeChunk({ documentId }), vector: at(angle) }],
    };
  });
  const store = makeStore(documents, change);
  const [collection] = await store.collections();
  const knowing = { ...embedder, ...(knownShare !== undefined && { knownShare: () => knownShare }) };
  const parts = {
    store,
    embedderFor: async () => knowing,
    tokenizer: async () => ({ count: () => 1 }),
    means,
  };
  return cosineFloor(parts, collection!, { query: 'any', signal: undefined });
}

const fails = () => Promise.reject(new StoreError('gone'));
const many = (angle: number) => Array.from({ length: 100 }, () => angle);

describe('cosineFloor', () => {
  it('is the mean cosine with a sample of the chunks, somewhat less for their small number', async () => {
    expect(await floorOver(many(Math.PI / 3))).toBeCloseTo((0.5 * 64) / 72, 5);
  });

  it('is near 0 where a few chunks are all there is, as they may be what is asked for', async () => {
    expect(await floorOver([0])).toBeCloseTo(1 / 9, 5);
  });

  it('is 0 where the chunks are unlike the query, or cannot be read', async () => {
    expect(await floorOver(many(Math.PI))).toBe(0);
    expect(await floorOver(many(0), { vectors: fails })).toBe(0);
  });

  it('is of what the model does not know of the query', async () => {
    expect(await floorOver(many(Math.PI / 3), {}, { knownShare: 0.75 })).toBeCloseTo(
      (0.25 * 0.5 * 64) / 72,
      5,
    );
    expect(await floorOver(many(Math.PI / 3), {}, { knownShare: 1 })).toBe(0);
  });

  it('reads the sample once while the collection stays as large', async () => {
    const means = new Recent<Float32Array>(10);
    const expected = await floorOver(many(1), {}, { means });
    expect(await floorOver(many(1), { vectors: fails }, { means })).toBe(expected);
    expect(await floorOver(many(1).slice(1), { vectors: fails }, { means })).toBe(0);
  });

  it('reads another one for a collection that was made anew, as large as before', async () => {
    const means = new Recent<Float32Array>(10);
    await floorOver(many(1), {}, { means });
    const size = { dimensions: 2, maxTokens: 100, documentCount: 100, chunkCount: 100 };
    const anew = { name: 'default', embeddingModel: 'test', createdAt: '2025-01-01T00:00:00.000Z', ...size };
    const floor = await floorOver(many(Math.PI / 3), { collections: async () => [anew] }, { means });
    expect(floor).toBeCloseTo((0.5 * 64) / 72, 5);
  });

  it('takes from a model what it gives to all texts alike', () => {
    const plain = relevance({ cosine: 0.5, coverage: 0.4 }, 0.5);
    const shifted = relevance({ cosine: 0.7 + 0.3 * 0.5, coverage: 0.4, floor: 0.7 }, 0.5);
    expect(shifted).toBeCloseTo(plain, 10);
  });
});
