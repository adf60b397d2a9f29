import { openKernel } from '../../util/kernels/kernel.ts';
import kernelSource from '../../util/kernels/row-sum.wasm.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { TableParts } from './table-file.ts';

interface Kernel {
  sumRows(sum: number, stride: number, rows: number, list: number, factors: number, count: number): void;
}

const pageBytes = 65_536;

/**
 * Sums the vectors of a text's tokens:
 *
 *   v = Σ_t  √tf_t · scale[t] · bytes[t],   then  v / |v|
 *
 * Only correctly rounded operations (+, ·, /, √) in the order of the text: the same text gives the same bits on every
 * machine. The table lies in the memory of a kernel (`assembly/row-sum.ts`):
 *
 *   sum │ factors of the text's tokens │ the tokens │ rows, each filled up to a multiple of 16
 */
export class StaticTable {
  readonly dimensions: number;
  readonly #scales: Float32Array;
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #sum: Float64Array;
  readonly #factors: Float64Array;
  readonly #tokens: Uint32Array;
  readonly #rowsAt: number;
  /** How often the text at hand has each token; zero between texts. */
  readonly #occurrences: Uint32Array;

  constructor({ dimensions, scales, bytes }: TableParts) {
    this.dimensions = dimensions;
    this.#scales = scales;
    this.#occurrences = new Uint32Array(scales.length);
    this.#stride = 16 * Math.ceil(dimensions / 16);
    const factorsAt = 8 * this.#stride;
    const tokensAt = factorsAt + 8 * scales.length;
    this.#rowsAt = tokensAt + 4 * scales.length;
    const total = this.#rowsAt + this.#stride * scales.length;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(total / pageBytes) });
    this.#kernel = openKernel<Kernel>(kernelSource, memory);
    this.#sum = new Float64Array(memory.buffer, 0, dimensions);
    this.#factors = new Float64Array(memory.buffer, factorsAt, scales.length);
    this.#tokens = new Uint32Array(memory.buffer, tokensAt, scales.length);
    const rows = new Int8Array(memory.buffer, this.#rowsAt);
    if (dimensions === this.#stride) rows.set(bytes);
    else
      for (const token of scales.keys()) {
        rows.set(bytes.subarray(token * dimensions, (token + 1) * dimensions), token * this.#stride);
      }
  }

  /** Unit length, or the zero vector when no token has a vector. Linear in the number of tokens. */
  embed(tokenIds: readonly number[]): Float32Array {
    const count = this.#list(tokenIds);
    const { byteOffset: factorsAt } = this.#factors;
    const { byteOffset: tokensAt } = this.#tokens;
    this.#kernel.sumRows(0, this.#stride, this.#rowsAt, tokensAt, factorsAt, count);
    return toUnitVector(this.#sum);
  }

  /** Writes the text's distinct tokens that have a vector, in the order of first use, and gives their number. */
  #list(tokenIds: readonly number[]): number {
    let count = 0;
    for (const id of tokenIds) {
      if (!(this.#scales[id]! > 0)) continue;
      if (this.#occurrences[id] === 0) this.#tokens[count++] = id;
      this.#occurrences[id]! += 1;
    }
    for (let index = 0; index < count; index += 1) {
      const id = this.#tokens[index]!;
      this.#factors[index] = this.#scales[id]! * termCount(this.#occurrences[id]!);
      this.#occurrences[id] = 0;
    }
    return count;
  }
}

/** What `occurrences` ≥ 1 of a token in a text count: less than so many single ones, since words come in bursts. */
export function termCount(occurrences: number): number {
  return Math.sqrt(occurrences);
}
