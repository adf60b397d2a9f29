import { StoreError } from '../errors.ts';
import { once } from '../util/once.ts';
import { unlessAborted } from '../util/unless-aborted.ts';

/** A state that is held keeps the store from making room: the log of SQLite grows, PostgreSQL keeps dead rows. */
const longestReadMs = 10_000;

export interface BoundedReadOptions {
  /** Milliseconds that the action may take, 10,000 unless given. */
  readonly withinMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs an action that reads one state of a store. What it calls throws once `over` is aborted: when the action has ended, when
 * it takes too long, and when the caller's signal is aborted. In the last two cases it is waited for no longer.
 */
export async function boundedRead<Result>(
  run: (over: AbortSignal) => Promise<Result>,
  { withinMs = longestReadMs, signal }: BoundedReadOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(tookTooLong(withinMs)), withinMs);
  const stop = () => over.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await unlessAborted(run(over.signal), over.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    over.abort(isOver());
  }
}

/** Hardly any read is told: one error does for all, as each takes tens of microseconds to make. */
const isOver = once(() => new StoreError('What was read together is over: read the rest in another `read`.'));

const tookTooLong = (withinMs: number) =>
  new StoreError(`Reading one state of the store took longer than ${withinMs} ms.`, {
    hint: 'Try again when the machine has less to do, or read fewer documents at once.',
    context: { withinMs },
  });
