import { describe, expect, it } from 'vitest';
import {
  CollectionNotFoundError,
  EmbeddingDimensionError,
  EmbeddingModelMismatchError,
} from '../../../src/errors.ts';
import { makeRecord, spec, unitVector } from './records.ts';
import { anywhere, type StoreBench } from './bench.ts';

const name = spec.name;

/** What a collection keeps, refuses and takes with it. */
export function describeCollections(bench: StoreBench): void {
  describe('collections', () => {
    it('answers and tells its place, and the version of the interface that it has', async () => {
      expect(bench.store.specificationVersion).toBe(1);
      await bench.store.health();
      expect(bench.store.location).not.toBe('');
    });

    it('is closed once, and says so from then on', async () => {
      await bench.store.close();
      await bench.store.close();
      await expect(bench.store.collections()).rejects.toThrow(/is closed/);
    });

    it('keeps the model with the collection', async () => {
      expect(await bench.store.collection(name)).toMatchObject({ ...spec, documentCount: 0, chunkCount: 0 });
      expect((await bench.store.ensureCollection(spec)).name).toBe(name);
      expect(await bench.store.collection('other')).toBeUndefined();
      expect((await bench.store.ensureCollection({ ...spec, name: 'odd\u0000' })).name).toBe('odd\u0000');
    });

    it('refuses another model and other dimensions', async () => {
      const otherModel = bench.store.ensureCollection({ ...spec, embeddingModel: 'other-model' });
      await expect(otherModel).rejects.toThrow(EmbeddingModelMismatchError);
      await expect(otherModel).rejects.toThrow(/test-model.*other-model/);
      await expect(bench.store.ensureCollection({ ...spec, dimensions: 4 })).rejects.toThrow(
        EmbeddingDimensionError,
      );
    });

    it('refuses vectors of another length, and stores nothing of that change', async () => {
      const wrong = makeRecord('wrong', { vector: () => new Float32Array(3) });
      await expect(bench.put(makeRecord('right'), wrong)).rejects.toThrow(EmbeddingDimensionError);
      await expect(bench.store.searchVector(new Float32Array(3), anywhere)).rejects.toThrow(
        EmbeddingDimensionError,
      );
      expect(await bench.store.documents(name)).toEqual([]);
    });

    it('refuses documents embedded with another model, and stores nothing of that change', async () => {
      const foreign = makeRecord('foreign', { document: { embeddingModel: 'other-model' } });
      const writing = bench.put(makeRecord('right'), foreign);
      await expect(writing).rejects.toThrow(EmbeddingModelMismatchError);
      await expect(writing).rejects.toThrow(/test-model.*other-model/);
      expect(await bench.store.documents(name)).toEqual([]);
    });

    it('names the existing collections when one is missing', async () => {
      const failure = bench.store.documents('absent');
      await expect(failure).rejects.toThrow(CollectionNotFoundError);
      await expect(failure).rejects.toMatchObject({ hint: expect.stringContaining(name) });
      await expect(bench.store.write('absent', {})).rejects.toThrow(CollectionNotFoundError);
    });

    it('removes a collection with all it holds and lets its name be used again', async () => {
      await bench.put(makeRecord('a'));
      await bench.store.searchVector(unitVector('query'), anywhere);
      await bench.store.removeCollection(name);
      expect(await bench.store.collections()).toEqual([]);
      await bench.store.ensureCollection(spec);
      expect(await bench.foundBy({})).toEqual([]);
      expect((await bench.store.searchKeyword('paragraph', anywhere)).hits).toEqual([]);
    });

    it('keeps collections apart', async () => {
      await bench.store.ensureCollection({ ...spec, name: 'letters' });
      await bench.put(makeRecord('a'));
      await bench.store.write('letters', { put: [makeRecord('a', { text: ['Only here.'] })] });
      expect((await bench.store.collections()).map((collection) => collection.chunkCount)).toEqual([1, 2]);
      expect((await bench.store.chunksOf('letters', 'a')).map((chunk) => chunk.content)).toEqual([
        'Only here.',
      ]);
      const idfs = await bench.store.searchKeyword('paragraph', { ...anywhere, collection: 'letters' });
      expect(idfs.terms.map((term) => term.idf)).toEqual([0]);
      expect(await bench.foundBy({})).toEqual(['a#0000', 'a#0001']);
    });
  });
}
