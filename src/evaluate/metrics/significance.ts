/** Whether a difference between two systems over the same queries may be chance. */
import { mean } from './metrics.ts';
import { createRandom } from '../../util/random.ts';

/** How often samples are drawn, and from which seed. */
export interface ResamplingOptions {
  /** Random samples to draw. */
  readonly samples?: number;
  /** The same seed gives the same numbers. */
  readonly seed?: number;
}

/** Lower and upper end. */
export type Interval = readonly [low: number, high: number];

const defaultSeed = 1;

/**
 * Two-sided paired randomisation test: if the systems were the same, the sign of each query's difference would be a
 * coin's toss, so p is the share of sign patterns whose mean is at least as far from 0 as the observed one. All
 * patterns are counted where there are no more than `samples`; else (found + 1) / (drawn + 1) of as many random ones.
 * @param differences a value a query, system minus baseline.
 * @returns 0…1; 1 where nothing differs.
 * @see https://doi.org/10.1145/1321440.1321528
 */
export function randomisationTest(
  differences: readonly number[],
  { samples = 10_000, seed = defaultSeed }: ResamplingOptions = {},
): number {
  const moved = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(sum(moved)) - 1e-12; // rounding must not make an equal pattern a smaller one
  if (moved.length === 0) return 1;
  if (2 ** moved.length <= samples) return shareOfPatterns(moved, observed);
  const random = createRandom(seed);
  let asFar = 1;
  for (let sample = 0; sample < samples; sample++) {
    let total = 0;
    for (const difference of moved) total += random() < 0.5 ? difference : -difference;
    if (Math.abs(total) >= observed) asFar += 1;
  }
  return asFar / (samples + 1);
}

function shareOfPatterns(moved: readonly number[], observed: number): number {
  const patterns = 2 ** moved.length;
  let asFar = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const total = moved.reduce(
      (value, difference, bit) => value + ((pattern >> bit) & 1 ? -difference : difference),
      0,
    );
    if (Math.abs(total) >= observed) asFar += 1;
  }
  return asFar / patterns;
}

/**
 * 95 % percentile bootstrap interval of the mean: queries drawn with replacement.
 * @returns the mean twice where there are fewer than two values.
 * @see https://doi.org/10.1201/9780429246593
 */
export function bootstrapInterval(
  values: readonly number[],
  { samples = 2_000, seed = defaultSeed }: ResamplingOptions = {},
): Interval {
  if (values.length < 2) return [mean(values), mean(values)];
  const random = createRandom(seed);
  const means = Float64Array.from({ length: samples }, () => {
    let total = 0;
    for (let drawn = 0; drawn < values.length; drawn++)
      total += values[Math.floor(random() * values.length)]!;
    return total / values.length;
  }).sort();
  return [means[Math.floor(samples * 0.025)]!, means[Math.ceil(samples * 0.975) - 1]!];
}

/** One configuration beside another, over the same queries. */
export interface Comparison {
  /** Mean of system minus baseline over the queries that both have. */
  readonly difference: number;
  /** 95 %, of the difference. */
  readonly interval: Interval;
  /** Of the paired randomisation test. */
  readonly pValue: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** Compares two systems on the queries for which both have a value. */
export function compare(
  system: ReadonlyMap<string, number>,
  baseline: ReadonlyMap<string, number>,
  options: ResamplingOptions = {},
): Comparison {
  const differences = [...system]
    .filter(([queryId]) => baseline.has(queryId))
    .map(([queryId, value]) => value - baseline.get(queryId)!);
  return {
    difference: mean(differences),
    interval: bootstrapInterval(differences, { seed: options.seed }),
    pValue: randomisationTest(differences, options),
    wins: differences.filter((difference) => difference > 0).length,
    ties: differences.filter((difference) => difference === 0).length,
    losses: differences.filter((difference) => difference < 0).length,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
