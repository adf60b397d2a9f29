import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachBounded } from './for-each-bounded.ts';

it('begins in order, with so many at once and no more', async () => {
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  await forEachBounded([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
    begun.push(item);
    most = Math.max(most, ++underWay);
    await nextTurn();
    underWay -= 1;
  });
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

it('begins nothing after a failure, waits for what is under way, and throws the first', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const working = forEachBounded([0, 1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error('first');
    await nextTurn();
    await nextTurn();
    ended.push(item);
  });
  await expect(working).rejects.toThrow('first');
  expect({ begun, ended }).toEqual({ begun: [0, 1], ended: [1] });
});

it('does nothing with nothing', async () => {
  await expect(forEachBounded([], 4, () => Promise.reject(new Error('called')))).resolves.toBeUndefined();
});
