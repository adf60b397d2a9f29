import type { StageStats } from '../../types.ts';
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
  const times = new Map<string, number[]>();
  for (const { stage, ms } of queries.flat()) {
    const known = times.get(stage);
    if (known === undefined) times.set(stage, [ms]);
    else known.push(ms);
  }
  return Object.fromEntries([...times].map(([stage, ms]) => [stage, summariseLatency(ms)]));
}
