import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestHits, mergeBest, type SearchHit } from './legs.ts';

const lists = array(
  array(integer({ min: 0, max: 9 }), { maxLength: 12 }).map((scores) => scores.sort((a, b) => b - a)),
  { maxLength: 6 },
);

describe('BestHits', () => {
  it('are those of all searches, also where a search gives only what reaches the least of those before', () => {
    assert(
      property(lists, integer({ min: 1, max: 10 }), (scores, limit) => {
        const searches = scores.map((list, number) =>
          list.map((score, index): SearchHit => ({ collection: `c${number}`, chunkId: `${index}`, score })),
        );
        const best = new BestHits(limit);
        for (const hits of searches) best.add(hits.filter(({ score }) => score >= best.least));
        expect(best.hits).toEqual(mergeBest(searches, limit));
      }),
    );
  });

  it('wants any hit while there are too few', () => {
    const best = new BestHits(2);
    best.add([{ collection: 'c', chunkId: 'a', score: 0.9 }]);
    expect(best.least).toBe(-Infinity);
    best.add([{ collection: 'c', chunkId: 'b', score: 0.4 }]);
    expect(best.least).toBe(0.4);
  });
});
