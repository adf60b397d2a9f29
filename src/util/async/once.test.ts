import { expect, it } from 'vitest';
import { once } from './once.ts';

it('makes something at the first call alone', () => {
  let calls = 0;
  const counted = once(() => ({ calls: (calls += 1) }));
  expect(calls).toBe(0);
  const first = counted();
  expect(counted()).toBe(first);
  expect(calls).toBe(1);
});

it('tries again where making has failed', () => {
  let calls = 0;
  const failsFirst = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(failsFirst).toThrow('not yet');
  expect(failsFirst()).toBe(2);
});
