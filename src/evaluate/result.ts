import type { Latency } from './metrics/latency.ts';
import type { Qrels } from './files/qrels.ts';
import type { Run } from './files/run.ts';
import type { Comparison, Interval } from './metrics/significance.ts';

/** What was measured of one query. */
export interface QueryResult {
  readonly queryId: string;
  readonly query: string;
  /** Of the search, in milliseconds; NaN (null in JSON) for runs of other systems. */
  readonly ms: number;
  /** The metrics that the query says something about. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** What was measured of one configuration. */
export interface ConfigurationResult {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Means over the queries that say something about the metric. */
  readonly metrics: Readonly<Record<string, number>>;
  /** 95 % bootstrap intervals of the means. */
  readonly intervals: Readonly<Record<string, Interval>>;
  /** Of a search as deep as the evaluation looks, in milliseconds. */
  readonly latencyMs: Latency & { readonly stages: Readonly<Record<string, Latency>> };
  /** Mean recall among the first k; for datasets of excerpts, of their characters. */
  readonly recallCurve: readonly { readonly k: number; readonly recall: number }[];
  /** Against the first configuration; absent for that one. */
  readonly comparison?: {
    readonly baseline: string;
    readonly metrics: Readonly<Record<string, Comparison>>;
  };
  readonly queries: readonly QueryResult[];
  readonly warnings: readonly string[];
}

/** What was measured of all configurations. */
export interface EvaluationResult {
  readonly dataset: string;
  /** In the order given; the first is the baseline. The first metric is the one to judge by. */
  readonly configurations: readonly ConfigurationResult[];
  /** What was ranked, by configuration: see `formatRun`. */
  readonly runs: ReadonlyMap<string, Run>;
  /** What the runs are judged by: see `formatQrels`. */
  readonly qrels: Qrels;
}
