import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toUnitVector } from './unit-vector.ts';

it('keeps the direction of the first numbers, at unit length', () => {
  const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 40 }), (vector, wanted) => {
      const dimensions = Math.min(wanted, vector.length);
      const first = vector.slice(0, dimensions);
      const length = Math.hypot(...first);
      fc.pre(length > 1e-6);
      const unit = toUnitVector(vector, dimensions);
      expect(unit).toHaveLength(dimensions);
      for (const [index, value] of first.entries()) expect(unit[index]).toBeCloseTo(value / length, 6);
    }),
  );
});

it('leaves the zero vector as it is', () => {
  expect(toUnitVector([0, 0, 3], 2)).toEqual(Float32Array.of(0, 0));
});

it('gives no number where there is none', () => {
  expect(toUnitVector([NaN, 1]).every(Number.isNaN)).toBe(true);
});
