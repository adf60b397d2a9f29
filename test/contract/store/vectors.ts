import { describe, expect, it } from 'vitest';
import { CollectionNotFoundError } from '../../../src/errors.ts';
import { type StoreBench } from './bench.ts';
import { makeRecord, spec, unit, unitVector } from './records.ts';

const name = spec.name;
const seeded = (index: number) => unitVector(`seed ${index}`);

/** Vectors of single chunks. */
export function describeVectors(bench: StoreBench): void {
  const vectorOf = async (chunkId: string) => (await bench.store.vectors(name, [chunkId]))[0]?.vector;

  describe('vectors', () => {
    it('are as they were stored, in the order asked for; unknown ids are left out', async () => {
      await bench.put(makeRecord('a', { vector: seeded }), makeRecord('b'));
      const found = await bench.store.vectors(name, ['b#0001', 'x#0000', 'a#0001', 'a#0000', 'a#0001']);
      expect(found.map(({ chunkId }) => chunkId)).toEqual(['b#0001', 'a#0001', 'a#0000', 'a#0001']);
      expect(found.slice(1).map((one) => one.vector)).toEqual([1, 0, 1].map(seeded));
      expect(await bench.store.vectors(name, [])).toEqual([]);
    });

    it('go with their chunks, and change when these do or are embedded anew', async () => {
      await bench.put(makeRecord('a'), makeRecord('b'));
      await bench.store.write(name, {
        remove: ['a'],
        put: [makeRecord('b', { vector: () => unit([1, 0, 0, 0, 0, 0, 0, 0]) })],
      });
      expect(await vectorOf('a#0000')).toBeUndefined();
      expect(await vectorOf('b#0000')).toEqual(Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
      await bench.store.reembed(name, {
        model: { embeddingModel: 'small-model', dimensions: 2, maxTokens: 64 },
        vectorsFor: async (chunks) => chunks.map(() => ({ vector: Float32Array.of(0, 1) })),
      });
      expect(await vectorOf('b#0000')).toEqual(Float32Array.of(0, 1));
    });

    it('are those of the collection that is named', async () => {
      await bench.put(makeRecord('a'));
      await bench.store.ensureCollection({ ...spec, name: 'other' });
      expect(await bench.store.vectors('other', ['a#0000'])).toEqual([]);
      await expect(bench.store.vectors('none', ['a#0000'])).rejects.toThrow(CollectionNotFoundError);
    });
  });
}
