import { describe, expect, it } from 'vitest';
import { isOutdated } from '../../../src/store/changes/outdated.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { makeRecord, makePagedRecord, spec, unitVector } from './records.ts';
import { anywhere, type StoreBench } from './bench.ts';

const name = spec.name;

/** Changes of documents and of metadata. */
export function describeWriting(bench: StoreBench): void {
  describe('writing', () => {
    it('counts what a change does', async () => {
      expect(await bench.put(makeRecord('a'), makeRecord('b'))).toEqual({
        documentsRemoved: 0,
        chunksRemoved: 0,
        chunksAdded: 4,
        versionsRemoved: 0,
        originalsRemoved: 0,
        versions: [1, 1],
      });
      const change = { remove: ['a', 'unknown'], put: [makeRecord('b', { text: ['One.'] })] };
      expect(await bench.store.write(name, change)).toMatchObject({
        documentsRemoved: 1,
        chunksRemoved: 4,
        chunksAdded: 1,
        versions: [2],
      });
      expect(await bench.store.collection(name)).toMatchObject({ documentCount: 1, chunkCount: 1 });
    });

    it('gives back what it was given', async () => {
      const record = makePagedRecord();
      await bench.put(record);
      expect(await bench.store.documentsById(name, ['none', 'paged'])).toEqual([record.document]);
      expect(await bench.store.chunksOf(name, 'paged')).toEqual(record.chunks.map((chunk) => chunk.chunk));
      expect(await bench.store.content(name, 'paged')).toEqual(record.content);
      expect(await bench.store.content(name, 'none')).toBeUndefined();
      expect(await bench.store.documentText(name, 'paged')).toBe(record.content.text);
      expect(await bench.store.documentText(name, 'none')).toBeUndefined();
    });

    it('replaces a document: the old goes, the time of its first ingestion stays, the version counts', async () => {
      await bench.put(makeRecord('a'));
      const later = { ingestedAt: '2027-01-01T00:00:00.000Z', updatedAt: '2027-01-01T00:00:00.000Z' };
      await bench.put(makeRecord('a', { text: ['About mountains.'], document: later }));
      expect(await bench.store.documentsById(name, ['a'])).toMatchObject([
        { version: 2, ingestedAt: '2026-01-02T03:04:05.000Z', updatedAt: later.updatedAt },
      ]);
      expect(await bench.foundBy({})).toEqual(['a#0000']);
      expect((await bench.store.searchKeyword('sea', anywhere)).hits).toEqual([]);
      await bench.store.write(name, { remove: ['a'], put: [makeRecord('a')] });
      expect(await bench.store.documentsById(name, ['a'])).toMatchObject([{ version: 3 }]);
    });

    it('stores nothing when a document is not as the change expects it', async () => {
      await bench.put(makeRecord('a'));
      const [first] = await bench.store.documentsById(name, ['a']);
      await bench.store.write(name, { put: [makeRecord('a')], expected: [first!] });
      await bench.put(makeRecord('b'));
      const change = { put: [makeRecord('a'), makeRecord('c')], remove: ['b'], expected: [first!] };
      const failure = await bench.store.write(name, change).catch((error: unknown) => error);
      expect(isOutdated(failure)).toBe(true);
      expect(await bench.store.documents(name)).toMatchObject([
        { documentId: 'a', version: 2 },
        { documentId: 'b', version: 1 },
      ]);
      const described = { documentId: 'b', version: 1, updatedAt: '2026-01-01T00:00:00.000Z' };
      for (const state of [described, { ...described, documentId: 'gone' }]) {
        await expect(bench.store.write(name, { expected: [state] })).rejects.toMatchObject({ code: 'STORE' });
      }
    });

    it('stores all documents of a change or none', async () => {
      await bench.put(makeRecord('kept'));
      const twice = makeRecord('twice', { chunk: () => ({ chunkId: 'twice#0000' }) });
      await expect(
        bench.store.write(name, { remove: ['kept'], put: [makeRecord('b'), twice] }),
      ).rejects.toMatchObject({ code: 'STORE', cause: expect.anything() });
      expect((await bench.store.documents(name)).map((document) => document.documentId)).toEqual(['kept']);
      expect(await bench.foundBy({})).toEqual(['kept#0000', 'kept#0001']);
      await bench.put(makeRecord('b'));
      expect(await bench.foundBy({ documentId: 'b' })).toEqual(['b#0000', 'b#0001']);
    });

    it('stores nothing when the signal is aborted before', async () => {
      const signal = AbortSignal.abort(new Error('stopped'));
      const writing = bench.store.write(name, { put: [makeRecord('a')] }, { signal });
      await expect(writing).rejects.toBe(signal.reason);
      expect(await bench.store.documents(name)).toEqual([]);
    });

    it('takes a document without chunks, and two documents with equal text', async () => {
      const text = ['The same words.'];
      await bench.put(makeRecord('a', { text }), makeRecord('b', { text }), makeRecord('c', { text: [] }));
      expect((await bench.store.documents(name)).length).toBe(3);
      expect((await bench.store.searchKeyword('words', anywhere)).hits.map((hit) => hit.chunkId)).toEqual([
        'a#0000',
        'b#0000',
      ]);
    });

    it('takes changes that come at once, one after the other', async () => {
      const others = Array.from({ length: 20 }, (_, index) => makeRecord(`d${index}`));
      const again = Array.from({ length: 5 }, () => makeRecord('same'));
      const counts = await Promise.all([...others, ...again].map((record) => bench.put(record)));
      const versions = counts.slice(others.length).map((one) => one.versions[0]);
      expect(versions.sort()).toEqual([1, 2, 3, 4, 5]);
      expect(await bench.store.collection(name)).toMatchObject({ documentCount: 21, chunkCount: 42 });
      expect(await bench.foundBy({})).toHaveLength(42);
    });

    it('takes a document of thousands of chunks among others, and replaces and removes it', async () => {
      const text = Array.from({ length: 2000 }, (_, index) => `Part ${index}.`);
      const [before, after] = [makeRecord('before'), makeRecord('after')];
      await bench.store.write(name, { put: [before, makeRecord('large', { text }), after] });
      for (const { document, chunks } of [before, after]) {
        const stored = await bench.store.chunksOf(name, document.documentId);
        expect(stored.map(({ content }) => content)).toEqual(chunks.map(({ chunk }) => chunk.content));
      }
      const found = await bench.store.searchKeyword('first paragraph of after', {
        collection: name,
        limit: 1,
      });
      expect(found.hits.map(({ chunkId }) => chunkId)).toEqual(['after#0000']);
      const ids = (await bench.store.chunksOf(name, 'large')).map(({ chunkId }) => chunkId);
      expect(ids).toHaveLength(2000);
      expect(await bench.store.chunks(name, ids)).toHaveLength(2000);
      expect(await bench.store.vectors(name, ids)).toHaveLength(2000);
      const scope = { collection: name, limit: 2000 };
      expect(await bench.store.searchVector(unitVector('q'), scope)).toHaveLength(2000);
      expect((await bench.store.searchKeyword('part 1999', scope)).hits[0]?.chunkId).toBe('large#1999');
      expect(await bench.put(makeRecord('large'))).toMatchObject({ chunksRemoved: 2000, chunksAdded: 2 });
      expect(await bench.store.write(name, { remove: ['large'] })).toMatchObject({ chunksRemoved: 2 });
    });

    it('keeps any text exactly', async () => {
      const text = ['Ünïcödé 漢字 👩‍👩‍👧 \u0000 nul', "Robert'); DROP TABLE documents;--", 'مرحبا \u202e'];
      const odd = { '🦊"$.\u0000': "'; --", __proto__: 'x' } as Record<string, string>;
      const record = makeRecord('id 漢\u0000 "\'$', {
        text,
        document: { title: 'A\u0000B', metadata: { ...odd, '': 'empty' } },
        chunk: () => ({ sectionHeading: 'A\u0000B', headingPath: ['half \ud83d', 'A\u0000B'] }),
      });
      await bench.put(record);
      expect(await bench.store.chunksOf(name, record.document.documentId)).toEqual(
        record.chunks.map((chunk) => chunk.chunk),
      );
      const [place] = await bench.store.places(name, [record.chunks[0]!.chunk.chunkId]);
      expect(record.chunks[0]!.chunk).toMatchObject(place!);
      expect((await bench.store.content(name, record.document.documentId))?.text).toBe(text.join('\n\n'));
      expect((await bench.foundBy({ 'metadata.🦊"$.\u0000': "'; --" })).length).toBe(3);
      expect((await bench.foundBy({ title: 'A\u0000B', 'metadata.': 'empty' })).length).toBe(3);
      expect((await bench.foundBy({ 'title" OR 1=1 --': { $exists: true } })).length).toBe(0);
    });
  });

  describe('metadata', () => {
    it('merges into documents, removes by null, and filters see it at once', async () => {
      await bench.put(
        makeRecord('a', { document: { metadata: { status: 'draft', year: 2020 } } }),
        makeRecord('b'),
      );
      const patch = { status: null, client: 'north', due: '2026-05-01' };
      expect(
        await bench.store.updateMetadata(name, { target: { documentIds: ['a', 'a', 'x'] }, patch }),
      ).toBe(1);
      const [document] = await bench.store.documentsById(name, ['a']);
      expect(document?.metadata).toEqual({ year: 2020, client: 'north', due: '2026-05-01' });
      expect(document?.updatedAt.localeCompare('2026-01-02')).toBe(1);
      expect(document?.version).toBe(1);
      const [chunk] = await bench.store.chunks(name, ['a#0001']);
      expect(chunk?.metadata).toEqual(document?.metadata);
      expect(await bench.foundBy({ status: { $exists: true } })).toEqual([]);
      expect(await bench.foundBy({ client: 'north', due: { $lt: '2026-05-01T02:00:00Z' } })).toEqual([
        'a#0000',
        'a#0001',
      ]);
      expect(
        await bench.store.documents(name, parseFilter({ updatedAt: { $gt: '2026-01-03' } })),
      ).toHaveLength(1);
    });

    it('is left alone, as collections are, by a change whose signal is aborted', async () => {
      await bench.put(makeRecord('a'));
      const options = { signal: AbortSignal.abort(new Error('stopped')) };
      const update = { target: { documentIds: ['a'] }, patch: { status: 'final' } };
      await expect(bench.store.updateMetadata(name, update, options)).rejects.toThrow('stopped');
      await expect(bench.store.removeCollection(name, options)).rejects.toThrow('stopped');
      await expect(bench.store.ensureCollection({ ...spec, name: 'other' }, options)).rejects.toThrow(
        'stopped',
      );
      expect((await bench.store.documentsById(name, ['a']))[0]?.metadata).toEqual({});
      expect(await bench.store.collection('other')).toBeUndefined();
    });

    it('lays a chunk’s own values over its document’s', async () => {
      await bench.put(makeRecord('a', { document: { metadata: { status: 'draft' } } }));
      await bench.store.updateMetadata(name, {
        target: { chunkIds: ['a#0001', 'x#0000'] },
        patch: { status: 'checked', quality: 3 },
      });
      expect(await bench.foundBy({ status: 'draft' })).toEqual(['a#0000']);
      expect(await bench.foundBy({ status: { $ne: 'draft' }, quality: { $gt: 2 } })).toEqual(['a#0001']);
      expect((await bench.store.chunks(name, ['a#0001']))[0]?.metadata).toEqual({
        status: 'checked',
        quality: 3,
      });
      await bench.store.updateMetadata(name, { target: { chunkIds: ['a#0001'] }, patch: { status: null } });
      expect(await bench.foundBy({ status: 'draft' })).toEqual(['a#0000', 'a#0001']);
    });
  });
}
