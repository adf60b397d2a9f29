import { latencyByStage, summariseLatency } from './metrics/latency.ts';
import type { Metric } from './metrics/metric-names.ts';
import { parseMetric } from './metrics/metric-names.ts';
import { mean } from './metrics/metrics.ts';
import type { Observation } from './observation.ts';
import type { Observed } from './observe.ts';
import type { ConfigurationResult } from './result.ts';
import { bootstrapInterval, compare } from './metrics/significance.ts';

export interface SummariseOptions {
  readonly metrics: readonly Metric[];
  /** Ranks that were looked at. */
  readonly depth: number;
  readonly seed?: number;
}

/** A value a query by metric name; queries that say nothing about a metric are not in its map. */
type Values = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Means, intervals and comparisons with the first configuration. */
export function summarise(observed: readonly Observed[], options: SummariseOptions): ConfigurationResult[] {
  const values = observed.map(({ observations }) => valuesOf(options.metrics, observations));
  const baseline = observed[0]!.configuration.name;
  return observed.map((one, index) => ({
    ...summariseOne(one, values[index]!, options),
    ...(index === 0
      ? {}
      : { comparison: { baseline, metrics: compareAll(values[index]!, values[0]!, options.seed) } }),
  }));
}

function valuesOf(metrics: readonly Metric[], observations: readonly Observation[]): Values {
  return new Map(
    metrics.map((metric) => [
      metric.name,
      new Map(
        observations.flatMap((observation) => {
          const value = metric.valueOf(observation);
          return value === undefined ? [] : [[observation.query.queryId, value] as const];
        }),
      ),
    ]),
  );
}

function summariseOne(
  { configuration, observations, warnings }: Observed,
  values: Values,
  { depth, seed }: SummariseOptions,
): ConfigurationResult {
  const measured = [...values].filter(([, byQuery]) => byQuery.size > 0);
  return {
    name: configuration.name,
    settings: configuration.settings,
    metrics: Object.fromEntries(measured.map(([name, byQuery]) => [name, mean([...byQuery.values()])])),
    intervals: Object.fromEntries(
      measured.map(([name, byQuery]) => [name, bootstrapInterval([...byQuery.values()], { seed })]),
    ),
    latencyMs: {
      ...summariseLatency(observations.map(({ outcome }) => outcome.ms)),
      stages: latencyByStage(observations.map(({ outcome }) => outcome.stages)),
    },
    recallCurve: recallCurve(observations, depth),
    queries: observations.map(({ query: { queryId, query }, outcome: { ms } }) => ({
      queryId,
      query,
      ms,
      metrics: Object.fromEntries(
        measured.flatMap(([name, byQuery]) => {
          const value = byQuery.get(queryId);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    })),
    warnings: [
      ...warnings,
      ...emptyWarnings(configuration.name, observations),
      ...coverageWarnings(values, observations.length),
    ],
  };
}

/** Means of zeros may come from a filter that nothing matches. */
function emptyWarnings(name: string, observations: readonly Observation[]): string[] {
  const isEmpty = observations.every(({ outcome }) => outcome.hits.length === 0);
  return isEmpty ? [`"${name}" found nothing for any query: look at its filter and its collection`] : [];
}

/** One for all metrics that lack the same number of queries. */
function coverageWarnings(values: Values, queries: number): string[] {
  const names = new Map<number, string[]>();
  for (const [name, { size }] of values) names.set(size, [...(names.get(size) ?? []), name]);
  names.delete(queries);
  return [...names].map(([measured, metrics]) =>
    measured === 0
      ? `${metrics.join(', ')}: not measured, as no query says what is needed`
      : `${metrics.join(', ')}: the mean of ${measured} of ${queries} queries; the others say nothing of what is needed`,
  );
}

function compareAll(system: Values, baseline: Values, seed: number | undefined) {
  const both = [...system].filter(([name, values]) => values.size > 0 && (baseline.get(name)?.size ?? 0) > 0);
  return Object.fromEntries(
    both.map(([name, values]) => [name, compare(values, baseline.get(name)!, { seed })]),
  );
}

const curveCutOffs = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000];

function recallCurve(
  observations: readonly Observation[],
  depth: number,
): ConfigurationResult['recallCurve'] {
  const family = observations.some(({ excerpts }) => excerpts.length > 0) ? 'spanRecall' : 'recall';
  return curveCutOffs
    .filter((k) => k <= depth)
    .flatMap((k) => {
      const metric = parseMetric(`${family}@${k}`);
      const values = observations.map((one) => metric.valueOf(one)).filter((value) => value !== undefined);
      return values.length === 0 ? [] : [{ k, recall: mean(values) }];
    });
}
