import { describe, expect, it } from 'vitest';
import { CollectionNotFoundError } from '../../../src/errors.ts';
import { makeRecord, makePagedRecord, unitVector, spec } from './records.ts';
import type { ReembedRequest } from '../../../src/store/collection-model.ts';
import type { ChunkRecord, DocumentRecord } from '../../../src/store/store.ts';
import type { EmbeddingKey } from '../../../src/embed/embedding-cache.ts';
import { sha256 } from '../../../src/util/ids/hash.ts';
import { anywhere, type StoreBench } from './bench.ts';

const name = spec.name;

/** Durability, and several handles on one place. */
export function describeSharing(bench: StoreBench): void {
  describe('several handles', () => {
    it('keep everything over closing and opening again', async () => {
      await bench.put(makePagedRecord());
      const before = await bench.store.searchKeyword('second', anywhere);
      await bench.reopen();
      expect(await bench.store.searchKeyword('second', anywhere)).toEqual(before);
      expect(await bench.store.content(name, 'paged')).toEqual(makePagedRecord().content);
      expect(await bench.foundBy({})).toEqual(['paged#0000', 'paged#0001']);
    });

    it('see each other’s writes', async () => {
      const other = await bench.place.open();
      try {
        const seen = async () => {
          const vectors = await bench.store.searchVector(unitVector('q'), anywhere);
          const keywords = await bench.store.searchKeyword('word', anywhere);
          const ids = [vectors, keywords.hits].map((hits) => hits.map((hit) => hit.chunkId[0] ?? '?').sort());
          expect(ids[0]).toEqual(ids[1]);
          return ids[0]?.join('');
        };
        await bench.put(single('a'), single('b'));
        expect(await seen()).toBe('ab');
        await other.write(name, { put: [single('c')] });
        expect(await seen()).toBe('abc');
        await other.write(name, { remove: ['b'], put: [single('a')] });
        expect(await seen()).toBe('ac');
        await Promise.all([bench.put(single('e')), other.write(name, { put: [single('f')] })]);
        expect(await seen()).toBe('acef');
        await other.removeCollection(name);
        await expect(bench.store.documents(name)).rejects.toThrow(CollectionNotFoundError);
      } finally {
        await other.close();
      }
    });

    it('write the same texts to two collections in any order', async () => {
      const other = await bench.place.open();
      try {
        await other.ensureCollection({ ...spec, name: 'others' });
        const put = Array.from({ length: 30 }, (_, index) => hashed(`d${index}`));
        const cached = put.map(({ chunks: [chunk] }) => ({ key: keyOf(chunk!), vector: chunk!.vector }));
        for (let round = 0; round < 3; round += 1) {
          await other.embeddings.set(cached);
          const [one] = await Promise.all([
            bench.put(...put),
            other.write('others', { put: [...put].reverse() }),
            bench.store.embeddings.set([...cached].reverse()),
          ]);
          expect(one.chunksAdded).toBe(30);
        }
      } finally {
        await other.close();
      }
    });

    it('see that all vectors were replaced, and may replace them together', async () => {
      const other = await bench.place.open();
      try {
        await bench.put(single('a'), single('b'));
        expect(await bench.store.searchVector(unitVector('q'), anywhere)).toHaveLength(2);
        const turned = { ...spec, embeddingModel: 'turned' };
        const request: ReembedRequest = {
          model: turned,
          vectorsFor: async (chunks) => chunks.map(({ chunkId }) => ({ vector: unitVector(chunkId) })),
        };
        expect(await Promise.all([other.reembed(name, request), bench.store.reembed(name, request)])).toEqual(
          [2, 2],
        );
        for (const store of [other, bench.store]) {
          const [best] = await store.searchVector(unitVector('b#0000'), anywhere);
          expect(best).toEqual({ chunkId: 'b#0000', score: expect.closeTo(1, 6) });
        }
        const begun = other.reembed(name, {
          model: { ...spec, embeddingModel: 'first' },
          vectorsFor: async (chunks) => {
            await bench.store.reembed(name, { ...request, model: { ...spec, embeddingModel: 'second' } });
            return request.vectorsFor(chunks);
          },
        });
        await expect(begun).rejects.toThrow(/with another model by another call/);
        expect(await other.collectionSpec(name)).toMatchObject({ embeddingModel: 'second' });
      } finally {
        await other.close();
      }
    });
  });
}

/** A document of one chunk, whose vector may wait for it. */
function hashed(id: string): DocumentRecord {
  const { chunks, ...rest } = single(id);
  return { ...rest, chunks: chunks.map((chunk) => ({ ...chunk, textHash: sha256(id) })) };
}

const keyOf = ({ textHash }: ChunkRecord): EmbeddingKey => ({
  hash: textHash!,
  modelId: spec.embeddingModel,
  dimensions: spec.dimensions,
  role: 'passage',
});

/** A document of one chunk: a word that all have, and its id. */
function single(id: string): DocumentRecord {
  return makeRecord(id, { text: [`word ${id}`] });
}
