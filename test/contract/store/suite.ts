import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CollectionNotFoundError,
  EmbeddingDimensionError,
  EmbeddingModelMismatchError,
  FilterError,
} from '../../../src/errors.ts';
import { parseFilter, parseRegion, parseWhereDocument } from '../../../src/store/parse-filter.ts';
import type { DocumentRecord, Store } from '../../../src/store/store.ts';
import { analyse } from '../../../src/text/analyser.ts';
import type { Metadata } from '../../../src/types.ts';
import { makeRecord, spec, unit, unitVector } from './records.ts';

export interface StorePlace {
  /** Opens the store of this place, again and again for the same data where `durable`. */
  readonly open: () => Promise<Store>;
  readonly durable: boolean;
  readonly remove: () => Promise<void>;
}

const name = spec.name;
const anywhere = { collection: name, limit: 100 };

/** What every store must do; run over each adapter. */
export function describeStore(adapter: string, makePlace: () => Promise<StorePlace>): void {
  describe(adapter, () => {
    let place: StorePlace;
    let store: Store;

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
      await store.ensureCollection(spec);
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    const put = (...records: DocumentRecord[]) => store.write(name, { put: records });
    const foundBy = async (filter: unknown, constraint = {}) => {
      const scope = { ...anywhere, filter: parseFilter(filter), constraint };
      const hits = await store.searchVector(unitVector('query'), scope);
      return hits.map((hit) => hit.chunkId).sort();
    };

    describe('collections', () => {
      it('answers and tells its place', async () => {
        await store.health();
        expect(store.location).not.toBe('');
      });

      it('keeps the model with the collection', async () => {
        expect(await store.collection(name)).toMatchObject({ ...spec, documentCount: 0, chunkCount: 0 });
        expect((await store.ensureCollection(spec)).name).toBe(name);
        expect(await store.collection('other')).toBeUndefined();
      });

      it('refuses another model and other dimensions', async () => {
        const otherModel = store.ensureCollection({ ...spec, embeddingModel: 'other-model' });
        await expect(otherModel).rejects.toThrow(EmbeddingModelMismatchError);
        await expect(otherModel).rejects.toThrow(/test-model.*other-model/);
        await expect(store.ensureCollection({ ...spec, dimensions: 4 })).rejects.toThrow(
          EmbeddingDimensionError,
        );
      });

      it('refuses vectors of another length, and stores nothing of that change', async () => {
        const wrong = makeRecord('wrong', { vector: () => new Float32Array(3) });
        await expect(put(makeRecord('right'), wrong)).rejects.toThrow(EmbeddingDimensionError);
        await expect(store.searchVector(new Float32Array(3), anywhere)).rejects.toThrow(
          EmbeddingDimensionError,
        );
        expect(await store.documents(name)).toEqual([]);
      });

      it('names the existing collections when one is missing', async () => {
        const failure = store.documents('absent');
        await expect(failure).rejects.toThrow(CollectionNotFoundError);
        await expect(failure).rejects.toMatchObject({ hint: expect.stringContaining(name) });
        await expect(store.write('absent', {})).rejects.toThrow(CollectionNotFoundError);
      });

      it('removes a collection with all it holds and lets its name be used again', async () => {
        await put(makeRecord('a'));
        await store.searchVector(unitVector('query'), anywhere);
        await store.removeCollection(name);
        expect(await store.collections()).toEqual([]);
        await store.ensureCollection(spec);
        expect(await foundBy({})).toEqual([]);
        expect((await store.searchKeyword('paragraph', anywhere)).hits).toEqual([]);
      });

      it('keeps collections apart', async () => {
        await store.ensureCollection({ ...spec, name: 'letters' });
        await put(makeRecord('a'));
        await store.write('letters', { put: [makeRecord('a', { text: ['Only here.'] })] });
        expect((await store.collections()).map((collection) => collection.chunkCount)).toEqual([1, 2]);
        expect((await store.chunksOf('letters', 'a')).map((chunk) => chunk.content)).toEqual(['Only here.']);
        const idfs = await store.searchKeyword('paragraph', { ...anywhere, collection: 'letters' });
        expect(idfs.terms.map((term) => term.idf)).toEqual([0]);
        expect(await foundBy({})).toEqual(['a#0000', 'a#0001']);
      });
    });

    describe('writing', () => {
      it('counts what a change does', async () => {
        expect(await put(makeRecord('a'), makeRecord('b'))).toEqual({
          documentsRemoved: 0,
          chunksRemoved: 0,
          chunksAdded: 4,
        });
        const change = { remove: ['a', 'unknown'], put: [makeRecord('b', { text: ['One.'] })] };
        expect(await store.write(name, change)).toEqual({
          documentsRemoved: 1,
          chunksRemoved: 4,
          chunksAdded: 1,
        });
        expect(await store.collection(name)).toMatchObject({ documentCount: 1, chunkCount: 1 });
      });

      it('gives back what it was given', async () => {
        const record = pagedRecord();
        await put(record);
        expect(await store.documentsById(name, ['none', 'paged'])).toEqual([record.document]);
        expect(await store.chunksOf(name, 'paged')).toEqual(record.chunks.map((chunk) => chunk.chunk));
        expect(await store.content(name, 'paged')).toEqual(record.content);
        expect(await store.content(name, 'none')).toBeUndefined();
      });

      it('replaces a document: the old goes, the time of its first ingestion stays, the version counts', async () => {
        await put(makeRecord('a'));
        const later = { ingestedAt: '2027-01-01T00:00:00.000Z', updatedAt: '2027-01-01T00:00:00.000Z' };
        await put(makeRecord('a', { text: ['About mountains.'], document: later }));
        expect(await store.documentsById(name, ['a'])).toMatchObject([
          { version: 2, ingestedAt: '2026-01-02T03:04:05.000Z', updatedAt: later.updatedAt },
        ]);
        expect(await foundBy({})).toEqual(['a#0000']);
        expect((await store.searchKeyword('sea', anywhere)).hits).toEqual([]);
        await store.write(name, { remove: ['a'], put: [makeRecord('a')] });
        expect(await store.documentsById(name, ['a'])).toMatchObject([{ version: 3 }]);
      });

      it('stores all documents of a change or none', async () => {
        await put(makeRecord('kept'));
        const twice = makeRecord('twice', { chunk: () => ({ chunkId: 'twice#0000' }) });
        await expect(
          store.write(name, { remove: ['kept'], put: [makeRecord('b'), twice] }),
        ).rejects.toMatchObject({ code: 'STORE', cause: expect.anything() });
        expect((await store.documents(name)).map((document) => document.documentId)).toEqual(['kept']);
        expect(await foundBy({})).toEqual(['kept#0000', 'kept#0001']);
        await put(makeRecord('b'));
        expect(await foundBy({ documentId: 'b' })).toEqual(['b#0000', 'b#0001']);
      });

      it('takes a document without chunks, and two documents with equal text', async () => {
        const text = ['The same words.'];
        await put(makeRecord('a', { text }), makeRecord('b', { text }), makeRecord('c', { text: [] }));
        expect((await store.documents(name)).length).toBe(3);
        expect((await store.searchKeyword('words', anywhere)).hits.map((hit) => hit.chunkId)).toEqual([
          'a#0000',
          'b#0000',
        ]);
      });

      it('keeps any text exactly', async () => {
        const text = ['Ünïcödé 漢字 👩‍👩‍👧 \u0000 nul', "Robert'); DROP TABLE documents;--", 'مرحبا \u202e'];
        const odd = { '🦊"$.\u0000': "'; --", __proto__: 'x' } as Record<string, string>;
        const record = makeRecord('id 漢\u0000 "\'$', {
          text,
          document: { title: 'A\u0000B', metadata: { ...odd, '': 'empty' } },
        });
        await put(record);
        expect(await store.chunksOf(name, record.document.documentId)).toEqual(
          record.chunks.map((chunk) => chunk.chunk),
        );
        expect((await store.content(name, record.document.documentId))?.text).toBe(text.join('\n\n'));
        expect((await foundBy({ 'metadata.🦊"$.\u0000': "'; --" })).length).toBe(3);
        expect((await foundBy({ title: 'A\u0000B', 'metadata.': 'empty' })).length).toBe(3);
        expect((await foundBy({ 'title" OR 1=1 --': { $exists: true } })).length).toBe(0);
      });
    });

    describe('reading', () => {
      it('keeps the order asked for and leaves unknown ids out', async () => {
        await put(makeRecord('a'), makeRecord('b'));
        const chunks = await store.chunks(name, ['b#0001', 'x#0000', 'a#0000']);
        expect(chunks.map((chunk) => chunk.chunkId)).toEqual(['b#0001', 'a#0000']);
        const documents = await store.documentsById(name, ['b', 'x', 'a']);
        expect(documents.map((document) => document.documentId)).toEqual(['b', 'a']);
      });

      it('gives the chunks around a chunk, of its own document and level only', async () => {
        const text = ['0', '1', '2', '3', '4', '5'];
        const levelled = makeRecord('b', { text, chunk: (index) => ({ level: index === 2 ? 2 : 3 }) });
        await put(makeRecord('a', { text }), levelled, makeRecord('c', { text }));
        const around = async (chunkId: string, distance: number) =>
          (await store.neighbours(name, chunkId, distance)).map((chunk) => chunk.chunkId.slice(-1)).join('');
        expect(await around('a#0000', 2)).toBe('012');
        expect(await around('a#0003', 1)).toBe('234');
        expect(await around('a#0005', 9)).toBe('012345');
        expect(await around('a#0003', 0)).toBe('3');
        expect(await around('b#0003', 1)).toBe('134');
        expect(await around('none', 1)).toBe('');
      });

      it('pages through documents in order of their ids', async () => {
        await put(...['c', 'a', 'd', 'b'].map((id) => makeRecord(id)));
        const page = async (limit?: number, offset?: number) =>
          (await store.documents(name, undefined, { limit, offset }))
            .map((document) => document.documentId)
            .join('');
        expect(await page()).toBe('abcd');
        expect(await page(3)).toBe('abc');
        expect(await page(3, 3)).toBe('d');
        expect(await page(undefined, 2)).toBe('cd');
        expect(await page(3, 9)).toBe('');
      });

      it('filters documents, and refuses a filter by what only chunks have', async () => {
        await put(makeRecord('a', { document: { metadata: { year: 2020 } } }), makeRecord('b'));
        const listed = await store.documents(name, parseFilter({ year: { $gte: 2020 } }));
        expect(listed.map((document) => document.documentId)).toEqual(['a']);
        await expect(store.documents(name, parseFilter({ kind: { $ne: 'table' } }))).rejects.toThrow(
          FilterError,
        );
      });

      it('exports enough to rebuild the collection', async () => {
        await put(makeRecord('b', { context: 'Beside the text' }), pagedRecord(), makeRecord('a'));
        const records: DocumentRecord[] = [];
        for await (const record of store.export(name)) records.push(record);
        expect(records.map((record) => record.document.documentId)).toEqual(['a', 'b', 'paged']);
        await store.ensureCollection({ ...spec, name: 'copy' });
        await store.write('copy', { put: records });
        const copies: DocumentRecord[] = [];
        for await (const record of store.export('copy')) copies.push(record);
        expect(copies).toEqual(
          records.map((record) => ({ ...record, document: { ...record.document, collection: 'copy' } })),
        );
        expect(copies[1]?.chunks[0]?.context).toBe('Beside the text');
      });
    });

    describe('statistics', () => {
      it('totals and groups by fields of documents, chunks and the user', async () => {
        const tagged = { tags: ['x', 'y'], metadata: { client: 'north' } };
        await put(
          makeRecord('a', { document: tagged }),
          makeRecord('b', { document: { tags: ['x', 'x'] }, text: ['1', '2', '3'] }),
          makeRecord('c', { chunk: (index) => ({ kind: index === 0 ? 'table' : 'text', pageNumbers: [7] }) }),
        );
        const [total, ...rest] = await store.stats(name);
        expect(rest).toEqual([]);
        expect(total).toMatchObject({ documents: 3, chunks: 7, tokens: 70 });
        const counts = async (groupBy: string) =>
          (await store.stats(name, { groupBy }))
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
        const filtered = await store.stats(name, { filter: parseFilter({ tags: 'y' }), groupBy: 'version' });
        expect(filtered.map((group) => group.documents)).toEqual([1, 1]);
      });
    });

    describe('metadata', () => {
      it('merges into documents, removes by null, and filters see it at once', async () => {
        await put(
          makeRecord('a', { document: { metadata: { status: 'draft', year: 2020 } } }),
          makeRecord('b'),
        );
        const patch = { status: null, client: 'north', due: '2026-05-01' };
        expect(await store.updateMetadata(name, { documentIds: ['a', 'a', 'x'] }, patch)).toBe(1);
        const [document] = await store.documentsById(name, ['a']);
        expect(document?.metadata).toEqual({ year: 2020, client: 'north', due: '2026-05-01' });
        expect(document?.updatedAt.localeCompare('2026-01-02')).toBe(1);
        expect(document?.version).toBe(1);
        const [chunk] = await store.chunks(name, ['a#0001']);
        expect(chunk?.metadata).toEqual(document?.metadata);
        expect(await foundBy({ status: { $exists: true } })).toEqual([]);
        expect(await foundBy({ client: 'north', due: { $lt: '2026-05-01T02:00:00Z' } })).toEqual([
          'a#0000',
          'a#0001',
        ]);
        expect(await store.documents(name, parseFilter({ updatedAt: { $gt: '2026-01-03' } }))).toHaveLength(
          1,
        );
      });

      it('lays a chunk’s own values over its document’s', async () => {
        await put(makeRecord('a', { document: { metadata: { status: 'draft' } } }));
        await store.updateMetadata(
          name,
          { chunkIds: ['a#0001', 'x#0000'] },
          { status: 'checked', quality: 3 },
        );
        expect(await foundBy({ status: 'draft' })).toEqual(['a#0000']);
        expect(await foundBy({ status: { $ne: 'draft' }, quality: { $gt: 2 } })).toEqual(['a#0001']);
        expect((await store.chunks(name, ['a#0001']))[0]?.metadata).toEqual({
          status: 'checked',
          quality: 3,
        });
        await store.updateMetadata(name, { chunkIds: ['a#0001'] }, { status: null });
        expect(await foundBy({ status: 'draft' })).toEqual(['a#0000', 'a#0001']);
      });
    });

    describe('vector search', () => {
      it('ranks by cosine, best first, within −1 and 1', async () => {
        const directions = [
          [1, 0],
          [1, 1],
          [0, 1],
          [-1, 0],
          [0, 0],
        ];
        const axis = (pair: readonly number[]) => unit([...pair, 0, 0, 0, 0, 0, 0]);
        await put(
          makeRecord('a', {
            text: ['0', '1', '2', '3', '4'],
            vector: (index) => axis(directions[index] ?? []),
          }),
        );
        const hits = await store.searchVector(axis([1, 0]), anywhere);
        expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0000', 'a#0001', 'a#0002', 'a#0003']);
        const expected = [1, Math.SQRT1_2, 0, -1];
        for (const [index, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[index] ?? NaN, 6);
        expect(hits.every((hit) => Math.abs(hit.score) <= 1)).toBe(true);
        expect(await store.searchVector(axis([0, 0]), anywhere)).toEqual([]);
      });

      it('breaks ties by chunk id, also where the limit cuts', async () => {
        const vector = () => unitVector('same');
        await put(...['c', 'b', 'd', 'a'].map((id) => makeRecord(id, { text: ['x'], vector })));
        const hits = await store.searchVector(unitVector('same'), { ...anywhere, limit: 3 });
        expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0000', 'b#0000', 'c#0000']);
        expect(await store.searchVector(unitVector('same'), { ...anywhere, limit: 0 })).toEqual([]);
      });

      it('sees each change between two searches', async () => {
        const ids = async () => (await foundBy({})).map((id) => id[0]).join('');
        const single = (id: string) => makeRecord(id, { text: [id] });
        await put(single('a'), single('b'));
        expect(await ids()).toBe('ab');
        await put(single('c'));
        expect(await ids()).toBe('abc');
        await store.write(name, { remove: ['a'], put: [single('d')] });
        expect(await ids()).toBe('bcd');
        const moved = makeRecord('b', { text: ['b'], vector: () => unitVector('query') });
        await put(moved);
        expect((await store.searchVector(unitVector('query'), anywhere))[0]?.chunkId).toBe('b#0000');
      });
    });

    describe('keyword search', () => {
      const texts = [
        'The harbour tax of 1820 was paid in silver.',
        'Harbour, harbour and again harbour: ships rest there.',
        'Silver prices rose to 4.2 marks; a tax on silver followed in the harbour town of the north.',
        'Nothing of that kind.',
      ];

      it('scores by BM25 over the terms of context and content', async () => {
        await put(...texts.map((text, index) => makeRecord(`d${index}`, { text: [text], context: 'Ports' })));
        await store.write(name, { remove: ['d3'] });
        for (const query of ['harbour', 'silver tax', 'ports of silver, tax and harbour', '4.2 marks']) {
          const { hits, terms } = await store.searchKeyword(query, anywhere);
          const documents = texts.slice(0, 3).map((text) => [...analyse('Ports'), ...analyse(text)]);
          const naive = naiveBm25(documents, [...new Set(analyse(query))]);
          expect(terms).toEqual(naive.terms);
          expect(hits.map((hit) => hit.chunkId)).toEqual(naive.order.map((index) => `d${index}#0000`));
          for (const [rank, hit] of hits.entries()) {
            expect(hit.score).toBeCloseTo(naive.scores[naive.order[rank] ?? 0] ?? NaN, 10);
          }
        }
      });

      it('gives a term that no chunk has an idf of 0, and nothing for an empty query', async () => {
        await put(makeRecord('a', { text: ['Harbour tax'] }));
        const { terms, hits } = await store.searchKeyword('harbour zeppelin', anywhere);
        expect(terms.map((term) => term.idf > 0)).toEqual([true, false]);
        expect(terms[1]?.idf).toBe(0);
        expect(hits.length).toBe(1);
        expect(await store.searchKeyword(' ?! ', anywhere)).toEqual({ hits: [], terms: [] });
      });

      it('takes the language of its documents', async () => {
        const text = ['Die Häuser am Hafen wurden verkauft.'];
        await put(makeRecord('a', { text, document: { language: 'de' } }));
        expect(
          (await store.searchKeyword('Haus verkaufte', anywhere)).terms.map((term) => term.term),
        ).toEqual(analyse('Haus verkaufte', 'de'));
      });

      it('finds CJK, numbers, symbols and operators of query languages as plain words', async () => {
        await put(
          makeRecord('a', { text: ['東京都の港は銀を扱う'] }),
          makeRecord('b', { text: ['Version 4.2 of C++ OR NEAR AND "quoted" x_y'] }),
        );
        const found = async (query: string) =>
          (await store.searchKeyword(query, anywhere)).hits.map((hit) => hit.chunkId[0]).join('');
        expect(await found('東京')).toBe('a');
        expect(await found('4.2')).toBe('b');
        expect(await found('"quoted" AND NEAR(')).toBe('b');
        expect(await found('x_y * -')).toBe('b');
      });
    });

    describe('filters and constraints', () => {
      it('come before the search: min(limit, matches) chunks are found', async () => {
        const many = Array.from({ length: 60 }, (_, index) =>
          makeRecord(`d${String(index).padStart(2, '0')}`, {
            text: ['common words'],
            document: { metadata: { rare: index % 12 === 0 } },
          }),
        );
        await put(...many);
        const scope = { collection: name, filter: parseFilter({ rare: true }) };
        for (const limit of [1, 3, 5, 50]) {
          const expected = Math.min(limit, 5);
          expect(await store.searchVector(unitVector('q'), { ...scope, limit })).toHaveLength(expected);
          expect((await store.searchKeyword('common', { ...scope, limit })).hits).toHaveLength(expected);
        }
      });

      it('restrict by the text of the chunk', async () => {
        await put(makeRecord('a', { text: ['Alpha beta', 'beta 42', 'alpha 漢字 100%_'] }));
        const where = (input: unknown) => foundBy({}, parseWhereDocument(input));
        expect(await where({ $contains: 'beta' })).toEqual(['a#0000', 'a#0001']);
        expect(await where({ $contains: ['beta', '42'] })).toEqual(['a#0001']);
        expect(await where({ $contains: '漢' })).toEqual(['a#0002']);
        expect(await where({ $contains: '%_' })).toEqual(['a#0002']);
        expect(await where({ $notContains: 'beta' })).toEqual(['a#0002']);
        expect(await where({ $regex: '^[Aa]lpha\\b' })).toEqual(['a#0000', 'a#0002']);
        expect(await where({ $regex: '\\d+', $notContains: '%' })).toEqual(['a#0001']);
        expect(await foundBy({ content: { $contains: 'beta' } })).toEqual(['a#0000', 'a#0001']);
      });

      it('restrict by the region of the page', async () => {
        await put(pagedRecord(), makeRecord('plain'));
        const at = (input: unknown) => foundBy({}, parseRegion(input));
        expect(await at({ page: 1, name: 'top' })).toEqual(['paged#0000']);
        expect(await at({ page: 1, name: 'bottom' })).toEqual(['paged#0001']);
        expect(await at({ page: 2, name: 'top' })).toEqual([]);
        expect(await at({ page: 1, x0: 100, y0: 75, x1: 120, y1: 80 })).toEqual(['paged#0000']);
        expect(await at({ page: 1, x0: 0, y0: 0.8, x1: 1, y1: 1 })).toEqual(['paged#0001']);
      });

      it('take the largest filter that is allowed', async () => {
        await put(makeRecord('a'));
        const conditions = Array.from({ length: 990 }, (_, index) => ({ field: index }));
        expect(await foundBy({ $or: [...conditions, { documentId: 'a' }] })).toHaveLength(2);
        const values = Array.from({ length: 4_999 }, (_, index) => `2026-01-01T00:00:00.${1_000 + index}Z`);
        expect(await foundBy({ documentId: { $in: [...values, 'a'] } })).toHaveLength(2);
      });

      it('stop when the signal says so', async () => {
        const signal = AbortSignal.abort(new Error('stopped'));
        await expect(store.searchVector(unitVector('q'), { ...anywhere, signal })).rejects.toThrow('stopped');
        await expect(store.searchKeyword('q', { ...anywhere, signal })).rejects.toThrow('stopped');
      });
    });

    describe('several handles', () => {
      it('keep everything over closing and opening again', async () => {
        if (!place.durable) return;
        await put(pagedRecord());
        const before = await store.searchKeyword('second', anywhere);
        await store.close();
        store = await place.open();
        expect(await store.searchKeyword('second', anywhere)).toEqual(before);
        expect(await store.content(name, 'paged')).toEqual(pagedRecord().content);
        expect(await foundBy({})).toEqual(['paged#0000', 'paged#0001']);
      });

      it('see each other’s writes', async () => {
        if (!place.durable) return;
        const other = await place.open();
        try {
          const single = (id: string) => makeRecord(id, { text: [`word ${id}`] });
          const seen = async () => {
            const vectors = await store.searchVector(unitVector('q'), anywhere);
            const keywords = await store.searchKeyword('word', anywhere);
            const ids = [vectors, keywords.hits].map((hits) =>
              hits
                .map((hit) => hit.chunkId[0])
                .sort()
                .join(''),
            );
            expect(ids[0]).toBe(ids[1]);
            return ids[0];
          };
          await put(single('a'), single('b'));
          expect(await seen()).toBe('ab');
          await other.write(name, { put: [single('c')] });
          expect(await seen()).toBe('abc');
          await other.write(name, { remove: ['b'], put: [single('a')] });
          expect(await seen()).toBe('ac');
          await Promise.all([put(single('e')), other.write(name, { put: [single('f')] })]);
          expect(await seen()).toBe('acef');
          await other.removeCollection(name);
          await expect(store.documents(name)).rejects.toThrow(CollectionNotFoundError);
        } finally {
          await other.close();
        }
      });
    });
  });
}

/** Two chunks on a page of 612 × 792 points, one at the top and one at the bottom, and an empty second page. */
function pagedRecord(): DocumentRecord {
  const rectOf = (index: number) => ({
    page: 1,
    x0: 72,
    y0: 72 + 600 * index,
    x1: 300,
    y1: 84 + 600 * index,
  });
  const record = makeRecord('paged', {
    document: { pageCount: 2, tags: ['t'], dateCreated: '2024-02-29', language: 'en' },
    chunk: (index) => ({
      pageNumbers: [1],
      sectionHeading: 'Results',
      headingPath: ['Report', 'Results'],
      hierarchyPath: 'Report > Results',
      rects: [rectOf(index)],
      metadata: (index === 0 ? { reviewed: true, tags: ['own'] } : {}) as Metadata,
    }),
  });
  const layout = [
    { charStart: 0, charEnd: 3, x0: 72, y0: 72.25, x1: 90.13, y1: 84 },
    { charStart: 4, charEnd: 9, x0: 95.5, y0: 72.25, x1: 120, y1: 84 },
    { charStart: 40, charEnd: 50, x0: 72, y0: 672, x1: 300, y1: 684 },
  ];
  const { text } = record.content;
  const size = { width: 612, height: 792 };
  const pages = [
    { number: 1, label: 'iv', ...size, charStart: 0, charEnd: text.length, layout },
    { number: 2, ...size, charStart: text.length, charEnd: text.length, layout: [] },
  ];
  const sections = [{ heading: 'Results', level: 1, charStart: 0, charEnd: text.length, anchor: 'results' }];
  return { ...record, content: { text, pages, sections } };
}

/** BM25 as the textbook has it, over the documents' terms. */
function naiveBm25(documents: readonly string[][], query: readonly string[]) {
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const terms = query.map((term) => {
    const having = documents.filter((document) => document.includes(term)).length;
    return { term, idf: having && Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
  });
  const scores = documents.map((document) =>
    terms.reduce((sum, { term, idf }) => {
      const frequency = document.filter((other) => other === term).length;
      return sum + (idf * frequency) / (frequency + 1.2 * (0.25 + (0.75 * document.length) / average));
    }, 0),
  );
  const order = [...documents.keys()].filter((index) => (scores[index] ?? 0) > 0);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return { terms, scores, order };
}
