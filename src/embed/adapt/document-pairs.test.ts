import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { heldOutPairs, makePair, planPairs, withRows, type TokenizedChunk } from './document-pairs.ts';

const chunkOf = (part: Partial<TokenizedChunk>): TokenizedChunk => ({
  document: 0,
  title: [],
  heading: [],
  sentences: [],
  ...part,
});
const sentences = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
  [9, 10, 11],
];
const anyTokens = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 });
const anyChunk: fc.Arbitrary<TokenizedChunk> = fc.record({
  document: fc.integer({ min: 0, max: 3 }),
  title: anyTokens,
  heading: anyTokens,
  sentences: fc.array(anyTokens, { maxLength: 5 }),
});

describe('planPairs', () => {
  it('asks for a chunk by its heading and by three draws of a sentence', () => {
    const plans = planPairs([chunkOf({ heading: [20], sentences: sentences.slice(0, 2) })], createRandom(1));
    expect(plans.filter(({ query }) => query === 'heading')).toHaveLength(1);
    expect(plans.filter(({ query }) => typeof query === 'number')).toHaveLength(3);
    expect(plans).toHaveLength(4);
  });

  it('asks by the title for one chunk of each document that has one, now this and now that', () => {
    const chunks = Array.from({ length: 12 }, (_, index) =>
      chunkOf({ document: index % 3, title: index % 3 === 2 ? [] : [index % 3], sentences }),
    );
    const chosen = new Set<number>();
    for (let seed = 0; seed < 50; seed += 1) {
      const titled = planPairs(chunks, createRandom(seed)).filter(({ query }) => query === 'title');
      expect(titled.map(({ chunk }) => chunks[chunk]!.document).sort((a, b) => a - b)).toEqual([0, 1]);
      for (const { chunk } of titled) chosen.add(chunk);
    }
    expect(chosen.size).toBe(8);
  });

  it('never asks by a sentence of fewer than four tokens, by the only one, or for nothing', () => {
    fc.assert(
      fc.property(fc.array(anyChunk, { maxLength: 10 }), fc.nat(), (chunks, seed) => {
        for (const { chunk, query } of planPairs(chunks, createRandom(seed))) {
          const tokenized = chunks[chunk]!;
          expect(tokenized.sentences.length).toBeGreaterThan(0);
          if (typeof query !== 'number') expect(tokenized[query].length).toBeGreaterThan(0);
          else {
            expect(tokenized.sentences[query]!.length).toBeGreaterThanOrEqual(4);
            expect(tokenized.sentences.length).toBeGreaterThan(1);
          }
        }
      }),
    );
  });
});

describe('makePair', () => {
  const chunks = [chunkOf({}), chunkOf({ title: [20], heading: [21], sentences })];

  it('puts a sentence opposite title, heading and the other sentences', () => {
    expect(makePair(chunks, { chunk: 1, query: 1 })).toEqual({
      query: [[5, 6, 7, 8]],
      passage: [[20], [21], [1, 2, 3, 4], [9, 10, 11]],
      group: 1,
    });
  });

  it('puts title and heading opposite the sentences', () => {
    const passage = sentences;
    expect(makePair(chunks, { chunk: 1, query: 'title' })).toEqual({ query: [[20]], passage, group: 1 });
    expect(makePair(chunks, { chunk: 1, query: 'heading' })).toEqual({
      query: [[21]],
      passage,
      group: 1,
    });
  });
});

describe('heldOutPairs', () => {
  it('gives one pair a chunk: the middle sentence where it says enough, else the first that does', () => {
    const pairs = heldOutPairs([
      chunkOf({ sentences }),
      chunkOf({ sentences: [[1], [2, 3, 4, 5], [6]] }),
      chunkOf({ sentences: [[1, 2, 3, 4], [5]] }),
    ]);
    expect(pairs.map(({ query }) => query[0])).toEqual([
      [5, 6, 7, 8],
      [2, 3, 4, 5],
      [1, 2, 3, 4],
    ]);
    expect(pairs.map(({ group }) => group)).toEqual([0, 1, 2]);
  });

  it('gives none for a chunk of one sentence, or of short ones', () => {
    expect(
      heldOutPairs([chunkOf({ sentences: [[1, 2, 3, 4]] }), chunkOf({ sentences: [[1], [2]] })]),
    ).toEqual([]);
  });
});

describe('withRows', () => {
  it('gives tokens their rows, and leaves out those without', () => {
    const chunk = chunkOf({ document: 7, title: [3, 4], heading: [5], sentences: [[4, 5, 4], [5]] });
    expect(withRows(chunk, new Map([[4, 0]]))).toEqual({
      document: 7,
      title: [0],
      heading: [],
      sentences: [[0, 0], []],
    });
  });
});
