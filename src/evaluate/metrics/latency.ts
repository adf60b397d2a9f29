import type { StageStats } from '../../types.ts';
import { groupBy } from '../../util/lists/group-by.ts';
import { quantile } from './metrics.ts';

/** Milliseconds by nearest rank over the queries. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** NaN of nothing. */
export function summariseLatency(ms: readonly number[]): Latency {
  return { p50: quantile(0.5, ms), p95: quantile(0.95, ms), p99: quantile(0.99, ms) };
}

/** Latency a stage, over the queries in which the stage ran, in the order in which stages first appear. */
export function latencyByStage(queries: readonly (readonly StageStats[])[]): Record<string, Latency> {
  const runs = groupBy(queries.flat(), ({ stage }) => stage);
  return Object.fromEntries(
    [...runs].map(([stage, its]) => [stage, summariseLatency(its.map(({ ms }) => ms))]),
  );
}
