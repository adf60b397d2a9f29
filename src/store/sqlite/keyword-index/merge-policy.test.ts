import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMerge, type MergeCandidate } from './merge-policy.ts';

const segment = (size: number): MergeCandidate => ({ size, removedShare: 0, isBusy: false });
const segments = (...sizes: number[]) => sizes.map(segment);

describe('chooseMerge', () => {
  it('waits for eight neighbours', () => {
    expect(chooseMerge(segments(1, 1, 1, 1, 1, 1, 1))).toBeUndefined();
    expect(chooseMerge(segments(1, 1, 1, 1, 1, 1, 1, 1))).toEqual({ start: 0, end: 8 });
  });

  it('leaves a large segment alone until the others are as large together', () => {
    expect(chooseMerge(segments(100, 1, 1, 1, 1, 1, 1, 1))).toBeUndefined();
    expect(chooseMerge(segments(100, 1, 1, 1, 1, 1, 1, 1, 1))).toEqual({ start: 1, end: 9 });
  });

  it('takes the cheapest, and none that is being merged', () => {
    const sizes = [...Array<number>(8).fill(50), ...Array<number>(8).fill(2)];
    expect(chooseMerge(segments(...sizes))).toEqual({ start: 8, end: 16 });
    const busy = segments(...sizes).map((one, index) => ({ ...one, isBusy: index === 12 }));
    expect(chooseMerge(busy)).toEqual({ start: 4, end: 12 });
  });

  it('writes a segment anew of which a quarter has gone', () => {
    const worn = [segment(9), { size: 80, removedShare: 0.25, isBusy: false }, segment(7)];
    expect(chooseMerge(worn)).toEqual({ start: 1, end: 2 });
  });

  it('copies each posting at most log2 of all times and keeps few segments, whatever is written', () => {
    const writes = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 }), fc.constant(1000)), {
      minLength: 1,
      maxLength: 600,
    });
    const property = fc.property(writes, (sizes) => {
      let live: number[] = [];
      let [written, copied] = [0, 0];
      for (const size of sizes) {
        live.push(size);
        written += size;
        for (let range = chooseMerge(segments(...live)); range; range = chooseMerge(segments(...live))) {
          const merged = live.slice(range.start, range.end).reduce((sum, one) => sum + one, 0);
          copied += merged;
          live = [...live.slice(0, range.start), merged, ...live.slice(range.end)];
        }
        expect(live.length).toBeLessThan(8 * (1 + Math.log2(1 + written)));
      }
      expect(copied).toBeLessThanOrEqual(written * Math.log2(1 + written));
    });
    fc.assert(property, { numRuns: 50 });
  });
});
