/**
 * Cosine similarity `q·v / (|q| |v|)`, −1…1, in 64-bit arithmetic; NaN where one of the two has no direction.
 *
 * @param queryNorm `normOf(query)`
 */
export function cosine(query: Float32Array, queryNorm: number, vector: Float32Array): number {
  const norm = queryNorm * normOf(vector);
  if (!(norm > 0)) return NaN;
  return Math.min(1, Math.max(-1, dotProduct(query, vector) / norm));
}

/** Euclidean length. */
export function normOf(vector: Float32Array): number {
  return Math.sqrt(dotProduct(vector, vector));
}

/** A vector without one is near to nothing. */
export function hasDirection(vector: Float32Array): boolean {
  const norm = normOf(vector);
  return norm > 0 && norm < Infinity;
}

/** Four sums side by side, so that additions do not wait for each other. */
function dotProduct(left: Float32Array, right: Float32Array): number {
  const { length } = left;
  const even = length - (length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let i = 0; i < even; i += 4) {
    first += (left[i] as number) * (right[i] as number);
    second += (left[i + 1] as number) * (right[i + 1] as number);
    third += (left[i + 2] as number) * (right[i + 2] as number);
    fourth += (left[i + 3] as number) * (right[i + 3] as number);
  }
  for (let i = even; i < length; i += 1) first += (left[i] as number) * (right[i] as number);
  return first + second + third + fourth;
}
