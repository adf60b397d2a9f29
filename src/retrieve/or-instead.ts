import type { StageClock } from './stage-clock.ts';

export interface Instead<Result> {
  readonly stage: string;
  readonly clock: StageClock;
  readonly instead: () => Result | Promise<Result>;
  /** What it means that the work failed. */
  readonly failure: string;
  readonly warnings: string[];
  readonly signal?: AbortSignal | undefined;
}

/** What the work gives; where it fails something in its place, with a warning. An abort ends everything. */
export async function orInstead<Result>(
  work: () => Promise<Result>,
  { stage, clock, instead, failure, warnings, signal }: Instead<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    warnings.push(`${failure}: ${clock.degrade(stage, error)}`);
    return instead();
  }
}
