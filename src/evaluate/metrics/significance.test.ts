import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from './metrics.ts';
import { bootstrapInterval, compare, randomisationTest } from './significance.ts';

describe('randomisationTest', () => {
  it('counts all sign patterns of few queries, worked by hand', () => {
    // |±1 ±2 ±3| ≥ 6 for +++ and ---: 2 of 8
    expect(randomisationTest([1, 2, 3])).toBe(2 / 8);
    // observed 1 + 2 - 3 = 0: every pattern is at least as far
    expect(randomisationTest([1, 2, -3])).toBe(1);
    // observed 4 = -1 + 2 + 3: ±6, ±4 (sign of 1 turned): 4 of 8
    expect(randomisationTest([-1, 2, 3])).toBe(4 / 8);
  });

  it('is 1 where nothing differs, and leaves ties out', () => {
    expect(randomisationTest([0, 0, 0])).toBe(1);
    expect(randomisationTest([1, 0, 2, 0, 3])).toBe(2 / 8);
  });

  it('draws nearly the share that it would count', () => {
    const differences = [0.3, -0.1, 0.2, 0.25, -0.05, 0.1, 0.15, -0.2, 0.3, 0.05];
    const counted = randomisationTest(differences, { samples: 1024 });
    const drawn = randomisationTest(differences, { samples: 1023 });
    expect(Math.abs(drawn - counted)).toBeLessThan(0.04);
  });

  it('is small for a difference that all of many queries share', () => {
    expect(randomisationTest(Array.from({ length: 30 }, () => 0.1))).toBeLessThan(0.001);
  });

  it('lies in 0…1, is the same for both directions, and repeats with its seed', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 16 }), (differences) => {
        const p = randomisationTest(differences, { samples: 200, seed: 5 });
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(randomisationTest(differences, { samples: 200, seed: 5 })).toBe(p);
        expect(
          randomisationTest(
            differences.map((one) => -one),
            { samples: 200, seed: 5 },
          ),
        ).toBe(p);
      }),
    );
  });
});

describe('bootstrapInterval', () => {
  it('holds the mean and lies within the values', () => {
    const values = Array.from({ length: 40 }, (_, index) => index / 40);
    const [low, high] = bootstrapInterval(values);
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    // 1.96 standard errors of the mean: 0.2887 / √40 × 1.96 ≈ 0.0895
    expect(high - low).toBeGreaterThan(0.14);
    expect(high - low).toBeLessThan(0.22);
  });

  it('has no width where every value is the same, or there is one', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual([0.5, 0.5]);
    expect(bootstrapInterval([0.7])).toEqual([0.7, 0.7]);
    expect(bootstrapInterval([])).toEqual([0, 0]);
  });
});

describe('compare', () => {
  it('pairs by query and counts wins, ties and losses', () => {
    const system = new Map([
      ['a', 0.9],
      ['b', 0.5],
      ['c', 0.1],
      ['only here', 1],
    ]);
    const baseline = new Map([
      ['c', 0.3],
      ['b', 0.5],
      ['a', 0.4],
    ]);
    const compared = compare(system, baseline);
    expect(compared).toMatchObject({ wins: 1, ties: 1, losses: 1 });
    expect(compared.difference).toBeCloseTo(0.1);
  });
});
