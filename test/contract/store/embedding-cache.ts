import { describe, expect, it } from 'vitest';
import type { EmbeddingKey } from '../../../src/embed/embedding-cache.ts';
import { sha256 } from '../../../src/util/ids/hash.ts';
import type { StoreBench } from './bench.ts';
import { makeRecord, spec, unitVector } from './records.ts';

const keyOf = (text: string, change: Partial<EmbeddingKey> = {}): EmbeddingKey => ({
  modelId: spec.embeddingModel,
  dimensions: spec.dimensions,
  role: 'passage',
  hash: sha256(text),
  ...change,
});

/** A document whose chunks can be found by the hashes of these texts. */
function hashed(id: string, texts: readonly string[]) {
  const record = makeRecord(id, { text: texts });
  const chunks = record.chunks.map((chunk, index) => ({
    ...chunk,
    vector: unitVector(texts[index]!),
    textHash: sha256(texts[index]!),
  }));
  return { ...record, chunks };
}

/** Vectors by the hash of their text. */
export function describeEmbeddingCache(bench: StoreBench): void {
  const find = (...keys: EmbeddingKey[]) => bench.store.embeddings.get(keys);

  describe('embeddings', () => {
    it('gives what was set, by everything that its key says', async () => {
      const vector = unitVector('a text');
      await bench.store.embeddings.set([{ key: keyOf('a text'), vector }]);
      const others = [{ modelId: 'other' }, { dimensions: 4 }, { role: 'query' as const }];
      const keys = others.map((change) => keyOf('a text', change));
      expect(await find(keyOf('b'), keyOf('a text'), ...keys)).toEqual([
        undefined,
        vector,
        undefined,
        undefined,
        undefined,
      ]);
      await bench.store.embeddings.set([{ key: keyOf('a text'), vector: unitVector('new') }]);
      expect(await find(keyOf('a text'))).toEqual([unitVector('new')]);
      expect(await find()).toEqual([]);
    });

    it('gives the vectors of stored chunks', async () => {
      await bench.put(hashed('a', ['one', 'two']), makeRecord('b', { text: ['three'] }));
      expect(await find(keyOf('two'), keyOf('one'), keyOf('three'))).toEqual([
        unitVector('two'),
        unitVector('one'),
        undefined,
      ]);
      expect(await find(keyOf('one', { role: 'query' }), keyOf('one', { modelId: 'other' }))).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('forgets a deleted text, unless another chunk has the same', async () => {
      const pending = ['one', 'two'].map((text) => ({ key: keyOf(text), vector: unitVector(text) }));
      await bench.store.embeddings.set(pending);
      await bench.put(hashed('a', ['one', 'two']), hashed('b', ['two']));
      await bench.store.write(spec.name, { remove: ['a'] });
      expect(await find(keyOf('one'), keyOf('two'))).toEqual([undefined, unitVector('two')]);
      await bench.put(hashed('b', ['four']));
      expect(await find(keyOf('two'), keyOf('four'))).toEqual([undefined, unitVector('four')]);
      await bench.store.removeCollection(spec.name);
      expect(await find(keyOf('four'))).toEqual([undefined]);
    });

    it('knows the texts of a collection by its present model only', async () => {
      await bench.put(hashed('a', ['one', 'two']));
      await bench.store.reembed(spec.name, {
        model: { ...spec, embeddingModel: 'next' },
        vectorsFor: async (chunks) =>
          chunks.map(({ content }) => ({ vector: unitVector(`next ${content}`), textHash: sha256(content) })),
      });
      expect(await find(keyOf('one'), keyOf('one', { modelId: 'next' }))).toEqual([
        undefined,
        unitVector('next one'),
      ]);
    });
  });
}
