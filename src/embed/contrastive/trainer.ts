import kernelSource from '../../util/kernels/contrastive.wasm.ts';
import { openKernel } from '../../util/kernels/kernel.ts';
import { termCount } from '../built-in/static-table.ts';

/** The tokens of a text, in parts that follow one another. */
export type TextTokens = readonly ArrayLike<number>[];

/** Two texts that belong together. */
export interface Pair {
  readonly query: TextTokens;
  readonly passage: TextTokens;
  /** Pairs of one group are not each other's negatives; -1 and below for a group of its own. */
  readonly group: number;
}

/** What is trained: a direction of any length and a weight > 0 for each token. */
export interface TrainedRows {
  readonly dimensions: number;
  /** `dimensions` numbers a token. */
  readonly rows: Float32Array;
  /** One number a token. */
  readonly weights: Float32Array;
}

/** The vectors of the tokens: each row times its weight. */
export function weightedRows({ rows, weights, dimensions }: TrainedRows): Float32Array {
  return rows.map((value, index) => value * weights[Math.floor(index / dimensions)]!);
}

export interface StepOptions {
  /** Cosines are divided by it before the softmax, > 0. */
  readonly temperature: number;
  /** Step size of Adam for the rows, ≥ 0. */
  readonly rate: number;
  /** Step size of Adam for the logarithms of the weights, 0 leaves them. */
  readonly weightRate?: number;
}

interface Kernel {
  layOut(rows: number, dimensions: number, batch: number, tokens: number): number;
  start(): void;
  offsetsAt(): number;
  tokensAt(): number;
  countsAt(): number;
  groupsAt(): number;
  rowsAt(): number;
  weightsAt(): number;
  step(batch: number, temperature: number, rate: number, weightRate: number): number;
}

const pageBytes = 65_536;
/** Distinct tokens of a text that training reads: the rest of a longer one is overlooked. */
const mostDistinct = 512;

/** Trains a static table on pairs, a batch at a time (`assembly/contrastive.ts`): the same on every machine. */
export class ContrastiveTrainer {
  readonly batchSize: number;
  readonly #kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #dimensions: number;
  readonly #rowCount: number;
  /** How often each token was met in the text at hand; 0 between texts. */
  readonly #occurrences: Uint16Array;

  /** Starts from a copy of `initial`; needs about 16 bytes of memory for each of its numbers. */
  constructor(initial: TrainedRows, { batchSize }: { readonly batchSize: number }) {
    this.batchSize = batchSize;
    this.#dimensions = initial.dimensions;
    this.#rowCount = initial.weights.length;
    this.#occurrences = new Uint16Array(this.#rowCount);
    this.#memory = new WebAssembly.Memory({ initial: 1 });
    this.#kernel = openKernel<Kernel>(kernelSource, this.#memory);
    const mostTokens = 2 * batchSize * mostDistinct;
    const bytes = this.#kernel.layOut(this.#rowCount, this.#dimensions, batchSize, mostTokens);
    this.#memory.grow(Math.ceil(bytes / pageBytes) - 1);
    this.#kernel.start();
    this.restore(initial);
  }

  /** The table as it is now; a copy. */
  snapshot(): TrainedRows {
    return {
      dimensions: this.#dimensions,
      rows: this.#floats(this.#kernel.rowsAt(), this.#rowCount * this.#dimensions).slice(),
      weights: this.#floats(this.#kernel.weightsAt(), this.#rowCount).slice(),
    };
  }

  restore({ rows, weights }: TrainedRows): void {
    this.#floats(this.#kernel.rowsAt(), rows.length).set(rows);
    this.#floats(this.#kernel.weightsAt(), weights.length).set(weights);
  }

  /** One step down the loss of at most `batchSize` pairs; gives the mean loss before it. */
  step(pairs: readonly Pair[], { temperature, rate, weightRate = 0 }: StepOptions): number {
    this.#write(pairs);
    return this.#kernel.step(pairs.length, temperature, rate, weightRate);
  }

  /** The mean loss of at most `batchSize` pairs. */
  loss(pairs: readonly Pair[], temperature: number): number {
    return this.step(pairs, { temperature, rate: 0 });
  }

  #write(pairs: readonly Pair[]): void {
    const texts = [...pairs.map(({ query }) => query), ...pairs.map(({ passage }) => passage)];
    const offsets = this.#integers(this.#kernel.offsetsAt(), texts.length + 1);
    const tokens = this.#integers(this.#kernel.tokensAt(), texts.length * mostDistinct);
    const counts = this.#floats(this.#kernel.countsAt(), texts.length * mostDistinct);
    let place = 0;
    for (const [index, text] of texts.entries()) {
      offsets[index] = place;
      const end = this.#writeDistinct(text, { tokens, place });
      for (; place < end; place += 1) {
        const token = tokens[place]!;
        counts[place] = termCount(this.#occurrences[token]!);
        this.#occurrences[token] = 0;
      }
    }
    offsets[texts.length] = place;
    const groups = this.#integers(this.#kernel.groupsAt(), pairs.length);
    for (const [index, { group }] of pairs.entries()) groups[index] = group < 0 ? -1 - index : group;
  }

  /** Writes each token of a text once, counts how often it occurs, and gives where they end. */
  #writeDistinct(text: TextTokens, { tokens, place }: { tokens: Int32Array; place: number }): number {
    const most = place + mostDistinct;
    let end = place;
    for (const part of text) {
      for (let index = 0; index < part.length; index += 1) {
        const token = part[index]!;
        if (this.#occurrences[token] === 0) {
          if (end === most) continue;
          tokens[end] = token;
          end += 1;
        }
        this.#occurrences[token]! += 1;
      }
    }
    return end;
  }

  #integers(at: number, length: number): Int32Array {
    return new Int32Array(this.#memory.buffer, at, length);
  }

  #floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, length);
  }
}
