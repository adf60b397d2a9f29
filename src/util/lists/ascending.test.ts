import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachCommon, lowerBound } from './ascending.ts';

const ascending = fc
  .uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 100 })
  .map((ids) => Float64Array.from(ids).sort());

describe('lowerBound', () => {
  it('is the number of those below', () => {
    fc.assert(
      fc.property(ascending, fc.integer({ min: -1, max: 201 }), (ids, id) => {
        expect(lowerBound(ids, id)).toBe(ids.filter((other) => other < id).length);
      }),
    );
  });
});

describe('eachCommon', () => {
  it('finds the positions of those that are in both', () => {
    fc.assert(
      fc.property(ascending, ascending, (ids, wanted) => {
        const positions: number[] = [];
        eachCommon(ids, wanted, (position) => positions.push(position));
        expect(positions).toEqual([...ids.keys()].filter((at) => wanted.includes(ids[at] as number)));
      }),
    );
  });
});
