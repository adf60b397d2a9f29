import { unlessAborted } from '../../util/async/unless-aborted.ts';

/** Lets those who add a document of the same id wait for each other, in the order in which they came. */
export class DocumentTurns {
  readonly #latest = new Map<string, Promise<unknown>>();

  /**
   * Takes the next turn at once, and resolves when those before have left. What it gives leaves, and must be called.
   * @throws the signal's reason when it is aborted while waiting; the turn is then given up.
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    const before = this.#latest.get(key);
    let done!: () => void;
    const left = new Promise<void>((resolve) => (done = resolve));
    const mine = Promise.all([before, left]);
    this.#latest.set(key, mine);
    void mine.then(() => this.#latest.get(key) === mine && this.#latest.delete(key));
    try {
      if (before) await unlessAborted(before, signal);
    } catch (error) {
      done();
      throw error;
    }
    return done;
  }
}
