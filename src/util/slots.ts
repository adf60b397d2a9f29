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

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.areTaken) await this.change();
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.wake();
    }
  }

  /** Resolves when it may be one's turn. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wake(): void {
    this.#waiting.shift()?.();
  }
}
