import { expect, it } from 'vitest';
import { valuesOf } from './filter-fields.ts';

it('gives numbers that the client reads as BigInt as the numbers that they were', () => {
  expect(valuesOf({ s: ['a'], n: [9007199254740994n as unknown as number] })).toEqual(['a', 2 ** 53 + 2]);
});
