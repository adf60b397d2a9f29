import type { Degradation, StageStats } from '../types.ts';
import { runStage } from '../util/telemetry/operation.ts';

/** What stages say of themselves, beside what they give. */
export interface Notes {
  /** In sentences. */
  readonly warnings: readonly string[];
  /** Stages that were left out, or gave less than was asked of them, in the order in which they were noted. */
  readonly degraded: readonly Degradation[];
}

/** A step that takes a retrieval as the step before left it, and gives it on. */
export interface Stage<State extends Notes, Context> {
  /** As statistics list it; one without a name lists its parts itself. */
  readonly name?: string;
  /** Whether it has anything to do; always unless given. One that has not costs nothing and is not listed. */
  readonly isOn?: (state: State, context: Context) => boolean;
  readonly run: (state: State, context: Context) => State | Promise<State>;
  /** How many left it. */
  readonly count?: (state: State) => number;
  /** What it means that it failed, where that fails nothing else: the state then stays as it was. */
  readonly failure?: string;
}

/**
 * Runs stages one after the other: times and counts them, and notes those that fail.
 * @throws what a stage throws that has no `failure`; the signal's reason.
 */
export async function runStages<
  State extends Notes,
  Context extends { readonly clock: StageClock; readonly signal?: AbortSignal | undefined },
>(stages: readonly Stage<State, Context>[], state: State, context: Context): Promise<State> {
  const { clock, signal } = context;
  let current = state;
  for (const { name, isOn, run, count = () => 0, failure } of stages) {
    if (isOn && !isOn(current, context)) continue;
    const before = current;
    try {
      current =
        name === undefined
          ? await run(before, context)
          : await clock.run(name, () => run(before, context), count);
    } catch (error) {
      signal?.throwIfAborted();
      if (name === undefined || failure === undefined) throw error;
      current = degraded(before, name, { error, warning: (reason) => `${failure}: ${reason}` });
    }
  }
  return current;
}

/** The state with the note that a stage was left out, or gave less than was asked of it, once for each reason. */
export function degraded<State extends Notes>(
  state: State,
  stage: string,
  { error, warning }: { readonly error: unknown; readonly warning?: (reason: string) => string },
): State {
  const reason = error instanceof Error ? error.message : String(error);
  const isKnown = state.degraded.some((one) => one.stage === stage && one.reason === reason);
  return {
    ...state,
    warnings: warning ? [...state.warnings, warning(reason)] : state.warnings,
    degraded: isKnown ? state.degraded : [...state.degraded, { stage, reason }],
  };
}

/** Times the stages of one retrieval; none begins once its signal is aborted. */
export class StageClock {
  readonly #started = performance.now();
  readonly #stages: StageStats[] = [];
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

  stats(): { totalMs: number; stages: StageStats[] } {
    return { totalMs: performance.now() - this.#started, stages: [...this.#stages] };
  }
}
