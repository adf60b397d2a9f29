/**
 * Sums a weighted direction for each token of a text:
 *
 *   v = Σ_t  weight[t] · tf_t^¾ · direction[t],   then  v / |v|
 *
 * Directions are random signs, so two tokens are nearly orthogonal (cosine 0 ± 1/√dimensions) and the cosine of
 * two texts estimates that of their weighted bags of tokens. The signs come from a 32-bit integer generator
 * seeded with the token id, and only correctly rounded operations (+, ·, /, √) follow in a fixed order, so the
 * same text gives the same bits on every machine.
 */
export class StaticTable {
  readonly #weights: Uint8Array;
  readonly #dimensions: number;
  /** Made when a token is first met. */
  readonly #directions: (Int8Array | undefined)[];

  /** `weights[id]` is the weight of a token, 0…255 to one common scale; `dimensions` is a multiple of 32. */
  constructor(weights: Uint8Array, dimensions: number) {
    this.#weights = weights;
    this.#dimensions = dimensions;
    this.#directions = Array.from({ length: weights.length });
  }

  /** Unit length, or the zero vector when no token has a weight. Linear in the number of tokens. */
  embed(tokenIds: readonly number[]): Float32Array {
    const sum = new Float64Array(this.#dimensions);
    for (const [id, count] of countTokens(tokenIds)) {
      const weight = (this.#weights[id] ?? 0) * Math.sqrt(count * Math.sqrt(count));
      if (weight > 0) addScaled(sum, this.#direction(id), weight);
    }
    return normalise(sum);
  }

  #direction(id: number): Int8Array {
    return (this.#directions[id] ??= randomSigns(id, this.#dimensions));
  }
}

function countTokens(tokenIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of tokenIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function addScaled(sum: Float64Array, direction: Int8Array, weight: number): void {
  for (let index = 0; index < sum.length; index += 1) sum[index]! += weight * direction[index]!;
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

/** +1 or -1 for each dimension: the bits of a splitmix32 stream that starts at a hash of `seed`. */
export function randomSigns(seed: number, dimensions: number): Int8Array {
  const signs = new Int8Array(dimensions);
  let state = mix(seed + 1);
  for (let start = 0; start < dimensions; start += 32) {
    state = (state + 0x9e3779b9) | 0;
    const bits = mix(state);
    for (let bit = 0; bit < 32; bit += 1) signs[start + bit] = (bits >>> bit) & 1 ? 1 : -1;
  }
  return signs;
}

/** The output function of splitmix32: every input bit reaches every output bit. */
function mix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}
