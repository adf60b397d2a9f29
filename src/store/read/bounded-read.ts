import { StoreError } from '../../errors.ts';

/** A state that is held keeps the store from making room: the log of SQLite grows, PostgreSQL keeps dead rows. */
const longestReadMs = 10_000;

export interface BoundedReadOptions {
  /** Milliseconds that the action may take, 10,000 unless given. */
  readonly withinMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Whether a read is over. A signal would do as well, and costs several times as much for each read. */
export class ReadBound {
  #reason: (() => unknown) | undefined;
  readonly #listeners: ((reason: () => unknown) => void)[] = [];

  /** @throws why it is over. */
  throwIfOver(): void {
    if (this.#reason) throw this.#reason();
  }

  /** Waits for the work no longer than until it is over. @throws what the work throws; why it is over. */
  unlessOver<Result>(work: PromiseLike<Result>): Promise<Result> {
    let waits = true; // an error that nobody would see costs as much as a statement
    const over = new Promise<never>((_, reject) => {
      this.whenOver((reason) => waits && reject(reason() as Error));
    });
    return Promise.race([work, over]).finally(() => (waits = false));
  }

  whenOver(listener: (reason: () => unknown) => void): void {
    if (this.#reason) listener(this.#reason);
    else this.#listeners.push(listener);
  }

  /** Only the first time counts. */
  end(reason: () => unknown): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
  }
}

/**
 * Runs an action that reads one state of a store. It is over when the action has ended, when it takes too long, and when the
 * caller's signal is aborted. In the last two cases it is waited for no longer.
 */
export async function readWithin<Result>(
  run: (bound: ReadBound) => Promise<Result>,
  { withinMs = longestReadMs, signal }: BoundedReadOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  const bound = new ReadBound();
  const timer = setTimeout(() => bound.end(() => tookTooLong(withinMs)), withinMs);
  const stop = () => bound.end(() => signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await bound.unlessOver(run(bound));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    bound.end(isOver);
  }
}

/** The same with a signal, after whose abort what the action calls throws. */
export function boundedRead<Result>(
  run: (over: AbortSignal) => Promise<Result>,
  options?: BoundedReadOptions,
): Promise<Result> {
  return readWithin((bound) => {
    const over = new AbortController();
    bound.whenOver((reason) => over.abort(reason()));
    return run(over.signal);
  }, options);
}

const isOver = () =>
  new StoreError('This read has ended: nothing more can be read in it. Start another `read`.');

const tookTooLong = (withinMs: number) =>
  new StoreError(`Reading one state of the store took longer than ${withinMs} ms.`, {
    hint: 'Try again when the machine has less to do, or read fewer documents at once.',
    context: { withinMs },
  });
