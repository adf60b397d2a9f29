import { setTimeout as sleep } from 'node:timers/promises';

/** Of two transactions that waited for each other the server ends one, and one that cannot be put into an order with others. */
const conflicts = /^40(001|P01)$/;
/** The server, or a pooler before it, has broken off: by an administrator's command, for a crash, or without a word. */
const losses = /^(57P0[12]|08(?!007)...|ECONNRESET|EPIPE)$/;
/** Of the driver, which has no code for these. A connection that was never made is not lost. */
const lossMessages = /^Connection terminated|not queryable/;
const neverMade = /connection timeout|when trying to connect/;
/** Of a transaction that may have been committed. */
export const unknownOutcome = '08007';

const mostTries = 8;
const longestPauseMs = 50;

/** By PostgreSQL's SQLSTATE or the system's code of an error, or of what it came from. */
export const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error &&
  (('code' in error && codes.test(String(error.code))) || hasCode(error.cause, codes));

/** Whether a transaction was in the way of another one, and was rolled back. */
export const isConflict = (error: unknown): boolean => hasCode(error, conflicts);

/** Whether a connection was there, and broke. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || neverMade.test(error.message)) return false;
  return hasCode(error, losses) || lossMessages.test(error.message) || isLost(error.cause);
}

interface RetryOptions {
  /** For which errors the work is done again. */
  readonly after: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does again what a PostgreSQL server has rolled back for no reason of its own.
 * @throws what the work throws for other reasons, or still throws in the end.
 */
export async function retryTransaction<Result>(
  work: () => Promise<Result>,
  { after, signal }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || signal?.aborted || !after(error)) throw error;
    }
    await sleep(Math.random() * longestPauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
