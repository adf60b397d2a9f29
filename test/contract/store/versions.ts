import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DocumentRecord, SyncedFile } from '../../../src/store/store.ts';
import { anywhere, type StoreBench } from './bench.ts';
import { makeRecord, spec, unit } from './records.ts';

const name = spec.name;
const later = (day: number) => ({ updatedAt: `2026-02-0${day}T00:00:00.000Z` });

const vector = (...values: number[]) => unit([...values, 0, 0, 0, 0, 0, 0]);
const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, more: Partial<SyncedFile> = {}): SyncedFile => ({
  root: '/files',
  path,
  size: 5,
  modifiedMs: 1_700_000_000_000.123,
  changedMs: 1_700_000_000_001.5,
  checkedMs: 1_700_000_005_000,
  ...more,
});
const withOriginal = (id: string, text: string): DocumentRecord => {
  const original = bytes(text);
  const sourceHash = createHash('sha256').update(original).digest('hex');
  return { ...makeRecord(id, { text: [`Read from ${text}`], document: { sourceHash } }), original };
};

/** Earlier versions, originals, and the files of synchronised folders. */
export function describeVersions(bench: StoreBench): void {
  const keep = (...put: DocumentRecord[]) => bench.store.write(name, { put, keepVersions: true });
  const remove = (...ids: string[]) => bench.store.write(name, { remove: ids });
  const found = async (versions?: 'all' | number) => {
    const { hits } = await bench.store.searchKeyword('harbour', { ...anywhere, versions });
    return hits.map(({ chunkId }) => chunkId).sort();
  };
  const listed = async (versions?: 'all' | number) =>
    (await bench.store.documents(name, undefined, { versions })).map(
      ({ documentId, version }) => `${documentId} ${version}`,
    );

  const versionsOf = async (id: string, ...texts: string[]) => {
    for (const [index, text] of texts.entries()) {
      await keep(makeRecord(id, { text: [text], document: later(index + 1) }));
    }
  };
  const paths = async (root = '/files') =>
    (await bench.store.syncedDocuments(name, root)).map((one) => `${one.documentId} ${one.file.path}`);

  describe('earlier versions', () => {
    it('stay, out of searches and lists unless they are asked for', async () => {
      await versionsOf('a', 'The harbour of old.', 'The harbour as it was.', 'The harbour today.');
      await keep(makeRecord('b', { text: ['Another harbour.'] }));
      expect(await found()).toEqual(['a#v3#0000', 'b#v1#0000']);
      expect(await found(2)).toEqual(['a#v2#0000', 'a#v3#0000', 'b#v1#0000']);
      expect(await found('all')).toEqual(['a#v1#0000', 'a#v2#0000', 'a#v3#0000', 'b#v1#0000']);
      expect(await bench.store.places(name, ['a#v2#0000'])).toMatchObject([
        { documentId: 'a', documentVersion: 2 },
      ]);
      expect(await listed()).toEqual(['a 3', 'b 1']);
      expect(await listed(2)).toEqual(['a 2', 'a 3', 'b 1']);
      expect(await listed('all')).toEqual(['a 1', 'a 2', 'a 3', 'b 1']);
      expect(await bench.store.collection(name)).toMatchObject({ documentCount: 2, chunkCount: 2 });
      expect(await bench.store.stats(name)).toMatchObject([{ documents: 2, chunks: 2 }]);
      expect(await bench.store.stats(name, { versions: 'all' })).toMatchObject([{ documents: 4, chunks: 4 }]);
    });

    it('take no place from the present ones', async () => {
      for (const [first, second] of [
        [1, 0],
        [1, 0.1],
        [1, 0.2],
        [0, 1],
      ] as const) {
        await keep(makeRecord('a', { text: ['Text.'], vector: () => vector(first, second) }));
      }
      await keep(makeRecord('b', { text: ['Text.'], vector: () => vector(1, 1) }));
      const hits = await bench.store.searchVector(vector(1, 0), { ...anywhere, limit: 2 });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual(['b#v1#0000', 'a#v4#0000']);
    });

    it('are looked up by their reference, with their own text', async () => {
      await versionsOf('a', 'The harbour of old.', 'The harbour today.');
      expect((await bench.store.content(name, 'a'))?.text).toBe('The harbour today.');
      expect((await bench.store.content(name, 'a#v1'))?.text).toBe('The harbour of old.');
      expect((await bench.store.content(name, 'a#v2'))?.text).toBe('The harbour today.');
      expect(await bench.store.content(name, 'a#v3')).toBeUndefined();
      expect(await bench.store.documentText(name, 'a')).toBe('The harbour today.');
      expect(await bench.store.documentText(name, 'a#v1')).toBe('The harbour of old.');
      expect(await bench.store.documentText(name, 'a#v3')).toBeUndefined();
      const [old] = await bench.store.documentsById(name, ['a#v1', 'a#v9']);
      expect(old).toMatchObject({ documentId: 'a', version: 1, supersededAt: later(2).updatedAt });
      expect(await bench.store.documentsById(name, ['a'])).toMatchObject([{ version: 2 }]);
      const [chunk] = await bench.store.chunksOf(name, 'a#v1');
      expect(chunk).toMatchObject({ documentId: 'a', documentVersion: 1, content: 'The harbour of old.' });
      expect(await bench.store.chunks(name, ['a#v1#0000'])).toEqual([chunk]);
    });

    it('get ids with their version when they were stored before versions were kept', async () => {
      await bench.put(makeRecord('a', { text: ['Old harbour.', 'Old quay.'] }));
      await keep(makeRecord('a', { text: ['New harbour.'] }));
      await bench.put(makeRecord('a', { text: ['Newest harbour.'] }));
      expect(await found('all')).toEqual(['a#0000', 'a#v1#0000']);
      const [first, second] = await bench.store.chunksOf(name, 'a#v1');
      expect([first?.nextChunkId, second?.prevChunkId]).toEqual(['a#v1#0001', 'a#v1#0000']);
      expect(await bench.store.chunks(name, ['a#v1#0000', 'a#v1#0001'])).toEqual([first, second]);
      expect(await listed('all')).toEqual(['a 1', 'a 3']);
    });

    it('go with their document alone, and are counted', async () => {
      await versionsOf('a', 'The harbour of old.', 'The harbour today.');
      expect(await remove('a#v1', 'a#v2')).toMatchObject({ documentsRemoved: 0, chunksRemoved: 0 });
      expect(await remove('a')).toMatchObject({ documentsRemoved: 1, versionsRemoved: 1, chunksRemoved: 2 });
      expect([await found('all'), await listed('all')]).toEqual([[], []]);
    });

    it('are filtered like the present ones', async () => {
      await keep(makeRecord('a', { text: ['The harbour.'], document: { tags: ['old'] } }));
      await keep(makeRecord('a', { text: ['The harbour.'], document: { tags: ['new'] } }));
      const filter = { kind: 'contains', field: 'tags', value: 'old' } as const;
      expect(await bench.store.documents(name, filter)).toEqual([]);
      expect(await bench.store.documents(name, filter, { versions: 'all' })).toMatchObject([{ version: 1 }]);
      const superseded = { kind: 'exists', field: 'supersededAt' } as const;
      expect(await bench.store.documents(name, superseded, { versions: 'all' })).toMatchObject([
        { version: 1 },
      ]);
    });

    it('are exported with the others, and stored again as what they are, in any order', async () => {
      await versionsOf('a', 'The harbour of old.', 'The harbour as it was.', 'The harbour today.');
      const records: DocumentRecord[] = [];
      for await (const record of bench.store.export(name)) records.push(record);
      expect(records.map(({ document }) => document.version).sort()).toEqual([1, 2, 3]);
      await remove('a');
      await bench.put(...records.toReversed());
      await bench.put(...records.filter(({ document }) => document.supersededAt !== undefined));
      expect(await found('all')).toEqual(['a#v1#0000', 'a#v2#0000', 'a#v3#0000']);
      expect([await listed(), await listed('all')]).toEqual([['a 3'], ['a 1', 'a 2', 'a 3']]);
      const again: DocumentRecord[] = [];
      for await (const record of bench.store.export(name)) again.push(record);
      expect(again).toEqual(records);
    });
  });

  describe('originals', () => {
    it('are given back as they came, of each version', async () => {
      await keep(withOriginal('a', 'first'));
      await keep(withOriginal('a', 'second'), makeRecord('b'));
      expect(await bench.store.original(name, 'a')).toEqual(bytes('second'));
      expect(await bench.store.original(name, 'a#v1')).toEqual(bytes('first'));
      expect(await bench.store.original(name, 'b')).toBeUndefined();
      expect(await bench.store.original(name, 'none')).toBeUndefined();
    });

    it('go with the last document that refers to them', async () => {
      await bench.put(withOriginal('a', 'same'), withOriginal('b', 'same'), withOriginal('c', 'other'));
      expect(await remove('a')).toMatchObject({ originalsRemoved: 0 });
      expect(await bench.store.original(name, 'b')).toEqual(bytes('same'));
      expect(await bench.put(withOriginal('b', 'new'))).toMatchObject({ originalsRemoved: 1 });
      expect(await bench.put(withOriginal('b', 'new'))).toMatchObject({ originalsRemoved: 0 });
      expect(await remove('b', 'c')).toMatchObject({ originalsRemoved: 2 });
    });
  });

  describe('files of synchronised folders', () => {
    it('are known with their documents, by folder and path', async () => {
      const settingsHash = 'f'.repeat(64);
      const [one, two] = [makeRecord('a'), makeRecord('b', { document: { settingsHash } })];
      await bench.put(
        { ...one, file: file('x/b.md') },
        { ...two, file: file('a.md') },
        { ...makeRecord('c'), file: file('a.md', { root: '/others' }) },
        makeRecord('d'),
      );
      expect(await bench.store.syncedDocuments(name, '/files')).toEqual([
        {
          documentId: 'b',
          sourceHash: two.document.sourceHash,
          format: 'text',
          settingsHash,
          file: file('a.md'),
        },
        { documentId: 'a', sourceHash: one.document.sourceHash, format: 'text', file: file('x/b.md') },
      ]);
      await remove('b');
      expect(await paths()).toEqual(['a x/b.md']);
    });

    it('take their documents along to another path, chunks and all', async () => {
      await bench.put({ ...makeRecord('a'), file: file('a.md') });
      const chunks = await bench.store.chunksOf(name, 'a');
      const seen = [
        { documentId: 'a', sourcePath: '/files/b.md', file: file('b.md') },
        { documentId: 'unknown', sourcePath: '/files/c.md', file: file('c.md') },
      ];
      await bench.store.write(name, { seen });
      expect(await paths()).toEqual(['a b.md']);
      expect(await bench.store.documentsById(name, ['a'])).toMatchObject([
        { sourcePath: '/files/b.md', version: 1 },
      ]);
      expect(await bench.foundBy({ sourcePath: '/files/b.md' })).toEqual(['a#0000', 'a#0001']);
      expect(await bench.foundBy({ sourcePath: '/files/a.txt' })).toEqual([]);
      expect(await bench.store.chunksOf(name, 'a')).toEqual(chunks);
    });

    it('stay those of a document that is replaced, as long as it is from the same place', async () => {
      await bench.put({ ...makeRecord('a'), file: file('a.md') });
      await keep(makeRecord('a', { text: ['New.'] }));
      expect(await bench.store.syncedDocuments(name, '/files')).toMatchObject([
        { documentId: 'a', file: { path: 'a.md', checkedMs: 0 } },
      ]);
      await bench.put(makeRecord('a', { document: { sourcePath: '/elsewhere/a.md' } }));
      expect(await paths()).toEqual([]);
    });
  });
}
