import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the event loop from turning. */
const longestMs = 20;

/**
 * Lets the event loop turn during long work, and ends the work when the caller has asked for that:
 * `if (turn.isOver()) await turn.next();` after each small part of it.
 */
export class Turn {
  readonly #signal: AbortSignal | undefined;
  #started = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  isOver(): boolean {
    return performance.now() - this.#started >= longestMs;
  }

  /** @throws the signal's reason. */
  async next(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
    this.#started = performance.now();
  }
}
