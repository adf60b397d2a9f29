import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';

export interface PatienceOptions {
  /** How long to wait for the server; then the error is thrown. */
  readonly longestMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when the server does not answer for the first time. */
  readonly onAway?: ((error: StoreError) => void) | undefined;
}

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/**
 * Does what needs the server of a store or a queue; while that is away, again and again, after twice as long each time. The
 * work must be such that doing it twice does no harm.
 * @throws what the work throws for other reasons, or still throws in the end; the signal's reason on abort.
 */
export async function untilReached<Result>(
  work: () => Promise<Result>,
  { longestMs, signal, onAway }: PatienceOptions,
): Promise<Result> {
  const deadline = performance.now() + longestMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StoreError) || !isAway(error) || performance.now() >= deadline) throw error;
      if (tries === 0) onAway?.(error);
      const waitMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => signal!.throwIfAborted());
    }
  }
}

/** Of the system, of PostgreSQL (going down, starting, no connection left), and of Node's `fetch`. */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08\w{3}|UND_ERR_(SOCKET|CONNECT_TIMEOUT))$/;
/** Of the PostgreSQL driver, which has no code for these. */
const awayMessages = /^Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** Whether an error, or what it came from, says that a server did not answer or broke off. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && awayCodes.test(String(error.code))) return true;
  if (error.name === 'ChromaConnectionError' || awayMessages.test(error.message)) return true;
  if ('status' in error && error.status === 503) return true;
  return error instanceof AggregateError ? isAway(error.errors[0]) : isAway(error.cause);
}
