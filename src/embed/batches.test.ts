import { describe, expect, it } from 'vitest';
import { EmbeddingDimensionError, EmbeddingError } from '../errors.ts';
import { embedInBatches } from './batches.ts';
import type { Embedder } from './embedder.ts';

/** Embeds a text as (its length, 1) and writes down what it was asked for. */
function recordingEmbedder(change: Partial<Embedder> = {}) {
  const calls: { texts: readonly string[]; role: string }[] = [];
  const embedder: Embedder = {
    modelId: 'test',
    dimensions: 2,
    maxTokens: 10,
    async embed(texts, { role }) {
      calls.push({ texts, role });
      return texts.map((text) => Float32Array.of(text.length, 1));
    },
    ...change,
  };
  return { embedder, calls };
}

const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];

describe('embedInBatches', () => {
  it('embeds in input order, at most batchSize texts a call, with the role', async () => {
    const { embedder, calls } = recordingEmbedder();
    const vectors = await embedInBatches(embedder, texts, { batchSize: 2, role: 'passage' });
    expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 3, 4, 5]);
    expect(calls.map((call) => call.texts.length)).toEqual([2, 2, 1]);
    expect(new Set(calls.map((call) => call.role))).toEqual(new Set(['passage']));
  });

  it('tells its progress after every batch', async () => {
    const steps: string[] = [];
    const onProgress = (done: number, total: number) => steps.push(`${done}/${total}`);
    await embedInBatches(recordingEmbedder().embedder, texts, { batchSize: 2, role: 'query', onProgress });
    expect(steps).toEqual(['2/5', '4/5', '5/5']);
  });

  it('refuses a vector of another length, naming the text', async () => {
    const { embedder } = recordingEmbedder({
      embed: async (batch) => batch.map((text) => new Float32Array(text === 'ccc' ? 3 : 2)),
    });
    const embedding = embedInBatches(embedder, texts, { batchSize: 2, role: 'passage' });
    await expect(embedding).rejects.toThrow(EmbeddingDimensionError);
    await expect(embedding).rejects.toMatchObject({ context: { text: 2, expected: 2, received: 3 } });
  });

  it.each([NaN, Infinity])('refuses a vector that contains %s', async (value) => {
    const { embedder } = recordingEmbedder({
      embed: async (batch) => batch.map(() => Float32Array.of(0, value)),
    });
    await expect(embedInBatches(embedder, texts, { role: 'passage' })).rejects.toThrow(EmbeddingError);
  });

  it('refuses another number of vectors than texts', async () => {
    const { embedder } = recordingEmbedder({ embed: async () => [new Float32Array(2)] });
    await expect(embedInBatches(embedder, texts, { role: 'passage' })).rejects.toMatchObject({
      context: { expected: 5, received: 1 },
    });
  });

  it('stops between batches when aborted', async () => {
    const { embedder, calls } = recordingEmbedder();
    const controller = new AbortController();
    const running = embedInBatches(embedder, texts, {
      batchSize: 1,
      role: 'passage',
      signal: controller.signal,
      onProgress: (done) => done === 2 && controller.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(calls).toHaveLength(2);
  });
});
