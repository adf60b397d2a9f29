import { describe, expect, it } from 'vitest';
import { EmbeddingDimensionError, EmbeddingError } from '../errors.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { embedInBatches } from './batches.ts';
import type { Embedder } from './embedder.ts';
import type { CachedEmbedding, EmbeddingCache } from './embedding-cache.ts';

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

  it('takes what is usual with the embedder, and what is asked for in its place, up to what it allows', async () => {
    const limits = { batchSize: 4, usualBatchSize: 2, concurrency: 1 };
    const sizesOf = async (batchSize?: number) => {
      const { embedder, calls } = recordingEmbedder({ limits });
      await embedInBatches(embedder, texts, { batchSize, role: 'passage' });
      return calls.map((call) => call.texts.length);
    };
    expect(await sizesOf()).toEqual([2, 2, 1]);
    expect(await sizesOf(3)).toEqual([3, 2]);
    expect(await sizesOf(100)).toEqual([4, 1]);
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

  it('makes an EmbeddingError of whatever the embedder throws, and of what is no vector', async () => {
    const cause = new TypeError('fetch failed');
    const failing = recordingEmbedder({ embed: async () => Promise.reject(cause) }).embedder;
    const failure = embedInBatches(failing, texts, { role: 'passage' });
    await expect(failure).rejects.toThrow(EmbeddingError);
    await expect(failure).rejects.toMatchObject({ message: 'test failed: fetch failed', cause });
    const embed = async () => texts.map(() => [1, 0]) as unknown as Float32Array[];
    const arrays = embedInBatches(recordingEmbedder({ embed }).embedder, texts, { role: 'passage' });
    await expect(arrays).rejects.toThrow('test gave a vector that is no Float32Array');
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

  it('embeds equal texts once, and gives each of them the vector', async () => {
    const { embedder, calls } = recordingEmbedder();
    const steps: number[] = [];
    const onProgress = (done: number) => void steps.push(done);
    const repeated = ['a', 'bb', 'a', 'ccc', 'bb', 'a'];
    const vectors = await embedInBatches(embedder, repeated, { batchSize: 2, role: 'passage', onProgress });
    expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 1, 3, 2, 1]);
    expect(calls.map((call) => call.texts)).toEqual([['a', 'bb'], ['ccc']]);
    expect(steps).toEqual([5, 6]);
  });

  it('keeps to the limits of the embedder, whatever larger batch is asked for', async () => {
    const limits = { batchSize: 3, batchTokens: 4, concurrency: 1 };
    const { embedder, calls } = recordingEmbedder({ limits });
    await embedInBatches(embedder, texts, { batchSize: 100, role: 'passage' });
    expect(calls.map((call) => call.texts)).toEqual([['a', 'bb', 'ccc'], ['dddd'], ['eeeee']]);
    await embedInBatches(embedder, ['v', 'w', 'x', 'y'], { batchSize: 2, role: 'passage' });
    expect(calls.slice(3).map((call) => call.texts.length)).toEqual([2, 2]);
  });

  it('has as many calls under way as the embedder allows, and keeps the order of the texts', async () => {
    let underWay = 0;
    let most = 0;
    const { embedder } = recordingEmbedder({
      limits: { batchSize: 1, concurrency: 3 },
      embed: async ([text = '']) => {
        most = Math.max(most, ++underWay);
        for (let turn = text.length; turn < 8; turn += 1) await nextTurn(); // the last one is done first
        underWay -= 1;
        return [Float32Array.of(text.length, 1)];
      },
    });
    const vectors = await embedInBatches(embedder, texts, { role: 'passage' });
    expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(3);
  });
});

/** Keeps entries by all that is in their key. */
function memoryCache() {
  const entries = new Map<string, Float32Array>();
  const cache: EmbeddingCache = {
    get: async (keys) => keys.map((key) => entries.get(JSON.stringify(key))),
    set: async (added: readonly CachedEmbedding[]) => {
      for (const { key, vector } of added) entries.set(JSON.stringify(key), vector);
    },
  };
  return { cache, entries };
}

describe('embedInBatches with a cache', () => {
  const cacheable = { cacheable: true };

  it('embeds nothing that it has embedded before', async () => {
    const { cache } = memoryCache();
    const { embedder, calls } = recordingEmbedder(cacheable);
    await embedInBatches(embedder, ['a', 'bb'], { role: 'passage', cache });
    const steps: number[] = [];
    const onProgress = (done: number) => void steps.push(done);
    const vectors = await embedInBatches(embedder, texts, { role: 'passage', cache, onProgress });
    expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 3, 4, 5]);
    expect(calls.map((call) => call.texts)).toEqual([
      ['a', 'bb'],
      ['ccc', 'dddd', 'eeeee'],
    ]);
    expect(steps).toEqual([2, 5]);
  });

  it('takes no vector of another model, size or role', async () => {
    const { cache, entries } = memoryCache();
    const ask = async (change: Partial<Embedder>, role: 'query' | 'passage') => {
      const dimensions = change.dimensions ?? 2;
      const embed: Embedder['embed'] = async (batch) => batch.map(() => new Float32Array(dimensions));
      const { embedder } = recordingEmbedder({ ...cacheable, embed, ...change });
      await embedInBatches(embedder, ['a'], { role, cache });
    };
    await ask({}, 'passage');
    await ask({}, 'query');
    await ask({ modelId: 'other' }, 'passage');
    await ask({ dimensions: 3 }, 'passage');
    expect(entries.size).toBe(4);
  });

  it('is used for no embedder that does not ask for it', async () => {
    const { cache, entries } = memoryCache();
    await embedInBatches(recordingEmbedder().embedder, texts, { role: 'passage', cache });
    expect(entries.size).toBe(0);
  });

  it('overlooks an entry of the wrong length', async () => {
    const { embedder, calls } = recordingEmbedder(cacheable);
    const cache: EmbeddingCache = {
      get: async (keys) => keys.map(() => new Float32Array(1)),
      set: async () => {},
    };
    await embedInBatches(embedder, texts, { role: 'passage', cache });
    expect(calls).toHaveLength(1);
  });

  it('keeps what succeeded when a batch fails, so that the next try embeds the rest', async () => {
    const { cache } = memoryCache();
    let isDown = true;
    const asked: string[] = [];
    const { embedder } = recordingEmbedder({
      ...cacheable,
      limits: { batchSize: 1, concurrency: 2 },
      embed: async (batch) => {
        const text = batch[0]!;
        asked.push(text);
        await nextTurn();
        if (text === 'ccc' && isDown) throw new EmbeddingError('The server is down');
        return [Float32Array.of(text.length, 1)];
      },
    });
    const embed = () => embedInBatches(embedder, texts, { role: 'passage', cache });
    await expect(embed()).rejects.toThrow('The server is down');
    expect(asked).toEqual(['a', 'bb', 'ccc', 'dddd']);
    isDown = false;
    expect((await embed()).map((vector) => vector[0])).toEqual([1, 2, 3, 4, 5]);
    expect(asked.slice(4)).toEqual(['ccc', 'eeeee']);
  });

  it('keeps nothing of a batch in which a vector is wrong', async () => {
    const { cache, entries } = memoryCache();
    const { embedder } = recordingEmbedder({
      ...cacheable,
      embed: async (batch) => batch.map((text) => new Float32Array(text === 'ccc' ? 3 : 2)),
    });
    const embedding = embedInBatches(embedder, texts, { batchSize: 3, role: 'passage', cache });
    await expect(embedding).rejects.toThrow(EmbeddingDimensionError);
    expect(entries.size).toBe(0);
  });
});
