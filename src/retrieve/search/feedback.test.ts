import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedTowards, raisedWeight } from './feedback.ts';

const vectorArbitrary = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  .filter((values) => Math.hypot(...values) > 0.1)
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0);

describe('movedTowards', () => {
  it('adds 0.6 times the mean of what was found, in unit length', () => {
    const moved = movedTowards(Float32Array.of(1, 0), [Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    const length = Math.hypot(1.3, 0.3);
    expect([...moved]).toEqual([expect.closeTo(1.3 / length, 6), expect.closeTo(0.3 / length, 6)]);
  });

  it('leaves the query where nothing was found', () => {
    expect(movedTowards(Float32Array.of(0, 1), [])).toEqual(Float32Array.of(0, 1));
  });

  it('has unit length, and is no further from a chunk that was found than the query was', () => {
    fc.assert(
      fc.property(vectorArbitrary, vectorArbitrary, (query, found) => {
        const moved = movedTowards(query, [found]);
        expect(Math.hypot(...moved)).toBeCloseTo(1, 5);
        expect(cosine(moved, found)).toBeGreaterThanOrEqual(cosine(query, found) - 1e-6);
      }),
    );
  });
});

it('raises a weight by a quarter, to 1 at most, and leaves what is not known', () => {
  expect([0.4, 0.9, undefined].map(raisedWeight)).toEqual([0.5, 1, undefined]);
});
