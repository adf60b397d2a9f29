import { describe, expect, it } from 'vitest';
import { fusionOver } from './complete.ts';

const fusion = { method: 'minmax', vectorWeight: 'auto', k: 60 } as const;

describe('fusionOver', () => {
  it('takes the weight that is set', () => {
    const set = { ...fusion, method: 'rrf', vectorWeight: 0.2 } as const;
    expect(fusionOver(2, { fusion: set, suggested: [0.4, 0.6] })).toEqual(set);
  });

  it('takes what the embedder says where the weight is auto, and one half where that says nothing', () => {
    expect(fusionOver(1, { fusion, suggested: [0.4] })).toEqual({ ...fusion, vectorWeight: 0.4 });
    expect(fusionOver(1, { fusion, suggested: [undefined] }).vectorWeight).toBe(0.5);
    expect(fusionOver(1, { fusion }).vectorWeight).toBe(0.5);
  });

  it('takes the mean of what is said of several collections', () => {
    expect(fusionOver(2, { fusion, suggested: [0.2, 0.4] }).vectorWeight).toBeCloseTo(0.3);
  });
});
