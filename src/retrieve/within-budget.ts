import { LimitExceededError } from '../errors.ts';
import { callWithRetries, isTimeout } from '../models/calls/retry.ts';

export interface Budget {
  /** What takes the time: `The language model`. */
  readonly who: string;
  readonly timeBudgetMs: number;
  /** Where it is set. */
  readonly setting: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits no longer for a call than its budget allows, though it may not heed its signal.
 * @throws LimitExceededError that names the setting when the time is over; what the call throws; the signal's reason.
 */
export async function withinBudget<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  { who, timeBudgetMs, setting, signal }: Budget,
): Promise<Result> {
  const once = { maxRetries: 0, timeoutMs: timeBudgetMs };
  try {
    return await callWithRetries(call, signal === undefined ? once : { ...once, signal });
  } catch (error) {
    if (!isTimeout(error) || signal?.aborted) throw error;
    throw new LimitExceededError(`${who} took longer than ${setting}, ${timeBudgetMs} ms`, {
      hint: 'Raise the budget, or choose a faster model.',
      context: { timeBudgetMs },
      cause: error,
    });
  }
}
