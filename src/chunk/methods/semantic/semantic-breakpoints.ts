/**
 * Breakpoints between sentences, where what comes before and what comes after differ much.
 *
 *     sentences   s0   s1   s2 | s3   s4   s5
 *     window 2         \______/ \______/        distance of the gap: 1 − cosine of the two sums
 */

/** What a gap must exceed: see `limitOf`. */
export type Threshold = 'percentile' | 'standardDeviation' | 'interquartile' | 'gradient';

export interface BreakpointOptions {
  readonly threshold?: Threshold;
  /** The percentile (95), the percentile of the gradient (95), standard deviations (3) or interquartile ranges (1.5). */
  readonly amount?: number;
  /** Sentences on either side. */
  readonly window?: number;
}

const usualAmounts: Readonly<Record<Threshold, number>> = {
  percentile: 95,
  gradient: 95,
  standardDeviation: 3,
  interquartile: 1.5,
};
const usualWindow = 2;

/**
 * Indexes of the sentences that begin a segment, ascending, but for the first. Of gaps in a row that differ much only the
 * peaks are breakpoints: a window sees a change from the gaps beside it too.
 */
export function findBreakpoints(
  vectors: readonly Float32Array[],
  { threshold = 'percentile', amount = usualAmounts[threshold], window = usualWindow }: BreakpointOptions,
): number[] {
  const distances = gapDistances(vectors, window);
  const values = threshold === 'gradient' ? gradientOf(distances) : distances;
  const limit = limitOf(values, threshold, amount);
  const isPeak = (value: number, gap: number) =>
    value >= (values[gap - 1] ?? value) && (gap + 1 === values.length || value > values[gap + 1]!);
  return values.flatMap((value, gap) => (value > limit && isPeak(value, gap) ? [gap + 1] : []));
}

/** Of each gap, 0…2; 0 where one of the sides says nothing. Time is linear, whatever the window. */
export function gapDistances(vectors: readonly Float32Array[], window: number): number[] {
  const dimensions = vectors[0]?.length ?? 0;
  const before = new Float64Array(dimensions);
  const after = new Float64Array(dimensions);
  for (const vector of vectors.slice(1, 1 + window)) add(after, vector, 1);
  const distances: number[] = [];
  for (let gap = 0; gap + 1 < vectors.length; gap++) {
    add(before, vectors[gap], 1);
    add(before, vectors[gap - window], -1);
    distances.push(1 - cosine(before, after));
    add(after, vectors[gap + 1], -1);
    add(after, vectors[gap + 1 + window], 1);
  }
  return distances;
}

function add(sum: Float64Array, vector: Float32Array | undefined, sign: 1 | -1): void {
  if (vector === undefined) return;
  for (let index = 0; index < sum.length; index++) sum[index]! += sign * vector[index]!;
}

/** 1 where one of them is zero. */
function cosine(a: Float64Array, b: Float64Array): number {
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let index = 0; index < a.length; index++) {
    product += a[index]! * b[index]!;
    squaresOfA += a[index]! ** 2;
    squaresOfB += b[index]! ** 2;
  }
  const lengths = Math.sqrt(squaresOfA * squaresOfB);
  return lengths < 1e-9 ? 1 : product / lengths;
}

/** Rise at each gap: half the difference of its neighbours. */
function gradientOf(values: readonly number[]): number[] {
  return values.map((value, index) => ((values[index + 1] ?? value) - (values[index - 1] ?? value)) / 2);
}

/** What a value must exceed: a percentile; the mean and `amount` standard deviations, or interquartile ranges. */
function limitOf(values: readonly number[], threshold: Threshold, amount: number): number {
  const sorted = Float64Array.from(values).sort();
  if (threshold === 'percentile' || threshold === 'gradient') return percentile(sorted, amount);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (threshold === 'interquartile') {
    return mean + amount * (percentile(sorted, 75) - percentile(sorted, 25));
  }
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return mean + amount * Math.sqrt(variance);
}

/** Interpolated between the two nearest ranks. */
function percentile(sorted: Float64Array, percent: number): number {
  const rank = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(rank)] ?? 0;
  return below + (rank % 1) * ((sorted[Math.ceil(rank)] ?? below) - below);
}
