import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('keeps items and keys in the order in which they come', () => {
  const groups = groupBy(['beech', 'ash', 'birch', 'alder'], (tree) => tree[0]);
  expect([...groups]).toEqual([
    ['b', ['beech', 'birch']],
    ['a', ['ash', 'alder']],
  ]);
});
