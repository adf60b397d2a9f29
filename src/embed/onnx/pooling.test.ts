import { describe, expect, it } from 'vitest';
import { pool, poolings } from './pooling.ts';

/** Two rows of three tokens of two numbers; the second row ends in padding. */
const states = {
  data: Float32Array.of(1, 9, 2, 5, 6, 1, /* row 2 */ -1, 4, -3, 8, 99, 99),
  width: 3,
  dimensions: 2,
  lengths: [3, 2],
};

describe('pool', () => {
  it.each([
    ['mean', [3, 5], [-2, 6]],
    ['cls', [1, 9], [-1, 4]],
    ['last', [6, 1], [-3, 8]],
    ['max', [6, 9], [-1, 8]],
  ] as const)('takes the %s of the tokens that are not padding', (pooling, ...expected) => {
    expect(pool(states, pooling).map((vector) => [...vector])).toEqual(expected);
  });

  it('gives the only token of a row, whatever the pooling', () => {
    for (const pooling of poolings) {
      expect(pool({ ...states, lengths: [1] }, pooling)).toEqual([Float32Array.of(1, 9)]);
    }
  });
});
