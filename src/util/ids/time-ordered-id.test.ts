import { expect, it } from 'vitest';
import { timeOrderedId } from './time-ordered-id.ts';

it('is a UUID of version 7 that holds its millisecond', () => {
  expect(timeOrderedId(0x0198_0000_0001)).toMatch(/^01980000-0001-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it('orders ids by time, and gives none twice', () => {
  const ids = [1, 1, 2, 3].map((hours) => timeOrderedId(Date.now() + hours * 3_600_000));
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(1).toSorted()).toEqual(ids.slice(1));
});
