import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averagePrecision,
  mean,
  ndcgAt,
  precisionAt,
  quantile,
  recallAt,
  reciprocalRank,
  successAt,
} from './metrics.ts';

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

describe('precisionAt', () => {
  it('divides by k even where the ranking is shorter', () => {
    expect(precisionAt(2, ['x', 'a', 'b'], judgments)).toBe(0.5);
    expect(precisionAt(5, ['x', 'a', 'b'], judgments)).toBe(2 / 5);
    expect(precisionAt(5, [], judgments)).toBe(0);
  });
});

describe('successAt', () => {
  it('is 1 when one relevant document is among the first k', () => {
    expect(successAt(1, ['x', 'a'], judgments)).toBe(0);
    expect(successAt(2, ['x', 'a'], judgments)).toBe(1);
  });
});

describe('averagePrecision', () => {
  it('averages the precision at each relevant document, worked by hand', () => {
    // relevant at ranks 1, 3 and 6: (1/1 + 2/3 + 3/6) / 3 = 0.722222
    expect(averagePrecision(['a', 'x', 'b', 'y', 'z', 'c'], judgments)).toBeCloseTo(0.722222, 6);
  });

  it('counts relevant documents that were not found', () => {
    expect(averagePrecision(['a'], judgments)).toBeCloseTo(1 / 3, 9);
    expect(averagePrecision(['a'], new Map())).toBe(0);
  });
});

describe('every metric', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const ranking = fc.shuffledSubarray(ids);
  const grades = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: -1, max: 4 })), {
      selector: ([id]) => id,
    })
    .map((entries) => new Map(entries));
  const cutOff = fc.integer({ min: 1, max: 10 });
  const metrics = {
    ndcgAt,
    recallAt,
    precisionAt,
    successAt,
    averagePrecision: (_k: number, ...rest: Parameters<typeof averagePrecision>) => averagePrecision(...rest),
    reciprocalRank: (_k: number, ...rest: Parameters<typeof reciprocalRank>) => reciprocalRank(...rest),
  };

  it.each(Object.entries(metrics))('%s stays within 0…1', (_name, metric) => {
    fc.assert(
      fc.property(cutOff, ranking, grades, (k, list, judged) => {
        const value = metric(k, list, judged);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it('recall and success never fall with k', () => {
    fc.assert(
      fc.property(cutOff, ranking, grades, (k, list, judged) => {
        expect(recallAt(k + 1, list, judged)).toBeGreaterThanOrEqual(recallAt(k, list, judged));
        expect(successAt(k + 1, list, judged)).toBeGreaterThanOrEqual(successAt(k, list, judged));
      }),
    );
  });

  it.each(Object.entries(metrics))(
    '%s never falls when a better document moves up one rank',
    (_name, metric) => {
      fc.assert(
        fc.property(cutOff, ranking, grades, fc.nat(6), (k, list, judged, at) => {
          const [upper, lower] = [list[at], list[at + 1]];
          if (upper === undefined || lower === undefined) return;
          if ((judged.get(lower) ?? 0) < Math.max(0, judged.get(upper) ?? 0)) return;
          const swapped = list.with(at, lower).with(at + 1, upper);
          expect(metric(k, swapped, judged)).toBeGreaterThanOrEqual(metric(k, list, judged) - 1e-12);
        }),
      );
    },
  );
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
