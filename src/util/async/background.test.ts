import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Background } from './background.ts';

const soon = () => setTimeout(5);

it('does one at a time under a name, and gives it to who waits', async () => {
  const background = new Background<number, string>();
  const work = vi.fn(async () => {
    await soon();
    return 7;
  });
  background.begin('a', work);
  background.begin('a', work);
  expect(background.isUnderWay('a')).toBe(true);
  expect(await background.join('a', {})).toBe(7);
  expect(work).toHaveBeenCalledTimes(1);
  await soon();
  expect(background.isUnderWay('a')).toBe(false);
  expect(await background.join('a', {})).toBeUndefined();
});

it('tells a failure to who waits, and may begin again', async () => {
  const background = new Background<number, string>();
  background.begin('a', () => soon().then(() => Promise.reject(new Error('out of memory'))));
  await expect(background.join('a', {})).rejects.toThrow('out of memory');
  background.begin('a', async () => 8);
  expect(await background.join('a', {})).toBe(8);
});

it('tells listeners of progress as long as they wait', async () => {
  const background = new Background<void, number>();
  const stop = new AbortController();
  const [left, stayed]: [number[], number[]] = [[], []];
  const work = async ({ onProgress }: { readonly onProgress: (step: number) => void }) => {
    await soon();
    onProgress(1);
    stop.abort(new Error('enough'));
    await soon();
    onProgress(2);
  };
  background.begin('a', work);
  const leaving = background.join('a', { signal: stop.signal, onProgress: (step) => left.push(step) });
  const staying = background.join('a', { onProgress: (step) => stayed.push(step) });
  await expect(leaving).rejects.toThrow('enough');
  await staying;
  expect([left, stayed]).toEqual([[1], [1, 2]]);
});

it('stops all at its end, and begins nothing afterwards', async () => {
  const background = new Background<void, never>();
  background.begin('a', ({ signal }) => setTimeout(60_000, undefined, { signal }));
  const waiting = expect(background.join('a', {})).rejects.toMatchObject({ name: 'AbortError' });
  await background.end(new DOMException('closed', 'AbortError'));
  await waiting;
  background.begin('b', soon);
  expect(background.isUnderWay('b')).toBe(false);
});
