import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordBound, relevance } from './relevance.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('relevance', () => {
  it('weighs the two parts when both searches ran', () => {
    expect(relevance({ coverage: 0.5, cosine: 0.25 }, 0.4)).toBeCloseTo(0.4 * 0.25 + 0.6 * 0.5);
  });

  it('is the part of the search that ran alone', () => {
    expect(relevance({ coverage: 0.5 }, 0.4)).toBe(0.5);
    expect(relevance({ cosine: 0.25 }, 0.4)).toBe(0.25);
  });

  it('counts a negative cosine as 0', () => {
    expect(relevance({ cosine: -0.5 }, 0.4)).toBe(0);
  });

  it('stays within 0…1 and grows with both parts', () => {
    fc.assert(
      fc.property(share, share, share, share, (coverage, cosine, weight, more) => {
        const score = relevance({ coverage, cosine }, weight);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(relevance({ coverage: coverage + more, cosine }, weight)).toBeGreaterThanOrEqual(score);
        expect(relevance({ coverage, cosine: cosine + more }, weight)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('keywordBound', () => {
  it('sums the weighted idf of the terms', () => {
    expect(
      keywordBound(
        [
          { weight: 1, idf: 2 },
          { weight: 1.5, idf: 1 },
        ],
        10,
      ),
    ).toBeCloseTo(3.5);
  });

  it('counts a term that no chunk has like one that a single chunk of the collection has', () => {
    expect(keywordBound([{ weight: 1, idf: 0 }], 100)).toBeCloseTo(Math.log(1 + (100 - 1 + 0.5) / 1.5));
  });
});
