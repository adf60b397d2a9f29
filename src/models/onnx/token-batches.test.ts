import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTokenBatches } from './token-batches.ts';

describe('planTokenBatches', () => {
  it('puts rows of like length together, the shortest first', () => {
    expect(planTokenBatches([9, 2, 8, 2], { tokens: 20, rows: 8 })).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  it('lets a row that is longer than a batch go alone', () => {
    expect(planTokenBatches([5, 100, 5], { tokens: 10, rows: 8 })).toEqual([[0, 2], [1]]);
  });

  it('has every row once, within the limits', () => {
    const limits = fc.record({
      tokens: fc.integer({ min: 1, max: 100 }),
      rows: fc.integer({ min: 1, max: 8 }),
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), limits, (lengths, limit) => {
        const batches = planTokenBatches(lengths, limit);
        expect(batches.flat().sort((a, b) => a - b)).toEqual([...lengths.keys()]);
        for (const batch of batches) {
          const widest = Math.max(...batch.map((position) => lengths[position]!));
          expect(batch.length).toBeLessThanOrEqual(limit.rows);
          if (batch.length > 1) expect(batch.length * widest).toBeLessThanOrEqual(limit.tokens);
        }
      }),
    );
  });
});
