import { expect, it } from 'vitest';
import { slices } from './slices.ts';

it('gives all items in their order, at most so many at a time', () => {
  expect([...slices([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...slices([], 2)]).toEqual([]);
});
