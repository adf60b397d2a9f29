import { describe, expect, it } from 'vitest';
import { callWithRetries, retryAfterMs, retryDelayMs } from './retry.ts';

/** As the AI SDK makes it. */
function callFailure(responseHeaders: Record<string, string> = {}, isRetryable = true): Error {
  const facts = { name: 'AI_APICallError', url: 'http://localhost', statusCode: 503 };
  return Object.assign(new Error('no'), facts, { responseHeaders, isRetryable });
}

describe('retryAfterMs', () => {
  const now = Date.parse('2025-01-01T00:00:00Z');

  it.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, 0],
    [{ 'retry-after': '20', 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads %o as %s', (headers, delayMs) => {
    expect(retryAfterMs(headers, now)).toBe(delayMs);
  });
});

describe('retryDelayMs', () => {
  it('doubles from a second to thirty, less a random share of up to a half', () => {
    for (const [random, delays] of [
      [1, [1000, 2000, 4000, 30_000, 30_000]],
      [0, [500, 1000, 2000, 15_000, 15_000]],
    ] as const) {
      expect([0, 1, 2, 5, 50].map((retry) => retryDelayMs(callFailure(), retry, { random }))).toEqual(delays);
    }
  });

  it('is what the server asks for, unless that is more than two minutes', () => {
    expect(retryDelayMs(callFailure({ 'retry-after': '120' }), 0)).toBe(120_000);
    expect(retryDelayMs(callFailure({ 'retry-after': '121' }), 0)).toBeUndefined();
    expect(retryDelayMs(callFailure({ 'retry-after': '6' }), 0, { longestPauseMs: 5000 })).toBeUndefined();
  });

  it('is nothing for a failure that would repeat itself', () => {
    expect(retryDelayMs(callFailure({ 'retry-after': '1' }, false), 0)).toBeUndefined();
    expect(retryDelayMs(new TypeError('a mistake'), 0)).toBeUndefined();
  });
});

describe('callWithRetries', () => {
  const options = { maxRetries: 3, timeoutMs: 20_000 };

  it('pauses before each retry, and gives what succeeds', async () => {
    const pauses: number[] = [];
    let calls = 0;
    const result = await callWithRetries(
      async () => {
        calls += 1;
        if (calls < 3) throw callFailure({ 'retry-after': `${calls}` });
        return calls;
      },
      { ...options, pause: async (delayMs) => pauses.push(delayMs) },
    );
    expect({ result, pauses }).toEqual({ result: 3, pauses: [1000, 2000] });
  });

  it('throws the last failure when no retry is left', async () => {
    const failures = [callFailure(), callFailure(), callFailure(), callFailure()];
    const remaining = failures.values();
    const call = () => Promise.reject(remaining.next().value as Error);
    await expect(callWithRetries(call, { ...options, pause: async () => {} })).rejects.toBe(failures[3]);
  });

  it('gives a call a new signal for each attempt', async () => {
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    const calling = callWithRetries(call, { maxRetries: 1, timeoutMs: 20, pause: async () => {} });
    await expect(calling).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(signals[0]).not.toBe(signals[1]);
  });
});
