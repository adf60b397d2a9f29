import { ConfigError } from '../errors.ts';
import type { Configuration } from './configuration.ts';
import type { EvaluationDataset } from './datasets/dataset.ts';
import { defaultMetrics, parseMetric } from './metrics/metric-names.ts';
import { judgmentsOf } from './observation.ts';
import { observeAll, type ObserveProgress } from './observe.ts';
import type { EvaluationResult } from './result.ts';
import { summarise } from './summarise.ts';

/** What `evaluate` takes. */
export interface MeasureOptions {
  /** Names such as `ndcg@10`; those that fit the dataset unless given. The first is the one to judge by. */
  readonly metrics?: readonly string[];
  /** Also ask for answers, and measure their citations. */
  readonly answers?: boolean;
  /** Ranks to look at: 100 unless given, raised to the largest cut-off. */
  readonly depth?: number;
  /** Of the randomisation test and the bootstrap: the same seed gives the same numbers. */
  readonly seed?: number;
  /** Stops the evaluation, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every query. */
  readonly onProgress?: (event: ObserveProgress) => void;
}

const usualDepth = 100;

/**
 * Measures configurations over the same queries and compares each with the first: means, 95 % intervals, a paired
 * test, wins and losses, latency. It searches through functions that it is given and knows no store.
 * @throws ConfigError without a configuration, for a repeated name, or for an unknown metric; whatever a search throws.
 */
export async function evaluate(
  dataset: EvaluationDataset,
  configurations: readonly Configuration[],
  options: MeasureOptions = {},
): Promise<EvaluationResult> {
  checkNames(configurations);
  const metrics = (options.metrics ?? defaultMetrics(dataset, options)).map(parseMetric);
  if (metrics.length === 0) {
    throw new ConfigError(
      `The dataset "${dataset.name}" has no relevance judgments, so there is nothing to measure`,
      {
        hint: 'Add relevantDocuments to its queries, or grade its hits.',
      },
    );
  }
  const isJudging = metrics.some(({ name }) => name === 'answerCorrect');
  const answers = options.answers ?? metrics.some(({ kind }) => kind === 'answer');
  const depth = Math.max(options.depth ?? usualDepth, ...metrics.map(({ k }) => k));
  const observed = await observeAll(dataset, configurations, { ...options, answers, isJudging, depth });
  return {
    dataset: dataset.name,
    configurations: summarise(observed, { metrics, depth, seed: options.seed }),
    runs: new Map(
      observed.map(({ configuration, observations }) => [
        configuration.name,
        new Map(observations.map(({ query, entries }) => [query.queryId, entries])),
      ]),
    ),
    qrels: new Map(dataset.queries.map((query) => [query.queryId, judgmentsOf(query)])),
  };
}

function checkNames(configurations: readonly Configuration[]): void {
  const names = configurations.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new ConfigError(`Two configurations are called "${repeated}"`);
  if (names.length === 0) throw new ConfigError('There is no configuration to evaluate');
}
