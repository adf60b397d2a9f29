import { describe, expect, it } from 'vitest';
import { chunkFieldNames, documentFieldNames } from '../../../src/store/filter/fields.ts';
import { parseFilter, parseRegion, parseWhereDocument } from '../../../src/store/filter/parse-filter.ts';
import type { ScoredChunk } from '../../../src/store/store.ts';
import { makeRecord, makePagedRecord, unitVector, spec } from './records.ts';
import { anywhere, type StoreBench } from './bench.ts';

const name = spec.name;

const reaching = (least: number) => (hit: ScoredChunk) => hit.score >= least;

/** Searches within a filter or constraint. */
export function describeRestricting(bench: StoreBench): void {
  const where = (input: unknown) => bench.foundBy({}, parseWhereDocument(input));
  const at = (input: unknown) => bench.foundBy({}, parseRegion(input));
  describe('filters and constraints', () => {
    it('come before the search: min(limit, matches) chunks are found', async () => {
      const many = Array.from({ length: 60 }, (_, index) =>
        makeRecord(`d${String(index).padStart(2, '0')}`, {
          text: ['common words'],
          document: { metadata: { rare: index % 12 === 0 } },
        }),
      );
      await bench.put(...many);
      const scope = { collection: name, filter: parseFilter({ rare: true }) };
      for (const limit of [1, 3, 5, 50]) {
        const expected = Math.min(limit, 5);
        expect(await bench.store.searchVector(unitVector('q'), { ...scope, limit })).toHaveLength(expected);
        expect((await bench.store.searchKeyword('common', { ...scope, limit })).hits).toHaveLength(expected);
      }
    });

    it('find a key of metadata by metadata.<name> where a built-in field has its name, of documents and of chunks', async () => {
      const names = [...documentFieldNames, ...chunkFieldNames];
      const valued = (value: string) => Object.fromEntries(names.map((field) => [field, value]));
      const asked = (value: string) => names.map((field) => ({ [`metadata.${field}`]: value }));
      await bench.put(
        makeRecord('a', { text: ['one', 'two'], document: { metadata: valued('mine') } }),
        makeRecord('b', { text: ['three'] }),
      );
      expect(await bench.foundBy({ $and: asked('mine') })).toEqual(['a#0000', 'a#0001']);
      expect(await bench.foundBy({ $or: [{ type: 'mine' }, { kind: 'mine' }] })).toEqual([]);
      const target = { chunkIds: ['a#0001', 'b#0000'] };
      await bench.store.updateMetadata(name, { target, patch: valued('other') });
      expect(await bench.foundBy({ $and: asked('other') })).toEqual(['a#0001', 'b#0000']);
      expect(await bench.foundBy({ $and: asked('mine') })).toEqual(['a#0000']);
      expect(await bench.foundBy({ $or: asked('none') })).toEqual([]);
    });

    it('go together with a list of chunks: only those of it that they allow, with the scores that they have', async () => {
      const texts = ['common words', 'words', 'common', 'others'];
      await bench.put(
        ...texts.map((text, index) =>
          makeRecord(`d${index}`, { text: [text], document: { metadata: { rare: index < 2 } } }),
        ),
      );
      const vector = unitVector('q');
      const everywhere = { collection: name, limit: 10 };
      const vectorHits = await bench.store.searchVector(vector, everywhere);
      const keywordHits = (await bench.store.searchKeyword('common words', everywhere)).hits;
      const among = ['d3#0000', 'd1#0000', 'd2#0000', 'd1#0000', 'gone#0000'];
      for (const [filter, allowed] of [
        [undefined, ['d1#0000', 'd2#0000', 'd3#0000']],
        [parseFilter({ rare: true }), ['d1#0000']],
      ] as const) {
        const scope = { ...everywhere, filter, among };
        const these = ({ chunkId }: { readonly chunkId: string }) => allowed.some((id) => id === chunkId);
        expect(await bench.store.searchVector(vector, scope)).toEqual(vectorHits.filter(these));
        expect((await bench.store.searchKeyword('common words', scope)).hits).toEqual(
          keywordHits.filter(these),
        );
      }
      expect(await bench.store.searchVector(vector, { ...everywhere, among: [] })).toEqual([]);
    });

    it('may leave out what has a lower score than is wanted, and nothing else', async () => {
      const texts = Array.from({ length: 60 }, (_, index) => 'common words '.repeat(1 + (index % 7)));
      await bench.put(...texts.map((text, index) => makeRecord(`d${index}`, { text: [text] })));
      const vector = unitVector('q');
      const scope = { collection: name, limit: 40 };
      const vectorHits = await bench.store.searchVector(vector, scope);
      const keywordHits = (await bench.store.searchKeyword('common', scope)).hits;
      expect([vectorHits.length, keywordHits.length]).toEqual([40, 40]);
      for (const rank of [0, 5, 20, 39]) {
        const nearest = reaching(vectorHits[rank]!.score);
        const near = await bench.store.searchVector(vector, {
          ...scope,
          atLeast: () => vectorHits[rank]!.score,
        });
        expect(near.filter(nearest)).toEqual(vectorHits.filter(nearest));
        const likeliest = reaching(keywordHits[rank]!.score);
        const atLeast = () => keywordHits[rank]!.score;
        const { hits } = await bench.store.searchKeyword('common', { ...scope, atLeast });
        expect(hits.filter(likeliest)).toEqual(keywordHits.filter(likeliest));
      }
    });

    it('take a range of single values, and in lists an element for each of its bounds', async () => {
      const values = { a: 'c', b: 'd', c: 'f', d: ['a', 'i'], e: ['g', 'i'], f: [], g: 5 };
      await bench.put(
        ...Object.entries(values).map(([id, value]) =>
          makeRecord(id, { text: ['x'], document: { metadata: { value } } }),
        ),
      );
      expect(await bench.foundBy({ value: { $gte: 'd', $lt: 'f' } })).toEqual(['b#0000', 'd#0000']);
      expect(await bench.foundBy({ value: { $not: { $gt: 'c', $lte: 'f' } } })).toEqual(
        ['a', 'e', 'f', 'g'].map((id) => `${id}#0000`),
      );
    });

    it('take patterns of whole texts, with % and _, which a backslash makes ordinary', async () => {
      const values = {
        a: 'Acme GmbH',
        b: 'Acme AG',
        c: '100%',
        d: ['Beta', 'Acme'],
        e: 'a\nb\u0000\u0001',
        f: 5,
        g: '2024-05-01T00:00:00Z',
        h: 'A+(m)e',
      };
      await bench.put(
        ...Object.entries(values).map(([id, value]) =>
          makeRecord(id, { text: ['line one\nline two'], document: { metadata: { value } } }),
        ),
      );
      const like = async (pattern: string) =>
        (await bench.foundBy({ value: { $like: pattern } })).map((id) => id[0]).join('');
      expect(await like('Acme%')).toBe('abd');
      expect(await like('Acme __')).toBe('b');
      expect(await like('acme%')).toBe('');
      expect(await like(String.raw`%\%`)).toBe('c');
      expect(await like('a_b__')).toBe('e');
      expect(await like('%\u0002%')).toBe('');
      expect(await like('2024-%Z')).toBe('g');
      expect(await like('A+(_)e')).toBe('h');
      expect(await like('%')).toBe('abcdegh');
      expect(await bench.foundBy({ value: { $not: { $like: 'A%' } } })).toHaveLength(4);
      expect(await bench.foundBy({ content: { $like: 'line%two' } })).toHaveLength(8);
      expect(await bench.foundBy({ chunkId: { $like: '_#000_' } })).toHaveLength(8);
      expect(await bench.foundBy({ collection: { $like: '%' }, format: { $like: 'te%' } })).toHaveLength(8);
    });

    it('restrict by the text of the chunk', async () => {
      await bench.put(makeRecord('a', { text: ['Alpha beta', 'beta 42', 'alpha 漢字 100%_'] }));
      expect(await where({ $contains: 'beta' })).toEqual(['a#0000', 'a#0001']);
      expect(await where({ $contains: ['beta', '42'] })).toEqual(['a#0001']);
      expect(await where({ $contains: '漢' })).toEqual(['a#0002']);
      expect(await where({ $contains: '%_' })).toEqual(['a#0002']);
      expect(await where({ $notContains: 'beta' })).toEqual(['a#0002']);
      expect(await where({ $regex: '^[Aa]lpha\\b' })).toEqual(['a#0000', 'a#0002']);
      expect(await where({ $regex: '\\d+', $notContains: '%' })).toEqual(['a#0001']);
      expect(await where({ $regex: String.raw`^\p{Lu}|\p{Han}` })).toEqual(['a#0000', 'a#0002']);
      expect(await where({ $regex: ['(?i)ALPHA', '(a|a)*$'] })).toEqual(['a#0000', 'a#0002']);
      expect(await bench.foundBy({ content: { $contains: 'beta' } })).toEqual(['a#0000', 'a#0001']);
    });

    it('restrict by the region of the page', async () => {
      await bench.put(makePagedRecord(), makeRecord('plain'));
      expect(await at({ page: 1, name: 'top' })).toEqual(['paged#0000']);
      expect(await at({ page: 1, name: 'bottom' })).toEqual(['paged#0001']);
      expect(await at({ page: 2, name: 'top' })).toEqual([]);
      expect(await at({ page: 1, x0: 100, y0: 75, x1: 120, y1: 80 })).toEqual(['paged#0000']);
      expect(await at({ page: 1, x0: 0, y0: 0.8, x1: 1, y1: 1 })).toEqual(['paged#0001']);
      const { chunks, ...rest } = makePagedRecord();
      const odd = chunks.map(({ chunk, ...kept }) => ({
        ...kept,
        chunk: { ...chunk, hierarchyPath: '\u0000' },
      }));
      await bench.put({ ...rest, chunks: odd });
      expect(await at({ page: 1, name: 'top' })).toEqual(['paged#0000']);
    });

    it('take the largest filter that is allowed', async () => {
      await bench.put(makeRecord('a'));
      const conditions = Array.from({ length: 990 }, (_, index) => ({ field: index }));
      expect(await bench.foundBy({ $or: [...conditions, { documentId: 'a' }] })).toHaveLength(2);
      const values = Array.from({ length: 4_999 }, (_, index) => `2026-01-01T00:00:00.${1_000 + index}Z`);
      expect(await bench.foundBy({ documentId: { $in: [...values, 'a'] } })).toHaveLength(2);
    });

    it('stop when the signal says so', async () => {
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(bench.store.searchVector(unitVector('q'), { ...anywhere, signal })).rejects.toThrow(
        'stopped',
      );
      await expect(bench.store.searchKeyword('q', { ...anywhere, signal })).rejects.toThrow('stopped');
    });
  });
}
