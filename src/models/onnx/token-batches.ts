/**
 * Groups rows so that little is padding: sorted by length, and each batch as wide as its longest row.
 *
 * @param lengths tokens of each row
 * @param limits tokens a batch with its padding (a longer row goes alone), and rows a batch, at least 1
 * @returns positions in `lengths`, each once
 */
export function planTokenBatches(
  lengths: readonly number[],
  limits: { readonly tokens: number; readonly rows: number },
): number[][] {
  const positions = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const position of positions) {
    const isFull = batch.length === limits.rows || (batch.length + 1) * lengths[position]! > limits.tokens;
    if (batch.length === 0 || isFull) batches.push((batch = []));
    batch.push(position);
  }
  return batches;
}
