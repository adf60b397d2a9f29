import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('lets so many work at once and no more, and goes on after a failure', async () => {
  const slots = new Slots(2);
  let [working, most] = [0, 0];
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((item) =>
      slots.run(async () => {
        most = Math.max(most, (working += 1));
        await nextTurn();
        working -= 1;
        if (item === 1) throw new Error('one');
        return item;
      }),
    ),
  );
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
  ]);
  expect(most).toBe(2);
});

it('lets one go that is told not to wait any more, and gives its turn to the next', async () => {
  const slots = new Slots(1);
  await slots.take();
  const controller = new AbortController();
  const given = slots.take(controller.signal);
  const next = slots.take();
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  slots.release();
  await next;
  expect(slots.areTaken).toBe(true);
  expect(slots.waiting).toBe(0);
});

it('lets nobody wait who has been told not to before', async () => {
  const slots = new Slots(1);
  await slots.take();
  await expect(slots.take(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(slots.waiting).toBe(0);
});
