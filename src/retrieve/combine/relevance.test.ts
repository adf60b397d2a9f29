import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordBound, relevance } from './relevance.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

const oddsOf = (score: number) => Math.log(score / (1 - score));

describe('relevance', () => {
  it('is between what each search says alone, nearer to that with more weight', () => {
    const [keyword, vector] = [relevance({ coverage: 0.6 }, 0.4), relevance({ cosine: 0.5 }, 0.4)];
    const both = relevance({ coverage: 0.6, cosine: 0.5 }, 0.4);
    expect(oddsOf(both)).toBeCloseTo(0.4 * oddsOf(vector) + 0.6 * oddsOf(keyword));
  });

  it('is an even chance where a chunk has somewhat less than half of the query, or a cosine of two thirds', () => {
    expect(relevance({ coverage: 0.42 }, 0.5)).toBeCloseTo(0.5, 1);
    expect(relevance({ cosine: 0.67 }, 0.5)).toBeCloseTo(0.5, 1);
  });

  it('is 0 where nothing was searched, and hardly more where nothing was found', () => {
    expect(relevance({}, 0.5)).toBe(0);
    expect(relevance({ coverage: 0, cosine: 0 }, 0.5)).toBeLessThan(0.01);
  });

  it('counts a negative cosine as 0', () => {
    expect(relevance({ cosine: -0.5 }, 0.4)).toBe(relevance({ cosine: 0 }, 0.4));
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

  it('asks for expansions only where the query has no term of its own', () => {
    const own = { weight: 1, idf: 2 };
    const expansion = { weight: 0.1, idf: 3, isExpansion: true } as const;
    expect(keywordBound([own, expansion], 10)).toBeCloseTo(2);
    expect(keywordBound([expansion], 10)).toBeCloseTo(0.3);
  });

  it('counts a term that no chunk has like one that a single chunk of the collection has', () => {
    expect(keywordBound([{ weight: 1, idf: 0 }], 100)).toBeCloseTo(Math.log(1 + (100 - 1 + 0.5) / 1.5));
  });
});
