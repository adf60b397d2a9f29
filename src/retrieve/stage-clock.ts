import type { Degradation, StageStats } from '../types.ts';
import { runStage } from '../util/telemetry/operation.ts';

/** Times the stages of one retrieval, and notes which failed; none begins once its signal is aborted. */
export class StageClock {
  readonly #started = performance.now();
  readonly #stages: StageStats[] = [];
  readonly #degraded: Degradation[] = [];
  readonly #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Runs a stage; it is listed, in the order in which stages started, with its time and what left it. A stage that
   * runs again is listed once, with the time of all runs and what left the last.
   * @throws what the work throws; the signal's reason, before the work.
   */
  async run<T>(stage: string, work: () => T | Promise<T>, count: (result: T) => number): Promise<T> {
    this.#signal?.throwIfAborted();
    const started = performance.now();
    const known = this.#stages.findIndex((one) => one.stage === stage);
    const place = known === -1 ? this.#stages.push({ stage, ms: 0, count: 0 }) - 1 : known;
    const before = this.#stages[place]!.ms;
    let left = 0;
    try {
      const result = await runStage(stage, async () => work(), count);
      left = count(result);
      return result;
    } finally {
      this.#stages[place] = { stage, ms: before + performance.now() - started, count: left };
    }
  }

  /** Notes that a stage was left out, or gave less than was asked of it, once for each reason. Gives the reason. */
  degrade(stage: string, error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    const isKnown = this.#degraded.some((one) => one.stage === stage && one.reason === reason);
    if (!isKnown) this.#degraded.push({ stage, reason });
    return reason;
  }

  /** Forgets what was noted after the first `count`: what it was of is not used. */
  forgetDegraded(count: number): void {
    this.#degraded.length = count;
  }

  /** In the order in which they were noted. */
  get degraded(): readonly Degradation[] {
    return this.#degraded;
  }

  stats(): { totalMs: number; stages: StageStats[] } {
    return { totalMs: performance.now() - this.#started, stages: [...this.#stages] };
  }
}
