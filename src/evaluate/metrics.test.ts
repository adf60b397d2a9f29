import { describe, expect, it } from 'vitest';
import { mean, ndcgAt, quantile, recallAt, reciprocalRank } from './metrics.ts';

/** Three relevant documents, one judged not relevant. */
const judgments = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 1],
  ['x', 0],
]);

describe('ndcgAt', () => {
  it('is 1 for the ideal order', () => {
    expect(ndcgAt(10, ['a', 'b', 'c', 'x'], judgments)).toBe(1);
  });

  it('discounts grades by log2(rank + 1), worked by hand', () => {
    // DCG  = 0/1 + 3/1.584963 + 0/2 + 1/2.321928 = 1.892789 + 0.430677 = 2.323466
    // IDCG = 3/1 + 2/1.584963 + 1/2 = 3 + 1.261860 + 0.5 = 4.761860
    expect(ndcgAt(10, ['x', 'a', 'y', 'c'], judgments)).toBeCloseTo(2.323466 / 4.76186, 6);
  });

  it('cuts both the ranking and the ideal at k', () => {
    // DCG@2 = 1/1 + 3/1.584963 = 2.892789, IDCG@2 = 3 + 2/1.584963 = 4.261860
    expect(ndcgAt(2, ['c', 'a', 'b'], judgments)).toBeCloseTo(2.892789 / 4.26186, 6);
  });

  it('counts relevant documents that were not found in the ideal', () => {
    expect(ndcgAt(10, ['a'], judgments)).toBeCloseTo(3 / 4.76186, 6);
  });

  it('takes a negative grade as not relevant', () => {
    expect(
      ndcgAt(
        10,
        ['junk', 'a'],
        new Map([
          ['junk', -2],
          ['a', 1],
        ]),
      ),
    ).toBeCloseTo(1 / Math.log2(3), 6);
  });

  it('is 0 when nothing is relevant or found', () => {
    expect(ndcgAt(10, ['x'], new Map([['x', 0]]))).toBe(0);
    expect(ndcgAt(10, [], judgments)).toBe(0);
  });
});

describe('recallAt', () => {
  it('is the share of relevant documents among the first k', () => {
    const ranking = ['x', 'a', 'y', 'c', 'b'];
    expect(recallAt(1, ranking, judgments)).toBe(0);
    expect(recallAt(2, ranking, judgments)).toBeCloseTo(1 / 3);
    expect(recallAt(4, ranking, judgments)).toBeCloseTo(2 / 3);
    expect(recallAt(100, ranking, judgments)).toBe(1);
  });

  it('is 0 when nothing is relevant', () => {
    expect(recallAt(10, ['a'], new Map())).toBe(0);
  });
});

describe('reciprocalRank', () => {
  it('is 1 over the rank of the first relevant document', () => {
    expect(reciprocalRank(['x', 'y', 'c', 'a'], judgments)).toBeCloseTo(1 / 3);
    expect(reciprocalRank(['x', 'y'], judgments)).toBe(0);
  });
});

describe('mean and quantile', () => {
  it('give the mean, median and p95 by nearest rank', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect(mean(values)).toBe(10.5);
    expect(quantile(0.5, values)).toBe(10);
    expect(quantile(0.95, values)).toBe(19);
    expect(quantile(0.95, [7])).toBe(7);
  });

  it('give 0 and NaN for nothing', () => {
    expect(mean([])).toBe(0);
    expect(quantile(0.5, [])).toBeNaN();
  });
});
