import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topPositions } from './top-positions.ts';

describe('topPositions', () => {
  it('gives the highest scores with everything equal to the lowest of them', () => {
    const scores = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(NaN)));
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 8 }), (values, limit) => {
        const numbers = values.filter((value) => !Number.isNaN(value)).sort((a, b) => b - a);
        const threshold = numbers[limit - 1] ?? -Infinity;
        const expected = [...values.keys()].filter(
          (position) => limit > 0 && (values[position] as number) >= threshold,
        );
        expect(topPositions(Float64Array.from(values), limit)).toEqual(expected);
      }),
    );
  });
});
