import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

const never = new Promise<never>(() => undefined);

describe('unlessAborted', () => {
  it('gives what the work gives, and throws what it throws', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(1), undefined)).toBe(1);
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('bad')), signal)).rejects.toThrow('bad');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('throws the reason of a signal that is aborted before or meanwhile, and listens no more', async () => {
    await expect(unlessAborted(never, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    const stopping = new AbortController();
    const waiting = unlessAborted(never, stopping.signal);
    stopping.abort(new Error('meanwhile'));
    await expect(waiting).rejects.toThrow('meanwhile');
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });
});
