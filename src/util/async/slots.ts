/** Lets so many work at once; the others wait. */
export class Slots {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get areTaken(): boolean {
    return this.#busy >= this.#most;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.take(signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** @throws the signal's reason on abort, which takes nothing. */
  async take(signal?: AbortSignal): Promise<void> {
    while (!this.tryTake()) await this.change(signal);
  }

  tryTake(): boolean {
    if (this.areTaken) return false;
    this.#busy += 1;
    return true;
  }

  release(): void {
    this.#busy -= 1;
    this.wake();
  }

  /**
   * Resolves when it may be one's turn.
   * @throws the signal's reason on abort.
   */
  change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const take = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(take);
    });
  }

  wake(): void {
    this.#waiting.shift()?.();
  }
}
