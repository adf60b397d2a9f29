import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMerge, type MergeCandidate, type MergeTime } from './merge-policy.ts';

const segment = (size: number): MergeCandidate => ({ size, removedShare: 0, isBusy: false });
const segments = (...sizes: number[]) => sizes.map(segment);
const inQuiet = (...sizes: number[]) => chooseMerge(segments(...sizes), 'quiet');
const whileWriting = (...sizes: number[]) => chooseMerge(segments(...sizes), 'writing');

describe('chooseMerge', () => {
  it('waits for eight neighbours while much is written, for three in quiet', () => {
    expect(inQuiet(1, 1)).toBeUndefined();
    expect(inQuiet(1, 1, 1)).toEqual({ start: 0, end: 3 });
    expect(whileWriting(1, 1, 1, 1, 1, 1, 1)).toBeUndefined();
    expect(whileWriting(1, 1, 1, 1, 1, 1, 1, 1)).toEqual({ start: 0, end: 8 });
  });

  it('leaves a large segment alone until the others are as large together', () => {
    expect(inQuiet(100, 1, 1)).toBeUndefined();
    expect(inQuiet(100, 1, 1, 1)).toEqual({ start: 1, end: 4 });
  });

  it('leaves a segment of more than a fifth alone while there are fewer than sixteen, and much is written', () => {
    const [few, many] = [Array<number>(7).fill(5), Array<number>(15).fill(5)];
    expect(inQuiet(9, ...few)).toEqual({ start: 1, end: 4 });
    expect(whileWriting(30, ...few)).toBeUndefined();
    expect(whileWriting(60, ...many)).toEqual({ start: 1, end: 9 });
    const uneven = [40, 1, 1, 1, 1, 1, 1, 20, 1, 1, 1, 1, 1, 1, 1, 20];
    expect(whileWriting(...uneven)).toEqual({ start: 0, end: 16 });
  });

  it('takes the cheapest, and none that is being merged', () => {
    const sizes = [...Array<number>(8).fill(50), ...Array<number>(8).fill(2)];
    expect(whileWriting(...sizes)).toEqual({ start: 8, end: 16 });
    const busy = segments(...sizes).map((one, index) => ({ ...one, isBusy: index === 12 }));
    expect(chooseMerge(busy, 'quiet')).toEqual({ start: 8, end: 11 });
  });

  it('writes a segment anew of which a quarter has gone', () => {
    const worn = [segment(9), { size: 80, removedShare: 0.25, isBusy: false }, segment(7)];
    expect(chooseMerge(worn, 'quiet')).toEqual({ start: 1, end: 2 });
    expect(chooseMerge(worn, 'writing')).toEqual({ start: 1, end: 2 });
  });

  it('copies each posting at most log2 of all times and keeps few segments, whatever is written', () => {
    const writes = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 }), fc.constant(1000)), {
      minLength: 1,
      maxLength: 600,
    });
    const leastOf = { writing: 16, quiet: 4 };
    const time = fc.constantFrom<MergeTime>('writing', 'quiet');
    const property = fc.property(writes, time, (sizes, when) => {
      let live: number[] = [];
      let [written, copied] = [0, 0];
      for (const size of sizes) {
        live.push(size);
        written += size;
        for (;;) {
          const range = chooseMerge(segments(...live), when);
          if (!range) break;
          const merged = live.slice(range.start, range.end).reduce((sum, one) => sum + one, 0);
          copied += merged;
          live = [...live.slice(0, range.start), merged, ...live.slice(range.end)];
        }
        expect(live.length).toBeLessThan(leastOf[when] * (1 + Math.log2(1 + written)));
      }
      expect(copied).toBeLessThanOrEqual(written * Math.log2(1 + written));
    });
    fc.assert(property, { numRuns: 50 });
  });
});
