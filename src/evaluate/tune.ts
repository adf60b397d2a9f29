import { ConfigError } from '../errors.ts';
import { createRandom } from '../util/random.ts';
import { shuffle } from '../util/shuffle.ts';
import { mean } from './metrics/metrics.ts';
import type { ConfigurationResult } from './result.ts';
import { compare, type Comparison } from './metrics/significance.ts';

/** Whether one configuration is better than the first, on queries that did not choose it. */
export interface Tuning {
  readonly metric: string;
  /** That say something about the metric. */
  readonly queries: number;
  /** The first configuration: what is in force. */
  readonly baseline: string;
  /** Best over all queries; the baseline where none is better. */
  readonly best: string;
  /** Whether to change to `best`, or why not. */
  readonly outcome: 'change' | 'baselineIsBest' | 'tooFewQueries' | 'notBeyondChance';
  readonly configurations: readonly {
    readonly name: string;
    readonly settings: ConfigurationResult['settings'];
    /** Over all queries; of the best this is too good to be true, as it was chosen by them. */
    readonly mean: number;
  }[];
  /** What the queries outside each fold chose. */
  readonly folds: readonly { readonly chosen: string; readonly queries: number }[];
  /** Each query by what the queries outside its fold chose, and by the baseline. */
  readonly heldOut: { readonly tuned: number; readonly baseline: number; readonly comparison: Comparison };
}

/** What `tune` takes. */
export interface TuneOptions {
  /** The first of the configurations unless given. */
  readonly metric?: string;
  /** Parts of the queries for cross-validation; 5 unless given. */
  readonly folds?: number;
  /** Of the folds and the test: the same seed gives the same numbers. */
  readonly seed?: number;
}

const fewestQueries = 20;
const significance = 0.05;

type Values = ReadonlyMap<string, number>;

/**
 * Whether another configuration than the first should be chosen for queries like these. What a choice is worth is seen on
 * queries that had no part in it: by k-fold cross-validation, with a paired test against the first configuration.
 *
 * @param configurations over the same queries, such as `evaluate` gives them.
 * @throws ConfigError when no query says something about the metric, or `folds` is no whole number from 1.
 */
export function tune(
  configurations: readonly ConfigurationResult[],
  { metric = firstMetric(configurations), folds = 5, seed }: TuneOptions = {},
): Tuning {
  const candidates = configurations.map(({ name, queries }) => ({ name, values: valuesOf(queries, metric) }));
  const [baseline] = candidates;
  if (baseline === undefined || baseline.values.size === 0) {
    throw new ConfigError(`No query says something about ${metric}, so there is nothing to tune by`, {
      hint: 'Choose another metric, or grade its hits.',
    });
  }
  if (!Number.isInteger(folds) || folds < 1) {
    throw new ConfigError(`Queries cannot be divided into ${folds} folds`, {
      hint: 'Give a whole number, such as 5.',
    });
  }
  const queryIds = [...baseline.values.keys()];
  const parts = divide(queryIds, { folds, seed });
  const choices = parts.map((part) => bestOf(candidates, without(queryIds, part)));
  const tuned = new Map(
    parts.flatMap((part, index) => part.map((id) => [id, choices[index]!.values.get(id)!] as const)),
  );
  const best = bestOf(candidates, queryIds).name;
  const comparison = compare(tuned, baseline.values, { seed });
  return {
    metric,
    queries: queryIds.length,
    baseline: baseline.name,
    best,
    outcome: outcomeOf({ isBaseline: best === baseline.name, queries: queryIds.length, comparison }),
    configurations: configurations.map(({ name, settings }, index) => ({
      name,
      settings,
      mean: meanOver(candidates[index]!.values, queryIds),
    })),
    folds: parts.map((part, index) => ({ chosen: choices[index]!.name, queries: part.length })),
    heldOut: {
      tuned: meanOver(tuned, queryIds),
      baseline: meanOver(baseline.values, queryIds),
      comparison,
    },
  };
}

const firstMetric = ([first]: readonly ConfigurationResult[]) => Object.keys(first?.metrics ?? {})[0] ?? '';

const valuesOf = (queries: ConfigurationResult['queries'], metric: string): Values =>
  new Map(
    queries.flatMap(({ queryId, metrics }) => {
      const value = metrics[metric];
      return value === undefined ? [] : [[queryId, value]];
    }),
  );

/** Parts of nearly equal size, by chance; none is empty. */
function divide(
  queryIds: readonly string[],
  { folds, seed = 1 }: { folds: number; seed: number | undefined },
): string[][] {
  const shuffled = shuffle(queryIds, createRandom(seed));
  const count = Math.min(folds, queryIds.length);
  return Array.from({ length: count }, (_, fold) => shuffled.filter((_id, place) => place % count === fold));
}

/** The first of the best, so that the baseline stays where none is better. */
function bestOf<Candidate extends { readonly values: Values }>(
  candidates: readonly Candidate[],
  queryIds: readonly string[],
): Candidate {
  const means = candidates.map(({ values }) => meanOver(values, queryIds));
  return candidates[means.indexOf(Math.max(...means))]!;
}

const meanOver = (values: Values, queryIds: readonly string[]) => mean(queryIds.map((id) => values.get(id)!));

function without(queryIds: readonly string[], part: readonly string[]): string[] {
  const left = new Set(part);
  return queryIds.filter((id) => !left.has(id));
}

interface Judged {
  readonly isBaseline: boolean;
  readonly queries: number;
  readonly comparison: Comparison;
}

function outcomeOf({ isBaseline, queries, comparison }: Judged): Tuning['outcome'] {
  if (queries < fewestQueries) return 'tooFewQueries';
  if (isBaseline) return 'baselineIsBest';
  const { difference, pValue } = comparison;
  return difference > 0 && pValue < significance ? 'change' : 'notBeyondChance';
}
