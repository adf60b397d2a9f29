import { describe, expect, it } from 'vitest';
import { analyse } from '../../../src/text/terms/analyser.ts';
import { makeRecord, unit, unitVector, spec } from './records.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { anywhere, type StoreBench } from './bench.ts';

const name = spec.name;

/** Both searches over everything. */
export function describeSearching(bench: StoreBench): void {
  const ids = async () => (await bench.foundBy({})).join(' ').replaceAll('#0000', '');
  const found = async (query: string) =>
    (await bench.store.searchKeyword(query, anywhere)).hits.map((hit) => hit.chunkId[0]).join('');

  describe('vector search', () => {
    it('ranks by cosine, best first, within −1 and 1', async () => {
      const directions = [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 0],
        [0, 0],
      ];
      await bench.put(
        makeRecord('a', {
          text: ['0', '1', '2', '3', '4'],
          vector: (index) => axis(directions[index] ?? []),
        }),
      );
      const hits = await bench.store.searchVector(axis([1, 0]), anywhere);
      expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0000', 'a#0001', 'a#0002', 'a#0003']);
      const expected = [1, Math.SQRT1_2, 0, -1];
      for (const [index, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[index] ?? NaN, 6);
      expect(hits.every((hit) => Math.abs(hit.score) <= 1)).toBe(true);
      expect(await bench.store.searchVector(axis([0, 0]), anywhere)).toEqual([]);
    });

    it('breaks ties by chunk id, also where the limit cuts', async () => {
      await bench.put(
        ...['c', 'b', 'd', 'a'].map((id) => makeRecord(id, { text: ['x'], vector: sameVector })),
      );
      const hits = await bench.store.searchVector(unitVector('same'), { ...anywhere, limit: 3 });
      expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0000', 'b#0000', 'c#0000']);
      expect(await bench.store.searchVector(unitVector('same'), { ...anywhere, limit: 0 })).toEqual([]);
    });

    it('sees each change between two searches', async () => {
      await bench.put(single('a'), single('b'));
      expect(await ids()).toBe('a b');
      await bench.put(single('c'));
      expect(await ids()).toBe('a b c');
      await bench.store.write(name, { remove: ['a'], put: [single('d')] });
      expect(await ids()).toBe('b c d');
      const moved = makeRecord('b', { text: ['b'], vector: () => unitVector('query') });
      await bench.put(moved);
      expect((await bench.store.searchVector(unitVector('query'), anywhere))[0]?.chunkId).toBe('b#0000');
    });
  });

  describe('keyword search', () => {
    it('scores by BM25 over the terms of content and, three times, of context', async () => {
      await bench.put(
        ...texts.map((text, index) => makeRecord(`d${index}`, { text: [text], context: 'Ports' })),
      );
      await bench.store.write(name, { remove: ['d3'] });
      for (const query of [
        'harbour',
        'silver tax',
        'ports of silver, tax and harbour',
        '4.2 marks',
        'silver, silver and silver harbour',
      ]) {
        const { hits, terms } = await bench.store.searchKeyword(query, anywhere);
        const context = Array.from({ length: 3 }, () => analyse('Ports')).flat();
        const documents = texts.slice(0, 3).map((text) => [...context, ...analyse(text)]);
        const naive = naiveBm25(documents, analyse(query));
        expect(terms).toEqual(naive.terms);
        expect(hits.map((hit) => hit.chunkId)).toEqual(naive.order.map((index) => `d${index}#0000`));
        for (const [rank, hit] of hits.entries()) {
          expect(hit.score).toBeCloseTo(naive.scores[naive.order[rank] ?? 0] ?? NaN, 10);
        }
      }
    });

    it('gives a term that no chunk has an idf of 0, and nothing for an empty query', async () => {
      await bench.put(makeRecord('a', { text: ['Harbour tax'] }));
      const { terms, hits } = await bench.store.searchKeyword('harbour zeppelin', anywhere);
      expect(terms.map((term) => term.idf > 0)).toEqual([true, false]);
      expect(terms[1]?.idf).toBe(0);
      expect(hits.length).toBe(1);
      expect(await bench.store.searchKeyword(' ?! ', anywhere)).toEqual({ hits: [], terms: [] });
    });

    it('takes the language of its documents', async () => {
      const text = ['Die Häuser am Hafen wurden verkauft.'];
      await bench.put(makeRecord('a', { text, document: { language: 'de' } }));
      expect(
        (await bench.store.searchKeyword('Haus verkaufte', anywhere)).terms.map((term) => term.term),
      ).toEqual(analyse('Haus verkaufte', 'de'));
    });

    it('finds the words of documents in several languages, each once, as one term', async () => {
      await bench.put(
        makeRecord('a', { text: ['The simulations of Regen.'], document: { language: 'en' } }),
        makeRecord('b', { text: ['A harbour with moves.'], document: { language: 'en' } }),
        makeRecord('e', { text: ['A quay.'], document: { language: 'en' } }),
        makeRecord('c', {
          text: ['Der Biegeradius der Kältemittelleitungen bei Regen.'],
          document: { language: 'de' },
        }),
        makeRecord('d', { text: ['Die Kältemittelleitung in simulations.'], document: { language: 'de' } }),
      );
      expect(await found('Biegeradius')).toBe('c');
      expect((await found('simulations')).split('').sort().join('')).toBe('ad');
      expect(await found('Wie groß ist der Biegeradius?')).toBe('c');
      expect(await found('"Biegeradius der Kältemittelleitungen"')).toBe('cd');
      const { hits, terms } = await bench.store.searchKeyword('simulations', { ...anywhere, limit: 1 });
      expect(terms).toEqual([
        { term: 'simul', forms: ['simulation'], weight: 1, idf: expect.closeTo(Math.log(2.4)) as number },
      ]);
      expect(hits[0]!.score).toBeLessThan(terms[0]!.idf);
    });

    it('finds CJK, numbers, symbols and operators of query languages as plain words', async () => {
      await bench.put(
        makeRecord('a', { text: ['東京都の港は銀を扱う'] }),
        makeRecord('b', { text: ['Version 4.2 of C++ OR NEAR AND "quoted" x_y'] }),
      );
      expect(await found('東京')).toBe('a');
      expect(await found('4.2')).toBe('b');
      expect(await found('"quoted" AND NEAR(')).toBe('b');
      expect(await found('x_y * -')).toBe('b');
    });

    it('ranks chunks that have a phrase in quotes first, and the others after them', async () => {
      await bench.put(
        makeRecord('a', { text: ['Tax, tax and silver; silver prices and again a tax.'], context: '' }),
        makeRecord('b', {
          text: ['A long text in which, once, the prices of the silver tax stand.'],
          context: '',
        }),
        makeRecord('c', { text: ['The harbour.'], context: 'Silver taxes' }),
        makeRecord('d', { text: ['Silver.'], context: 'Tax' }),
      );
      expect((await found('silver tax')).startsWith('b')).toBe(false);
      expect((await found('“silver tax”')).slice(0, 2).split('').sort().join('')).toBe('bc');
      expect((await found('"silver tax"')).length).toBe(4);
      expect((await found('"silver tax" or "prices of the silver"')).slice(0, 1)).toBe('b');
      const { hits, terms } = await bench.store.searchKeyword('"silver tax"', { ...anywhere, limit: 1 });
      const bound = terms.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
      expect(terms.map(({ term }) => term)).toEqual(['silver', 'tax', '"silver tax"']);
      expect(hits).toHaveLength(1);
      expect(hits[0]?.score).toBeLessThan(bound);
      expect(hits[0]?.score).toBeGreaterThan(bound / 2);
    });

    it('takes no notice of quotes around what no chunk within the filter has', async () => {
      await bench.put(
        makeRecord('a', { text: ['A silver tax.'] }),
        makeRecord('b', { text: ['Silver and gold, and then a tax.'] }),
      );
      const only = { ...anywhere, filter: parseFilter({ documentId: 'b' }) };
      for (const query of ['"tax silver"', '"silver tax"', '"tax"', '"', 'tax "silver']) {
        const words = query.replaceAll('"', ' ');
        expect(await bench.store.searchKeyword(query, only)).toEqual(
          await bench.store.searchKeyword(words, only),
        );
      }
    });

    it('finds the beginnings of words with a star', async () => {
      await bench.put(
        makeRecord('a', { text: ['Invoices are paid.'], context: '' }),
        makeRecord('b', { text: ['The invoicing of goods, invoiced twice.'], context: '' }),
        makeRecord('c', { text: ['Involved companies; INV-2024-007'], context: '' }),
      );
      expect((await found('invoic*')).split('').sort().join('')).toBe('ab');
      expect((await found('INVO*')).split('').sort().join('')).toBe('abc');
      expect(await found('companies*')).toBe('c');
      expect(await found('zeppelin* paid')).toBe('a');
      // Too short, or not at a word's end: plain words.
      expect(await found('in*')).toBe('');
      expect(await found('a*b *goods*')).toBe('b');
      const { terms } = await bench.store.searchKeyword('invoic* paid', anywhere);
      expect(terms.map(({ term }) => term)).toEqual(['paid', 'invoic*']);
      const [stem] = (await bench.store.searchKeyword('invoices', anywhere)).terms;
      expect(terms[1]?.idf).toBe(stem?.idf);
    });
  });
}

