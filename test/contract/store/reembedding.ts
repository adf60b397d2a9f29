import { describe, expect, it } from 'vitest';
import { EmbeddingDimensionError, EmbeddingModelMismatchError } from '../../../src/errors.ts';
import type { ChunkText, CollectionModel, ReembedRequest } from '../../../src/store/collection-model.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { anywhere, type StoreBench } from './bench.ts';
import { makeRecord, spec, unit, unitVector } from './records.ts';

const name = spec.name;
const small: CollectionModel = { embeddingModel: 'small-model', dimensions: 4, maxTokens: 64 };

/** A direction of four dimensions that the text decides. */
const smallVector = (text: string): Float32Array => unit([...unitVector(text).subarray(0, 4)]);
const textOf = ({ context, content }: ChunkText) => `${context}\n${content}`;
const embedSmall: ReembedRequest['vectorsFor'] = async (chunks) =>
  chunks.map((chunk) => ({ vector: smallVector(textOf(chunk)) }));

/** Another model for a collection with its documents. */
export function describeReembedding(bench: StoreBench): void {
  const search = (vector: Float32Array) => bench.store.searchVector(vector, anywhere);
  const reembed = (request: Partial<ReembedRequest> = {}) =>
    bench.store.reembed(name, { model: small, vectorsFor: embedSmall, ...request });

  describe('reembed', () => {
    it('gives every chunk another vector and the collection another model', async () => {
      await bench.put(makeRecord('a'), makeRecord('b', { text: ['One of b.'] }));
      await search(unitVector('q'));
      const seen: [number, number][] = [];
      expect(await reembed({ onProgress: (...counts) => seen.push(counts) })).toBe(3);
      expect(seen.at(-1)).toEqual([3, 3]);
      expect(await bench.store.collection(name)).toMatchObject({ ...small, chunkCount: 3 });
      const [best] = await search(smallVector('About b\nOne of b.'));
      expect(best).toEqual({ chunkId: 'b#0000', score: expect.closeTo(1, 6) });
      expect(await search(smallVector('q'))).toHaveLength(3);
      await expect(search(unitVector('q'))).rejects.toThrow(EmbeddingDimensionError);
    });

    it('names the model and the time in documents, chunks and filters', async () => {
      await bench.put(makeRecord('a'));
      const started = new Date().toISOString();
      await reembed();
      const [document] = await bench.store.documentsById(name, ['a']);
      expect(document).toMatchObject({
        embeddingModel: 'small-model',
        ingestedAt: '2026-01-02T03:04:05.000Z',
      });
      for (const chunk of await bench.store.chunksOf(name, 'a')) {
        expect(chunk.embeddingModel).toBe('small-model');
        expect(chunk.embeddedAt >= started).toBe(true);
      }
      const found = async (filter: object) => {
        const scope = { ...anywhere, versions: 'all' as const, filter: parseFilter(filter) };
        return (await bench.store.searchVector(smallVector('q'), scope)).length;
      };
      expect(await found({ embeddingModel: 'small-model' })).toBe(2);
      expect(await found({ embeddingModel: 'test-model' })).toBe(0);
      expect(await found({ embeddedAt: { $gte: started } })).toBe(2);
      await bench.store.updateMetadata(name, { target: { chunkIds: ['a#0000'] }, patch: { seen: true } });
      expect(await found({ embeddedAt: { $gte: started } })).toBe(2);
      await bench.store.write(name, { put: [smallRecord('a')], keepVersions: true });
      expect(await found({ embeddedAt: { $gte: started, $lt: '2999-01-01' } })).toBe(2);
      await bench.put(smallRecord('new'));
      expect((await bench.store.chunksOf(name, 'new'))[0]?.embeddedAt).toBe('2999-01-01T00:00:00.000Z');
    });

    it('keeps the keyword index, and takes documents of the new model only', async () => {
      await bench.put(makeRecord('a'));
      const before = await bench.store.searchKeyword('sea', anywhere);
      await reembed();
      expect(await bench.store.searchKeyword('sea', anywhere)).toEqual(before);
      await expect(bench.put(makeRecord('b'))).rejects.toThrow(EmbeddingModelMismatchError);
      await bench.put(smallRecord('c'));
      expect(await search(smallVector('q'))).toHaveLength(4);
    });

    it('embeds what comes meanwhile, and forgets what goes', async () => {
      await bench.put(makeRecord('a'), makeRecord('b'), makeRecord('c'));
      let calls = 0;
      const count = await reembed({
        vectorsFor: async (chunks) => {
          calls += 1;
          if (calls === 1) await bench.store.write(name, { remove: ['a'], put: [makeRecord('late')] });
          if (calls === 2) await bench.put(makeRecord('later'));
          return embedSmall(chunks);
        },
      });
      expect(count).toBe(8);
      const found = await search(smallVector('q'));
      expect([...new Set(found.map(({ chunkId }) => chunkId.split('#')[0]))].sort()).toEqual([
        'b',
        'c',
        'late',
        'later',
      ]);
    });

    it('ends although documents keep coming', async () => {
      await bench.put(makeRecord('a'));
      let next = 0;
      const writes: Promise<unknown>[] = [];
      const vectorsFor: ReembedRequest['vectorsFor'] = async (chunks) => {
        next += 1;
        const writing = bench.put(makeRecord(`n${next}`));
        writes.push(writing.catch((error: unknown) => error));
        await Promise.race([
          writing.catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, 100)),
        ]);
        return embedSmall(chunks);
      };
      await reembed({ vectorsFor });
      expect(next).toBeLessThan(10);
      // The last came too late: it waited, and is refused because of its model.
      expect((await Promise.all(writes)).at(-1)).toBeInstanceOf(EmbeddingModelMismatchError);
      expect((await bench.store.collection(name))?.chunkCount).toBe(2 * next);
    });

    it('leaves everything as it was when it is stopped, fails, or gives wrong vectors', async () => {
      await bench.put(makeRecord('a'), makeRecord('b'));
      const before = await search(unitVector('q'));
      const stop = new AbortController();
      const stopped = reembed({
        signal: stop.signal,
        vectorsFor: async (chunks) => {
          stop.abort(new Error('enough'));
          return embedSmall(chunks);
        },
      });
      await expect(stopped).rejects.toThrow('enough');
      await expect(reembed({ vectorsFor: () => Promise.reject(new Error('no model')) })).rejects.toThrow(
        'no model',
      );
      const wrong = reembed({
        vectorsFor: async (chunks) => chunks.map(() => ({ vector: unitVector('x') })),
      });
      await expect(wrong).rejects.toThrow(EmbeddingDimensionError);
      await expect(reembed({ vectorsFor: async () => [] })).rejects.toThrow(/0 vectors .* 4 chunks/);
      expect(await search(unitVector('q'))).toEqual(before);
      expect(await bench.store.collection(name)).toMatchObject(spec);
    });

    it('goes on where a failed call with the same model ended', async () => {
      await bench.put(...Array.from({ length: 300 }, (_, index) => makeRecord(`d${index}`)));
      const embedded: string[] = [];
      const failing: ReembedRequest['vectorsFor'] = async (chunks) => {
        if (embedded.length > 0) throw new Error('rate limit');
        embedded.push(...chunks.map(({ chunkId }) => chunkId));
        return embedSmall(chunks);
      };
      await expect(reembed({ vectorsFor: failing })).rejects.toThrow('rate limit');
      const first = embedded.length;
      expect(first).toBeGreaterThan(0);
      await bench.store.write(name, { remove: ['d0'] });
      const count = await reembed({
        vectorsFor: async (chunks) => {
          embedded.push(...chunks.map(({ chunkId }) => chunkId));
          return embedSmall(chunks);
        },
      });
      expect(count).toBe(598);
      expect(new Set(embedded).size).toBe(embedded.length);
      expect(embedded).toHaveLength(600);
    });

    it('refuses a vector of the model before', async () => {
      await bench.put(makeRecord('a'));
      await bench.store.reembed(name, {
        model: { ...spec, embeddingModel: 'same-size' },
        vectorsFor: async (chunks) => chunks.map(() => ({ vector: unitVector('same') })),
      });
      const scope = { ...anywhere, embeddingModel: 'test-model' };
      await expect(bench.store.searchVector(unitVector('q'), scope)).rejects.toThrow(
        EmbeddingModelMismatchError,
      );
      const [hit] = await bench.store.searchVector(unitVector('same'), {
        ...scope,
        embeddingModel: 'same-size',
      });
      expect(hit?.score).toBeCloseTo(1, 6);
    });
  });

  describe('a model of the collection’s own', () => {
    const table = Uint8Array.from({ length: 10_000 }, (_, index) => index % 251);
    const adaptation = {
      kind: 'adapted',
      baseModel: 'test-model',
      at: '2026-03-04T05:06:07.000Z',
      chunks: 2,
      heldOut: { pairs: 10, before: 0.5, after: 0.6 },
    } as const;

    it('is kept with the collection until another one comes', async () => {
      await bench.put(makeRecord('a'));
      expect(await bench.store.collectionModel(name)).toBeUndefined();
      await reembed({ model: { ...small, table, adaptation } });
      expect(Buffer.from((await bench.store.collectionModel(name))!).equals(table)).toBe(true);
      expect(await bench.store.collectionSpec(name)).toEqual({ name, ...small, adaptation });
      expect((await bench.store.collections())[0]?.adaptation).toEqual(adaptation);
      await bench.store.reembed(name, {
        model: spec,
        vectorsFor: async (chunks) => chunks.map(() => ({ vector: unitVector('x') })),
      });
      expect(await bench.store.collectionModel(name)).toBeUndefined();
      expect((await bench.store.collection(name))?.adaptation).toBeUndefined();
    });

    it('may come with a new collection', async () => {
      await bench.store.ensureCollection({ name: 'copy', ...small, table, adaptation });
      expect(Buffer.from((await bench.store.collectionModel('copy'))!).equals(table)).toBe(true);
      expect((await bench.store.collection('copy'))?.adaptation).toEqual(adaptation);
    });

    it('remembers an attempt that came to nothing', async () => {
      await bench.store.recordAdaptation(name, { ...adaptation, kind: 'kept', reason: 'too few pairs' });
      expect((await bench.store.collectionSpec(name))?.adaptation).toMatchObject({ kind: 'kept' });
      expect(await bench.store.collectionModel(name)).toBeUndefined();
    });
  });
}

/** A document of the small model, embedded in the far future. */
function smallRecord(id: string): ReturnType<typeof makeRecord> {
  return makeRecord(id, {
    document: { embeddingModel: 'small-model' },
    chunk: () => ({ embeddedAt: '2999-01-01T00:00:00.000Z' }),
    vector: (index) => smallVector(`${id} ${index}`),
  });
}
