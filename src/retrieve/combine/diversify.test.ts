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
    expect(diversify(candidates)).toEqual(candidates);
  });

  it('drops the chunks of a document beyond the cap', () => {
    const kept = diversify(listOf(['a', 'a', 'a', 'b', 'a', 'c']), 2);
    expect(ids(kept)).toEqual(['a#0000', 'a#0001', 'b#0003', 'c#0005']);
  });

  it('counts the same document id of two collections as two documents', () => {
    const [first, second] = listOf(['a', 'a']);
    const both = [first!, { ...second!, collection: 'other' }];
    expect(diversify(both, 1)).toHaveLength(2);
  });

  it('keeps the order, and of each document as many as it may', () => {
    fc.assert(
      fc.property(documentsArbitrary, maximum, (candidates, most) => {
        const kept = ids(diversify(candidates, most));
        expect(kept).toEqual(ids(candidates).filter((id) => kept.includes(id)));
        for (const document of ['a', 'b', 'c']) {
          const countOf = (list: readonly string[]) => list.filter((id) => id.startsWith(document)).length;
          expect(countOf(kept)).toBe(Math.min(most, countOf(ids(candidates))));
        }
      }),
    );
  });
});
