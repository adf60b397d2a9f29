import { termCount } from './contrastive/bag.ts';
import type { TableParts } from './table-file.ts';

/**
 * Sums the vectors of a text's tokens:
 *
 *   v = Σ_t  tf_t^¾ · scale[t] · bytes[t],   then  v / |v|
 *
 * Only correctly rounded operations (+, ·, /, √) in the order of the text: the same text gives the same bits on every
 * machine.
 */
export class StaticTable {
  readonly dimensions: number;
  readonly #scales: Float32Array;
  readonly #bytes: Int8Array;

  constructor({ dimensions, scales, bytes }: TableParts) {
    this.dimensions = dimensions;
    this.#scales = scales;
    this.#bytes = bytes;
  }

  /** Unit length, or the zero vector when no token has a vector. Linear in the number of tokens. */
  embed(tokenIds: readonly number[]): Float32Array {
    const sum = new Float64Array(this.dimensions);
    for (const [id, occurrences] of countTokens(tokenIds)) {
      const factor = (this.#scales[id] ?? 0) * termCount(occurrences);
      if (factor > 0) this.#addScaled(sum, id, factor);
    }
    return normalise(sum);
  }

  #addScaled(sum: Float64Array, id: number, factor: number): void {
    const bytes = this.#bytes;
    const start = id * sum.length;
    for (let index = 0; index < sum.length; index += 1) sum[index]! += factor * bytes[start + index]!;
  }
}

function countTokens(tokenIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of tokenIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function normalise(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const vector = new Float32Array(sum.length);
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let index = 0; index < sum.length; index += 1) vector[index] = sum[index]! / length;
  return vector;
}
