import type { Latency } from '../../../src/evaluate/metrics/latency.ts';
import type { SearchName } from './side.ts';

/** Of a store of Pincite and of its engine's client. */
export interface Duel<Figure> {
  readonly ours: Figure;
  readonly raw: Figure;
}

export interface MeasuredSearch {
  readonly name: SearchName;
  readonly ours: Latency;
  /** Absent where the engine has no such search. */
  readonly raw?: Latency;
  /** Of what the client found, ours found this share. */
  readonly shared?: number;
}

export interface Run {
  readonly id: string;
  /** With its version. */
  readonly engine: string;
  readonly chunks: number;
  readonly queries: number;
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  /** Processes that wanted a core, at the start and at the end. */
  readonly load: readonly [number, number];
  /** Chunks a second. */
  readonly ingest: Duel<number>;
  readonly searches: readonly MeasuredSearch[];
  /** Of vector search, where the engine has an index. */
  readonly recall?: readonly Recall[];
}

/** Of the nearest `topK` chunks that a filter allows, this share was found. */
export interface Recall {
  /** Below 100 with a filter. */
  readonly allowedPercent: number;
  readonly share: number;
}
