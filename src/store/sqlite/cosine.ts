/**
 * Cosine similarity of a query with each row of a matrix: `scores[row] = q·v / (|q| |v|)`, −1…1.
 * Rows that `allowed` leaves out (0), and rows without a direction, get NaN.
 *
 * @param matrix `data` row-major, `query.length` numbers a row; `norms` the length of each row.
 */
export function cosineScores(
  query: Float32Array,
  matrix: { readonly data: Float32Array; readonly norms: readonly number[] },
  allowed?: Uint8Array,
): Float64Array {
  const { data, norms } = matrix;
  const queryNorm = normOf(query);
  const scores = new Float64Array(norms.length).fill(NaN);
  for (let row = 0; row < scores.length; row += 1) {
    const norm = queryNorm * (norms[row] as number);
    if (allowed?.[row] === 0 || !(norm > 0)) continue;
    scores[row] = Math.min(1, Math.max(-1, dotProduct(query, data, row * query.length) / norm));
  }
  return scores;
}

/** Euclidean length. */
export function normOf(vector: Float32Array): number {
  return Math.sqrt(dotProduct(vector, vector, 0));
}

/** Four sums side by side, so that additions do not wait for each other. */
function dotProduct(query: Float32Array, data: Float32Array, start: number): number {
  const { length } = query;
  const even = length - (length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let i = 0; i < even; i += 4) {
    const j = start + i;
    first += (query[i] as number) * (data[j] as number);
    second += (query[i + 1] as number) * (data[j + 1] as number);
    third += (query[i + 2] as number) * (data[j + 2] as number);
    fourth += (query[i + 3] as number) * (data[j + 3] as number);
  }
  for (let i = even; i < length; i += 1) first += (query[i] as number) * (data[start + i] as number);
  return first + second + third + fourth;
}
