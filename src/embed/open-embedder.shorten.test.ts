import { expect, it } from 'vitest';
import { ConfigError } from '../errors.ts';
import type { Embedder } from './embedder.ts';
import { shorten } from './open-embedder.ts';

const embedder: Embedder = {
  modelId: 'mine',
  dimensions: 3,
  maxTokens: 10,
  cacheable: true,
  vectorWeight: (query) => query.length / 10,
  knownShare: (query) => query.length / 5,
  limits: { batchSize: 7, concurrency: 2 },
  embed: async (texts) => texts.map(() => Float32Array.of(3, 4, 12)),
};

it('gives the first numbers at unit length, under another id', async () => {
  const short = shorten(embedder, 2);
  expect(short).toMatchObject({ modelId: 'mine@2', dimensions: 2, maxTokens: 10, cacheable: true });
  expect(short.limits).toBe(embedder.limits);
  expect(short.vectorWeight?.('four')).toBe(0.4);
  expect(short.knownShare?.('four')).toBe(0.8);
  const [vector] = await short.embed(['text'], { role: 'query' });
  expect(vector).toEqual(Float32Array.of(0.6, 0.8));
});

it('leaves an embedder of that size as it is, and refuses more', () => {
  expect(shorten(embedder, 3)).toBe(embedder);
  expect(() => shorten(embedder, 4)).toThrow(ConfigError);
});
