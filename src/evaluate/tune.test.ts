import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../util/random.ts';
import type { ConfigurationResult } from './result.ts';
import { tune } from './tune.ts';

/** A configuration with a value of mrr for each query. */
const resultOf = (name: string, values: readonly number[]): ConfigurationResult => ({
  name,
  settings: {},
  metrics: { mrr: 0 },
  intervals: {},
  latencyMs: { p50: 1, p95: 1, p99: 1, stages: {} },
  recallCurve: [],
  queries: values.map((mrr, index) => ({ queryId: `q${index}`, query: `${index}`, ms: 1, metrics: { mrr } })),
  warnings: [],
});

const noise = (count: number, seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, random);
};
const raised = (values: readonly number[], by: number) => values.map((value) => value + by);

const valuesArbitrary = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: count, maxLength: count }), {
    minLength: 1,
    maxLength: 4,
  }),
);

describe('tune', () => {
  it('changes to what is better on queries held out, too', () => {
    const values = noise(40, 1);
    const tuning = tune([resultOf('default', values), resultOf('better', raised(values, 0.1))]);
    expect(tuning).toMatchObject({ metric: 'mrr', queries: 40, best: 'better', outcome: 'change' });
    expect(tuning.folds).toEqual(Array.from({ length: 5 }, () => ({ chosen: 'better', queries: 8 })));
    expect(tuning.heldOut.tuned - tuning.heldOut.baseline).toBeCloseTo(0.1);
    expect(tuning.heldOut.comparison.pValue).toBeLessThan(0.05);
  });

  it('keeps the baseline where the best is best by chance', () => {
    const others = [2, 3, 4, 5, 6].map((seed) => resultOf(`noise ${seed}`, noise(40, seed)));
    const { best, baseline, outcome } = tune([resultOf('default', raised(noise(40, 1), -0.05)), ...others]);
    expect(best).not.toBe(baseline);
    expect(outcome).toBe('notBeyondChance');
  });

  it('does not trust fewer than 20 queries', () => {
    const values = noise(19, 1);
    const tuning = tune([resultOf('default', values), resultOf('better', raised(values, 0.5))]);
    expect(tuning).toMatchObject({ best: 'better', outcome: 'tooFewQueries' });
  });

  it('keeps the baseline among equals', () => {
    const values = noise(30, 1);
    const tuning = tune([resultOf('default', values), resultOf('same', values)]);
    expect(tuning).toMatchObject({ best: 'default', outcome: 'baselineIsBest' });
    expect(tuning.heldOut.comparison).toMatchObject({ difference: 0, pValue: 1 });
  });

  it('leaves out queries that say nothing about the metric, and says where none does', () => {
    const result = resultOf('default', [1, 0]);
    const silent = { queryId: 'silent', query: '', ms: 1, metrics: {} };
    expect(tune([{ ...result, queries: [...result.queries, silent] }]).queries).toBe(2);
    expect(() => tune([result], { metric: 'map' })).toThrow(/No query says something about map/);
    expect(() => tune([])).toThrow(/nothing to tune by/);
  });

  it('refuses folds that cannot be made', () => {
    for (const folds of [0, 2.5, Number.NaN]) {
      expect(() => tune([resultOf('default', [1, 0, 1])], { folds })).toThrow(/cannot be divided into/);
    }
  });

  it('puts every query into one fold, of nearly equal size, and gives the same for the same seed', () => {
    fc.assert(
      fc.property(valuesArbitrary, fc.integer({ min: 1, max: 10 }), fc.nat(), (lists, folds, seed) => {
        const results = lists.map((values, index) => resultOf(`c${index}`, values));
        const tuning = tune(results, { folds, seed });
        const sizes = tuning.folds.map(({ queries }) => queries);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(tuning.queries);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(tune(results, { folds, seed })).toEqual(tuning);
      }),
      { numRuns: 30 },
    );
  });

  it('judges a query by what was chosen without it', () => {
    // Each configuration is best on one query alone: whatever is chosen without that query fails on it.
    const count = 24;
    const results = Array.from({ length: count }, (_, own) =>
      resultOf(
        `only ${own}`,
        Array.from({ length: count }, (_value, index) => Number(index === own)),
      ),
    );
    const { heldOut, folds } = tune(
      [
        resultOf(
          'default',
          noise(count, 1).map(() => 0),
        ),
        ...results,
      ],
      {
        folds: count,
      },
    );
    expect(folds).toHaveLength(count);
    expect(heldOut.tuned).toBe(0);
  });
});
