import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cosineScores, normOf } from './cosine.ts';

const dimensions = 7;
const vectors = fc.array(
  fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dimensions, maxLength: dimensions }),
  { minLength: 1, maxLength: 6 },
);

it('is the textbook cosine, NaN without a direction or leave', () => {
  fc.assert(
    fc.property(vectors, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (rows, leave) => {
      const query = rows[0] as number[];
      const norms = rows.map((row) => normOf(Float32Array.from(row)));
      const matrix = { data: Float32Array.from(rows.flat()), norms };
      const allowed = Uint8Array.from(leave, Number);
      const scores = cosineScores(Float32Array.from(query), matrix, allowed);
      for (const [index, row] of rows.entries()) {
        const dot = row.reduce((sum, value, at) => sum + value * (query[at] as number), 0);
        const expected = leave[index] ? dot / (Math.hypot(...row) * Math.hypot(...query)) : NaN;
        if (Number.isNaN(expected)) expect(scores[index]).toBeNaN();
        else expect(scores[index]).toBeCloseTo(expected, 12);
      }
    }),
  );
});
