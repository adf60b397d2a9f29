import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deduplicate } from './deduplicate.ts';
import { makeCandidate, makeChunk } from '../samples.testing.ts';

const span = (documentId: string, sequence: number, [charStart, length]: readonly [number, number]) =>
  makeCandidate(
    makeChunk({ documentId, sequence, charStart, content: `${sequence}`.padEnd(length, documentId) }),
  );
const ids = (candidates: ReturnType<typeof deduplicate>) => candidates.map(({ chunk }) => chunk.chunkId);

describe('deduplicate', () => {
  it('keeps the better of two chunks with equal content and lists where the other stands', () => {
    const kept = deduplicate([
      makeCandidate(makeChunk({ documentId: 'a', content: 'same words' })),
      makeCandidate(makeChunk({ documentId: 'b', content: 'other words' })),
      makeCandidate(makeChunk({ documentId: 'c', content: 'same words' })),
      makeCandidate(makeChunk({ documentId: 'd', content: 'same words' })),
    ]);
    expect(ids(kept)).toEqual(['a#0000', 'b#0000']);
    expect(kept[0]?.duplicates).toEqual([
      { collection: 'default', documentId: 'c', chunkId: 'c#0000' },
      { collection: 'default', documentId: 'd', chunkId: 'd#0000' },
    ]);
  });

  it('counts two chunks of a document as one from 80 % of the shorter one in common', () => {
    expect(ids(deduplicate([span('a', 0, [0, 100]), span('a', 1, [20, 200])]))).toEqual(['a#0000']);
    expect(ids(deduplicate([span('a', 0, [0, 100]), span('a', 1, [21, 200])]))).toEqual(['a#0000', 'a#0001']);
  });

  it('leaves equal spans of different documents and collections alone', () => {
    const elsewhere = { ...span('a', 1, [0, 100]), collection: 'other' };
    expect(deduplicate([span('a', 0, [0, 100]), span('b', 2, [0, 100]), elsewhere])).toHaveLength(3);
  });

  it('gives a chunk that covers several to the best of them', () => {
    const kept = deduplicate([span('a', 2, [50, 40]), span('a', 0, [0, 40]), span('a', 5, [0, 100])]);
    expect(kept.map(({ duplicates }) => duplicates.map(({ chunkId }) => chunkId))).toEqual([['a#0005'], []]);
  });

  it('compares a chunk with its neighbours in the document only', () => {
    const size = 400;
    let reads = 0;
    const candidates = Array.from({ length: size }, (_, index) => {
      const place = (index * 7) % size;
      const candidate = span('a', place, [place * 10, 10]);
      const get = () => {
        reads += 1;
        return place * 10;
      };
      Object.defineProperty(candidate.chunk, 'charStart', { get });
      return candidate;
    });
    expect(deduplicate(candidates)).toHaveLength(size);
    expect(reads).toBeLessThan(size * 50);
  });

  it('keeps the order, loses no chunk, and leaves no two alike', () => {
    const candidates = fc
      .array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(50), fc.integer({ min: 1, max: 40 })), {
        maxLength: 12,
      })
      .map((spans) =>
        spans.map(([documentId, start, length], sequence) => span(documentId, sequence, [start, length])),
      );
    fc.assert(
      fc.property(candidates, (before) => {
        const after = deduplicate(before);
        const all = after.flatMap(({ chunk, duplicates }) => [
          chunk.chunkId,
          ...duplicates.map((other) => other.chunkId),
        ]);
        expect(all.toSorted()).toEqual(ids(before).toSorted());
        expect(ids(after)).toEqual(ids(before).filter((id) => ids(after).includes(id)));
        expect(ids(deduplicate(after))).toEqual(ids(after));
      }),
    );
  });
});
