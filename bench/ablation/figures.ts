import { compare, type ConfigurationResult } from '../../src/evaluate/index.ts';
import { budgetMetric, type Comparison, type Config } from './sets.ts';

export interface MeasuredComparison {
  readonly comparison: Comparison;
  /** In the order of the configurations. */
  readonly results: readonly ConfigurationResult[];
}

export interface Figure {
  readonly configuration: string;
  readonly mean: number;
  readonly interval: readonly [number, number];
  /** Against the default; absent for that one. */
  readonly against?: ReturnType<typeof compare>;
}

export interface Column {
  readonly label: string;
  /** The default's first. */
  readonly figures: readonly [Figure, ...Figure[]];
}

/** A column a metric; the first is the one to judge by. */
export function columnsOf({ comparison, results }: MeasuredComparison, defaults: Config): Column[] {
  const { tokenBudget, configurations, metrics } = comparison;
  const plain = (metric: string) => makeColumn(metric, results, () => metric);
  if (tokenBudget === undefined) return metrics.map(plain);
  const sizes = configurations.map(({ chunking }) => chunking?.chunkSize ?? defaults.chunking.chunkSize);
  const budgetMetrics = sizes.map((size) => budgetMetric(tokenBudget, size));
  const label = `recall in ${tokenBudget.toLocaleString('en')} tokens`;
  return [
    makeColumn(label, results, (index) => budgetMetrics[index]!),
    ...metrics.filter((metric) => metric === 'spanRecall@20' || !budgetMetrics.includes(metric)).map(plain),
  ];
}

/** Each configuration by a metric of its own, compared query by query with the default. */
function makeColumn(
  label: string,
  results: readonly ConfigurationResult[],
  metricOf: (index: number) => string,
): Column {
  const [first, ...others] = results.map((result, index) => {
    const metric = metricOf(index);
    const values = new Map(
      result.queries.flatMap(({ queryId, metrics }) =>
        metrics[metric] === undefined ? [] : [[queryId, metrics[metric]] as const],
      ),
    );
    return {
      configuration: result.name,
      mean: result.metrics[metric]!,
      interval: result.intervals[metric]!,
      values,
    };
  });
  if (first === undefined) throw new Error(`${label}: nothing was measured`);
  return {
    label,
    figures: [first, ...others.map((one) => ({ ...one, against: compare(one.values, first.values) }))],
  };
}
