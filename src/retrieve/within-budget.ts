import { GenerationError } from '../errors.ts';
import { callWithRetries, isTimeout } from '../models/retry.ts';

export interface Budget {
  readonly timeBudgetMs: number;
  /** Where it is set. */
  readonly setting: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits no longer for a call than its budget allows, though it may not heed its signal.
 * @throws GenerationError that names the setting when the time is over; what the call throws; the signal's reason.
 */
export async function withinBudget<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  { timeBudgetMs, setting, signal }: Budget,
): Promise<Result> {
  try {
    return await callWithRetries(call, {
      maxRetries: 0,
      timeoutMs: timeBudgetMs,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (!isTimeout(error) || signal?.aborted) throw error;
    throw new GenerationError(`The language model took longer than ${setting}, ${timeBudgetMs} ms`, {
      hint: `Raise ${setting}, or choose a faster model.`,
      context: { timeBudgetMs },
      cause: error,
    });
  }
}
