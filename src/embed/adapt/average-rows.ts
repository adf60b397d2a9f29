import type { TrainedRows } from '../contrastive/trainer.ts';

/** The mean direction of each row at unit length; its weight is the mean length. */
export function averageRows(trained: readonly TrainedRows[]): TrainedRows {
  const [{ dimensions, weights: tokens }] = trained as readonly [TrainedRows];
  const rows = new Float32Array(tokens.length * dimensions);
  const weights = tokens.map((_, token) => {
    const mean = rows.subarray(token * dimensions, (token + 1) * dimensions);
    let lengths = 0;
    for (const one of trained) {
      const row = one.rows.subarray(token * dimensions, (token + 1) * dimensions);
      const length = lengthOf(row);
      lengths += length * one.weights[token]!;
      for (const [index, value] of row.entries()) mean[index]! += value / length;
    }
    const length = lengthOf(mean);
    for (const [index, value] of mean.entries()) mean[index] = value / length;
    return lengths / trained.length;
  });
  return { dimensions, rows, weights };
}

function lengthOf(row: Float32Array): number {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
}
