import { describe, expect, it } from 'vitest';
import { fusionOver } from './complete.ts';

const fusion = {
  method: 'minmax',
  vectorWeight: 'auto',
  k: 60,
  collections: {
    laws: { vectorWeight: 0.2 },
    notes: { method: 'rrf' },
    mails: { method: 'rrf', vectorWeight: 0.6 },
  },
} as const;

describe('fusionOver', () => {
  it('lays what a collection has over what holds for all', () => {
    expect(fusionOver(['laws'], { fusion, suggested: [0.4] })).toEqual({
      method: 'minmax',
      vectorWeight: 0.2,
      k: 60,
    });
    expect(fusionOver(['notes'], { fusion, suggested: [0.4] })).toEqual({
      method: 'rrf',
      vectorWeight: 0.4,
      k: 60,
    });
  });

  it('takes what the embedder says where a weight is auto, and one half where that says nothing', () => {
    expect(fusionOver(['other'], { fusion, suggested: [0.4] }).vectorWeight).toBe(0.4);
    expect(fusionOver(['other'], { fusion, suggested: [undefined] }).vectorWeight).toBe(0.5);
    expect(fusionOver(['other'], { fusion }).vectorWeight).toBe(0.5);
  });

  it('takes the mean of several weights', () => {
    expect(fusionOver(['laws', 'other'], { fusion, suggested: [0.9, 0.4] }).vectorWeight).toBeCloseTo(0.3);
  });

  it('takes the method that all have, else the usual one', () => {
    expect(fusionOver(['notes', 'mails'], { fusion }).method).toBe('rrf');
    expect(fusionOver(['notes', 'laws'], { fusion }).method).toBe('minmax');
  });

  it('is not misled by collections that are called like what every object has', () => {
    expect(fusionOver(['constructor', '__proto__'], { fusion, suggested: [0.4, 0.4] })).toEqual({
      method: 'minmax',
      vectorWeight: 0.4,
      k: 60,
    });
  });
});
