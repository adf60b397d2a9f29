import { FilterError } from '../../errors.ts';

const usualLimitMs = 2_000;

/** The time that the regular expressions of one request may take, over all collections and searches of it. */
export class MatchingTime {
  readonly #limitMs: number;
  #leftMs: number;

  /** @param limitMs milliseconds. */
  constructor(limitMs = usualLimitMs) {
    this.#limitMs = limitMs;
    this.#leftMs = limitMs;
  }

  /**
   * Does some of the work and takes off what it took.
   * @param work is given the milliseconds that are left, at least 1; it may throw what `end` gives.
   * @throws FilterError when nothing is left before the work.
   */
  spend<Result>(work: (leftMs: number) => Result): Result {
    if (this.#leftMs <= 0) throw this.end();
    const started = performance.now();
    try {
      return work(Math.ceil(this.#leftMs));
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }

  /** Leaves no time, and gives the error that says so; what stops the work may fire before this clock says that time is up. */
  end(cause?: unknown): FilterError {
    this.#leftMs = 0;
    return new FilterError(
      `The regular expression took longer than ${this.#limitMs / 1000} s over all texts.`,
      {
        hint: 'Add a filter, so that fewer texts are looked at, or make the expression simpler.',
        context: { position: '$regex', timeLimitMs: this.#limitMs },
        cause,
      },
    );
  }
}
