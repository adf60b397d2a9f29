import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cosine, normOf } from './cosine.ts';

const dimensions = 7;
const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dimensions, maxLength: dimensions });

it('is the textbook cosine, NaN without a direction', () => {
  fc.assert(
    fc.property(vector, vector, (left, right) => {
      const [query, row] = [Float32Array.from(left), Float32Array.from(right)];
      const dot = left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
      const expected = dot / (Math.hypot(...left) * Math.hypot(...right));
      const score = cosine(query, normOf(query), row);
      if (Number.isNaN(expected)) expect(score).toBeNaN();
      else expect(score).toBeCloseTo(expected, 12);
    }),
  );
});

it('does not overflow', () => {
  const huge = new Float32Array(4).fill(3e38);
  expect(cosine(huge, normOf(huge), huge)).toBe(1);
});
