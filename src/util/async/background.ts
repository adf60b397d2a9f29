import { unlessAborted } from './unless-aborted.ts';

interface UnderWay<Result, Progress> {
  readonly ended: Promise<Result>;
  readonly listeners: Set<(event: Progress) => void>;
}

interface Work<Progress> {
  readonly signal: AbortSignal;
  readonly onProgress: (event: Progress) => void;
}

interface Waiting<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: Progress) => void) | undefined;
}

/** Work that goes on behind calls, one at a time under a name; others can wait for it. */
export class Background<Result, Progress> {
  readonly #underWay = new Map<string, UnderWay<Result, Progress>>();
  readonly #stopped = new AbortController();

  isUnderWay(name: string): boolean {
    return this.#underWay.has(name);
  }

  /** Begins, unless it is under way or all has ended. A failure is told to who waits. */
  begin(name: string, work: (options: Work<Progress>) => Promise<Result>): void {
    const { signal } = this.#stopped;
    if (signal.aborted || this.#underWay.has(name)) return;
    const listeners = new Set<(event: Progress) => void>();
    const onProgress = (event: Progress) => {
      for (const listener of listeners) listener(event);
    };
    const ended = work({ signal, onProgress }).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, { ended, listeners });
    ended.catch(() => undefined);
  }

  /**
   * What comes of it, where it is under way.
   * @throws what it throws; the signal's reason, while it goes on.
   */
  async join(name: string, { signal, onProgress }: Waiting<Progress>): Promise<Result | undefined> {
    const underWay = this.#underWay.get(name);
    if (underWay === undefined) return undefined;
    if (onProgress) underWay.listeners.add(onProgress);
    try {
      return await unlessAborted(underWay.ended, signal);
    } finally {
      if (onProgress) underWay.listeners.delete(onProgress);
    }
  }

  /** Stops what is under way, with this reason. */
  async end(reason: Error): Promise<void> {
    this.#stopped.abort(reason);
    await Promise.allSettled([...this.#underWay.values()].map(({ ended }) => ended));
  }
}
