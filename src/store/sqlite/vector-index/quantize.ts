import { normOf } from '../cosine.ts';

/**
 * Vectors as small whole numbers, with what that may cost. With u = v/|v| a row is r, each number the nearest whole of
 * −127…127, so that u ≈ scale·r; for a query p with factor likewise, in 16 bits. Then by Cauchy and Schwarz
 *
 *   |cos(q, v) − (r·p)·scale·factor| ≤ |u − scale·r| + |scale·r|·|q/|q| − factor·p| = error + slack
 */
export interface QuantizedRow {
  readonly scale: number;
  /** Upper bound of |u − scale·r|. */
  readonly error: number;
}

export interface QuantizedQuery {
  readonly numbers: Int16Array;
  readonly factor: number;
  /** The query's part of the bound, for any row, and what 32-bit arithmetic may add. */
  readonly slack: number;
}

/** More than the rounding of all 32-bit steps from the products to the comparison; scores are −1.3…1.3. */
const rounding = 2e-6;

/** Numbers a row or query is padded to. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16;
}

/** Writes r into `target`; `undefined` for a vector that has no direction. */
export function quantizeRow(vector: Float32Array, target: Int8Array): QuantizedRow | undefined {
  const norm = normOf(vector);
  if (!(norm > 0) || norm === Infinity) return undefined;
  const steps = 127 / largestOf(vector);
  const scale = Math.fround(1 / steps / norm);
  const inverse = 1 / norm;
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] as number;
    const whole = (value * steps + (value < 0 ? -0.5 : 0.5)) | 0;
    target[index] = whole;
    const rest = value * inverse - scale * whole;
    squares += rest * rest;
  }
  return { scale, error: Math.fround(Math.sqrt(squares) * (1 + 1e-6)) };
}

/** @param query has a direction. */
export function quantizeQuery(query: Float32Array): QuantizedQuery {
  const stride = strideOf(query.length);
  // The sum of products of a row and a query fits 32 bits.
  const largest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * stride)));
  const norm = normOf(query);
  const step = largestOf(query) / largest;
  const factor = Math.fround(step / norm);
  const numbers = new Int16Array(stride);
  let squares = 0;
  for (const [index, value] of query.entries()) {
    const whole = Math.round(value / step);
    numbers[index] = whole;
    squares += (value / norm - factor * whole) ** 2;
  }
  // A number of a row is off by half a step, which is 1/127 at most: so long may scale·r be.
  const longestRow = 1 + Math.sqrt(query.length) / 254;
  return { numbers, factor, slack: Math.sqrt(squares) * longestRow + rounding };
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const size = Math.abs(vector[index] as number);
    if (size > largest) largest = size;
  }
  return largest;
}
