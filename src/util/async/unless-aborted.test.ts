import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

it('gives what the work gives or throws', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  expect(await unlessAborted(Promise.resolve(1), undefined)).toBe(1);
});

it('throws the reason of the signal, aborted before or while it waits', async () => {
  const controller = new AbortController();
  const never = new Promise(() => {});
  const waiting = unlessAborted(never, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(unlessAborted(never, controller.signal)).rejects.toThrow('enough');
});

// Listeners that `addEventListener(…, { signal })` was to remove stayed when garbage was collected meanwhile.
it('leaves no listener of several that wait together', async () => {
  const { signal } = new AbortController();
  const ends: (() => void)[] = [];
  const works = [1, 2, 3].map(() => unlessAborted(new Promise<void>((end) => void ends.push(end)), signal));
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 10)); // what is held weakly lasts until the end of a turn
  collectGarbage();
  for (const end of ends) end();
  await Promise.all(works);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
