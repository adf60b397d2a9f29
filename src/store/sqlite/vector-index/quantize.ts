import { normOf } from '../search/cosine.ts';

/**
 * Vectors as small whole numbers, with what that may cost. With u = v/|v| a row is r, each number the nearest whole of
 * −119…119, so that u ≈ scale·r; for a query p with factor likewise, in eleven bits. Then by Cauchy and Schwarz
 *
 *   |cos(q, v) − (r·p)·scale·factor| ≤ |u − scale·r| + |scale·r|·|q/|q| − factor·p| = error + slack
 *
 * A row is kept in two planes of four bits a number: r = 16·h + l − 136. The high plane alone, with 8 for each l, is a
 * coarse row 16·h − 128, for which the same holds with a larger error.
 */
export interface QuantizedRow {
  readonly scale: number;
  /** Upper bound of |u − scale·r|. */
  readonly error: number;
  /** The same of the coarse row. */
  readonly coarseError: number;
}

/** Where the numbers of a row are written: `strideOf(dimensions) / 2` bytes each. */
export interface RowPlanes {
  readonly high: Uint8Array;
  readonly low: Uint8Array;
}

export interface QuantizedQuery {
  /** As the kernel multiplies them: see `factorsOf`. */
  readonly factors: Int16Array;
  /** Of the numbers. */
  readonly sum: number;
  readonly factor: number;
  /** The query's part of the bounds, for any row, and what 32-bit arithmetic may add. */
  readonly slack: number;
}

const largestOfRow = 119;
/** Makes the numbers of a row positive, so that the four lower bits are eight too many on average. */
const lift = 136;
/** A number of a coarse row is off by so many steps at most. */
const coarsest = 8.5;
/** More than the rounding of all 32-bit steps from the products to the comparison; coarse scores are −5…5 at most. */
const rounding = 4e-6;

/** Numbers a row or query is padded to. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

/** `undefined` for a vector that has no direction. */
export function quantizeRow(vector: Float32Array, { high, low }: RowPlanes): QuantizedRow | undefined {
  const norm = normOf(vector);
  if (!(norm > 0) || norm === Infinity) return undefined;
  const steps = largestOfRow / largestOf(vector);
  const scale = Math.fround(1 / steps / norm);
  const inverse = 1 / norm;
  let squares = 0;
  let coarseSquares = 0;
  high.fill(0);
  low.fill(0);
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] as number;
    const whole = (value * steps + (value < 0 ? -0.5 : 0.5)) | 0;
    const lifted = whole + lift;
    const place = placeOf(index);
    const shift = (index & 8) >> 1;
    high[place] = (high[place] as number) | ((lifted >> 4) << shift);
    low[place] = (low[place] as number) | ((lifted & 15) << shift);
    const rest = value * inverse - scale * whole;
    squares += rest * rest;
    const coarseRest = rest + scale * ((lifted & 15) - 8);
    coarseSquares += coarseRest * coarseRest;
  }
  return { scale, error: boundOf(squares), coarseError: boundOf(coarseSquares) };
}

/** The byte of a plane that has a number: of 32 numbers eight words have four each, the first eight lowest. */
function placeOf(index: number): number {
  return ((index >> 5) << 4) | ((index & 7) << 1) | ((index >> 4) & 1);
}

function boundOf(squares: number): number {
  return Math.fround(Math.sqrt(squares) * (1 + 1e-6));
}

/** @param query has a direction. */
export function quantizeQuery(query: Float32Array): QuantizedQuery {
  const stride = strideOf(query.length);
  // Factors fit 16 bits, and 16 times the sum of products of a plane and a query fits 32.
  const largest = Math.min(Math.floor(32_767 / 17), Math.floor((2 ** 31 - 1) / (16 * 15 * stride)));
  const norm = normOf(query);
  const step = largestOf(query) / largest;
  const factor = Math.fround(step / norm);
  const numbers = new Int16Array(stride);
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < query.length; index += 1) {
    const value = query[index] as number;
    const whole = Math.round(value / step);
    numbers[index] = whole;
    sum += whole;
    squares += (value / norm - factor * whole) ** 2;
  }
  // A step is 1/119 at most: so long may a coarse row be.
  const longestRow = 1 + (coarsest * Math.sqrt(query.length)) / largestOfRow;
  return { factors: factorsOf(numbers), sum, factor, slack: Math.sqrt(squares) * longestRow + rounding };
}

/**
 * A byte of a plane is n₀ + 16·n₁, numbers that are eight places apart. With the query's q₀ and q₁ for them
 * 16·(n₀·q₀ + n₁·q₁) = n₀·(16·q₀ − q₁) + (n₀ + 16·n₁)·q₁: the whole byte is multiplied without being taken apart.
 */
function factorsOf(numbers: Int16Array): Int16Array {
  return numbers.map((number, index) => (index & 8 ? number : 16 * number - (numbers[index + 8] as number)));
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const size = Math.abs(vector[index] as number);
    if (size > largest) largest = size;
  }
  return largest;
}
