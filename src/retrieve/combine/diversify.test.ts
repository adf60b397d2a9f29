import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diversify } from './diversify.ts';
import { makeCandidate, makeChunk } from '../samples.testing.ts';

const listOf = (documents: readonly string[]) =>
  documents.map((documentId, sequence) => makeCandidate(makeChunk({ documentId, sequence })));
const ids = (candidates: ReturnType<typeof diversify>) => candidates.map(({ chunk }) => chunk.chunkId);
const documentsArbitrary = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 15 }).map(listOf);
const maximum = fc.integer({ min: 1, max: 4 });

describe('diversify', () => {
  it('changes nothing without a maximum', () => {
    const candidates = listOf(['a', 'a', 'a', 'a', 'b']);
    expect(diversify(candidates, { dropSurplus: false })).toEqual(candidates);
  });

  it('ranks the chunks of a document beyond the cap behind all others', () => {
    const soft = diversify(listOf(['a', 'a', 'a', 'b', 'a', 'c']), {
      maxChunksPerDocument: 2,
      dropSurplus: false,
    });
    expect(ids(soft)).toEqual(['a#0000', 'a#0001', 'b#0003', 'c#0005', 'a#0002', 'a#0004']);
  });

  it('drops them where the caller says so', () => {
    const hard = diversify(listOf(['a', 'a', 'a', 'b']), { maxChunksPerDocument: 2, dropSurplus: true });
    expect(ids(hard)).toEqual(['a#0000', 'a#0001', 'b#0003']);
  });

  it('counts the same document id of two collections as two documents', () => {
    const [first, second] = listOf(['a', 'a']);
    const both = [first!, { ...second!, collection: 'other' }];
    expect(diversify(both, { maxChunksPerDocument: 1, dropSurplus: true })).toHaveLength(2);
  });

  it('gives a permutation that starts with what the hard cap keeps', () => {
    fc.assert(
      fc.property(documentsArbitrary, maximum, (candidates, maxChunksPerDocument) => {
        const soft = diversify(candidates, { maxChunksPerDocument, dropSurplus: false });
        const hard = diversify(candidates, { maxChunksPerDocument, dropSurplus: true });
        expect(ids(soft).toSorted()).toEqual(ids(candidates).toSorted());
        expect(ids(soft).slice(0, hard.length)).toEqual(ids(hard));
        for (const document of ['a', 'b', 'c']) {
          const count = hard.filter(({ chunk }) => chunk.documentId === document).length;
          expect(count).toBeLessThanOrEqual(maxChunksPerDocument);
        }
      }),
    );
  });
});
