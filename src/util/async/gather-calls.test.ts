import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gatherCalls } from './gather-calls.ts';

it('answers the calls of a turn together, each with its own result', async () => {
  const asked: (readonly number[])[] = [];
  const double = gatherCalls(async (numbers: readonly number[]) => {
    asked.push(numbers);
    return numbers.map((number) => 2 * number);
  });
  const first = Promise.all([double(1), double(2), Promise.resolve().then(() => double(3))]);
  await nextTurn();
  const second = double(4);
  expect(await first).toEqual([2, 4, 6]);
  expect(await second).toBe(8);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});

it('fails the calls of a failed answer, and no others', async () => {
  const give = gatherCalls(async (values: readonly string[]) => {
    if (values.includes('bad')) throw new Error('no');
    return values;
  });
  const outcomes = await Promise.allSettled([give('bad'), give('good')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await give('good')).toBe('good');
});
