/** What `results.json` holds: sets may be of different runs. */
import type { Comparison } from '../../src/evaluate/index.ts';

export interface Results {
  readonly sets: readonly MeasuredSet[];
}

export interface MeasuredSet {
  readonly name: string;
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  /** Processes that wanted a core, at the start and at the end. */
  readonly load: readonly [number, number];
  readonly minutes: number;
  readonly queries: number;
  readonly warnings: readonly string[];
  /** The steps, then what stands beside the default. */
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly name: string;
  readonly isStep: boolean;
  /** By metric, in the set's order. */
  readonly cells: readonly Cell[];
  readonly medianMs: number;
}

export interface Cell {
  readonly mean: number;
  readonly interval: readonly [number, number];
  /** Over the step before; absent for the first, and for what is no step. */
  readonly gain?: Comparison;
  /** Over the default; absent for that one. */
  readonly against?: Comparison;
}
