import { describe, expect, it } from 'vitest';
import { FilterError } from '../../../src/errors.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { collect } from '../../support/collect.ts';
import { makeRecord, makePagedRecord, spec } from './records.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { type StoreBench } from './bench.ts';

const name = spec.name;

/** Look-ups, listings, export and statistics. */
export function describeReading(bench: StoreBench): void {
  const page = async (limit?: number, offset?: number) =>
    (await bench.store.documents(name, undefined, { limit, offset }))
      .map((document) => document.documentId)
      .join('');
  describe('reading', () => {
    it('keeps the order asked for and leaves unknown ids out', async () => {
      await bench.put(makeRecord('a'), makeRecord('b'));
      const chunks = await bench.store.chunks(name, ['b#0001', 'x#0000', 'a#0000']);
      expect(chunks.map((chunk) => chunk.chunkId)).toEqual(['b#0001', 'a#0000']);
      const documents = await bench.store.documentsById(name, ['b', 'x', 'a']);
      expect(documents.map((document) => document.documentId)).toEqual(['b', 'a']);
    });

    it('gives the places of chunks, in the order asked for', async () => {
      await bench.put(
        makeRecord('a'),
        makeRecord('b', { chunk: (index) => ({ level: index === 0 ? 2 : 3 }) }),
      );
      const ids = ['b#0001', 'x#0000', 'a#0000', 'b#0000'];
      const [places, chunks] = [await bench.store.places(name, ids), await bench.store.chunks(name, ids)];
      expect(places.map(({ chunkId }) => chunkId)).toEqual(['b#0001', 'a#0000', 'b#0000']);
      for (const [index, place] of places.entries()) expect(chunks[index]).toMatchObject(place);
      expect(await bench.store.places(name, [])).toEqual([]);
    });

    it('keeps parents and which chunks are theirs', async () => {
      const text = ['Both.', 'One.', 'Other.'];
      const parentChunkId = 'a#0000';
      const chunk = (index: number) => (index === 0 ? { level: 2 } : { parentChunkId });
      await bench.put(makeRecord('a', { text, chunk }));
      expect(await bench.foundBy({ parentChunkId })).toEqual(['a#0001', 'a#0002']);
      const [child] = await bench.store.chunks(name, ['a#0001']);
      expect(await bench.store.chunks(name, [child!.parentChunkId!])).toMatchObject([
        { content: 'Both.', level: 2 },
      ]);
    });

    it('pages through documents in order of their ids', async () => {
      await bench.put(...['c', 'a', 'd', 'b'].map((id) => makeRecord(id)));
      expect(await page()).toBe('abcd');
      expect(await page(3)).toBe('abc');
      expect(await page(3, 3)).toBe('d');
      expect(await page(undefined, 2)).toBe('cd');
      expect(await page(3, 9)).toBe('');
    });

    it('filters documents, and refuses a filter by what only chunks have', async () => {
      await bench.put(makeRecord('a', { document: { metadata: { year: 2020 } } }), makeRecord('b'));
      const listed = await bench.store.documents(name, parseFilter({ year: { $gte: 2020 } }));
      expect(listed.map((document) => document.documentId)).toEqual(['a']);
      await expect(bench.store.documents(name, parseFilter({ kind: { $ne: 'table' } }))).rejects.toThrow(
        FilterError,
      );
    });

    it('exports enough to rebuild the collection', async () => {
      await bench.put(makeRecord('b', { context: 'Beside the text' }), makePagedRecord(), makeRecord('a'));
      const records: DocumentRecord[] = [];
      for await (const record of bench.store.export(name)) records.push(record);
      expect(records.map((record) => record.document.documentId)).toEqual(['a', 'b', 'paged']);
      await bench.store.ensureCollection({ ...spec, name: 'copy' });
      await bench.store.write('copy', { put: records });
      const copies: DocumentRecord[] = [];
      for await (const record of bench.store.export('copy')) copies.push(record);
      expect(copies).toEqual(
        records.map((record) => ({ ...record, document: { ...record.document, collection: 'copy' } })),
      );
      expect(copies[1]?.chunks[0]?.context).toBe('Beside the text');
    });

    it('exports the documents that are named, in the order asked for, earlier versions by their reference', async () => {
      await bench.put(makeRecord('a'), makeRecord('b'));
      await bench.store.write(name, { put: [makeRecord('a', { text: ['Newer.'] })], keepVersions: true });
      const named = await collect(bench.store.export(name, { documentIds: ['b', 'a#v1', 'none', 'a'] }));
      expect(named.map(({ document }) => `${document.documentId} ${document.version}`)).toEqual([
        'b 1',
        'a 1',
        'a 2',
      ]);
      expect(await collect(bench.store.export(name, { documentIds: [] }))).toEqual([]);
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(collect(bench.store.export(name, { signal }))).rejects.toThrow('stopped');
    });
  });

  describe('statistics', () => {
    it('totals and groups by fields of documents, chunks and the user', async () => {
      const tagged = { tags: ['x', 'y'], metadata: { client: 'north' } };
      await bench.put(
        makeRecord('a', { document: tagged }),
        makeRecord('b', { document: { tags: ['x', 'x'] }, text: ['1', '2', '3'] }),
        makeRecord('c', { chunk: (index) => ({ kind: index === 0 ? 'table' : 'text', pageNumbers: [7] }) }),
      );
      const [total, ...rest] = await bench.store.stats(name);
      expect(rest).toEqual([]);
      expect(total).toMatchObject({ documents: 3, chunks: 7, tokens: 70 });
      const counts = async (groupBy: string) =>
        (await bench.store.stats(name, { groupBy }))
          .slice(1)
          .map(({ value, documents, chunks }) => [value, documents, chunks]);
      expect(await counts('tags')).toEqual([
        ['x', 2, 5],
        [undefined, 1, 2],
        ['y', 1, 2],
      ]);
      expect(await counts('client')).toEqual([
        [undefined, 2, 5],
        ['north', 1, 2],
      ]);
      expect(await counts('kind')).toEqual([
        ['text', 3, 6],
        ['table', 1, 1],
      ]);
      expect(await counts('pageNumbers')).toEqual([
        [undefined, 2, 5],
        [7, 1, 2],
      ]);
      const filtered = await bench.store.stats(name, {
        filter: parseFilter({ tags: 'y' }),
        groupBy: 'version',
      });
      expect(filtered.map((group) => group.documents)).toEqual([1, 1]);
    });
  });
}
