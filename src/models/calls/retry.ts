import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from '../../util/async/unless-aborted.ts';

export interface RetryOptions {
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** For each attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether a call whose time was over is tried again; true unless given. */
  readonly retriesTimeouts?: boolean;
  /** A server that asks for a longer pause is not waited for; two minutes unless given. */
  readonly longestPauseMs?: number;
  readonly signal?: AbortSignal;
  /** Waits, or throws on abort; another one in tests. */
  readonly pause?: (delayMs: number, signal?: AbortSignal) => Promise<unknown>;
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;
const usualLongestPauseMs = 120_000;

/**
 * Calls until it succeeds: again after rate limits (429), time-outs (408 and our own), server errors (5xx) and dropped
 * connections, and after nothing else.
 *
 * @throws the last attempt's error (a DOMException called TimeoutError where its time was over); the signal's reason at
 * once on abort, even while a call or a pause goes on.
 */
export async function callWithRetries<Result>(
  call: (signal: AbortSignal) => PromiseLike<Result>,
  { maxRetries, timeoutMs, retriesTimeouts = true, longestPauseMs, signal, pause = pauseFor }: RetryOptions,
): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      return await unlessAborted(call(either), either);
    } catch (error) {
      signal?.throwIfAborted();
      const failure: unknown = timeout.aborted ? timeout.reason : error;
      const isLast = retry >= maxRetries || (timeout.aborted && !retriesTimeouts);
      const delayMs = isLast ? undefined : retryDelayMs(failure, retry, { longestPauseMs });
      if (delayMs === undefined) throw failure;
      await pause(delayMs, signal);
    }
  }
}

/** What the AI SDK says of a failed call (`APICallError`), whichever copy of it made the error. */
export interface CallFailure extends Error {
  readonly url: string;
  /** Absent where there was no answer. */
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly isRetryable: boolean;
}

export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof Error && error.name === 'AI_APICallError';

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/**
 * Milliseconds until the next attempt: what `Retry-After` says, else 1 s doubled with every retry, at most 30 s, of
 * which a random share of a half to all is taken so that clients do not return together.
 * @param retry how many retries went before, from 0.
 * @returns `undefined` where another attempt makes no sense.
 */
export function retryDelayMs(
  error: unknown,
  retry: number,
  { random = Math.random(), now = Date.now(), longestPauseMs = usualLongestPauseMs } = {},
): number | undefined {
  const backoffMs = Math.min(firstDelayMs * 2 ** retry, longestDelayMs) * (0.5 + random / 2);
  if (isTimeout(error)) return backoffMs;
  if (!isCallFailure(error) || !error.isRetryable) return undefined;
  const askedMs = retryAfterMs(error.responseHeaders ?? {}, now);
  if (askedMs === undefined) return backoffMs;
  return askedMs <= longestPauseMs ? askedMs : undefined;
}

/** The pause that a server asks for: `Retry-After` in seconds or as a date, or OpenAI's `retry-after-ms`. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const { 'retry-after-ms': milliseconds, 'retry-after': text } = headers;
  const asked = [Number(milliseconds ?? NaN), Number(text ?? NaN) * 1000, Date.parse(text ?? '') - now];
  const delayMs = asked.find((value) => Number.isFinite(value));
  return delayMs === undefined ? undefined : Math.max(0, delayMs);
}

const pauseFor = (delayMs: number, signal?: AbortSignal): Promise<void> =>
  sleep(delayMs, undefined, { signal }).catch(() => signal!.throwIfAborted());