/** A document of one chunk: a word that all have, and its id. */
function single(id: string): DocumentRecord {
  return makeRecord(id, { text: [`word ${id}`] });
}

function sameVector(): Float32Array {
  return unitVector('same');
}

function axis(pair: readonly number[]): Float32Array {
  return unit([...pair, 0, 0, 0, 0, 0, 0]);
}

const texts = [
  'The harbour tax of 1820 was paid in silver.',
  'Harbour, harbour and again harbour: ships rest there.',
  'Silver prices rose to 4.2 marks; a tax on silver followed in the harbour town of the north.',
  'Nothing of that kind.',
];

/** BM25 as the textbook has it, over the documents' terms. */
function naiveBm25(documents: readonly string[][], query: readonly string[]) {
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const terms = [...new Set(query)].map((term) => {
    const count = query.filter((other) => other === term).length;
    const having = documents.filter((document) => document.includes(term)).length;
    const weight = (3 * count) / (2 + count);
    return { term, weight, idf: having && Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
  });
  const scores = documents.map((document) =>
    terms.reduce((sum, { term, weight, idf }) => {
      const frequency = document.filter((other) => other === term).length;
      return (
        sum + (weight * idf * frequency) / (frequency + 1.2 * (0.25 + (0.75 * document.length) / average))
      );
    }, 0),
  );
  const order = [...documents.keys()].filter((index) => (scores[index] ?? 0) > 0);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return { terms, scores, order };
}
