import { wrongInput } from './error.ts';
import type { Body, Vector } from './types.ts';

type Distance = Body<'Distance'>;

/** A score of two vectors of `size` numbers that lie in `data` from `start`, and in `query`. */
type Score = (query: Float32Array, data: Float32Array, start: number) => number;

/** One vector of each point, as 32-bit numbers one after another; with cosine they are normalised on the way in. */
export class DenseVectors {
  readonly size: number;
  /** Whether a higher score is better. */
  readonly isHigherBetter: boolean;
  private readonly distance: Distance;
  private data = new Float32Array(0);
  private present = new Uint8Array(0);

  constructor(size: number, distance: Distance) {
    this.size = size;
    this.distance = distance;
    this.isHigherBetter = distance === 'Cosine' || distance === 'Dot';
  }

  /** @throws QdrantError when it is none for these vectors */
  check(vector: Vector): void {
    if (!Array.isArray(vector) || typeof vector[0] === 'object')
      throw wrongInput('Conversion between sparse, multi and regular vectors failed');
    if (vector.length !== this.size)
      throw wrongInput(`Vector dimension error: expected dim: ${this.size}, got ${vector.length}`);
  }

  has = (slot: number): boolean => this.present[slot] === 1;

  set(slot: number, vector: Vector): void {
    this.grow(slot);
    this.data.set(this.prepare(vector as readonly number[]), slot * this.size);
    this.present[slot] = 1;
  }

  delete(slot: number): void {
    if (this.has(slot)) this.present[slot] = 0;
  }

  get(slot: number): number[] {
    return [...this.data.subarray(slot * this.size, (slot + 1) * this.size)];
  }

  /** Each given slot that has a vector, with its score. */
  score(vector: Vector, slots: Iterable<number>): [slot: number, score: number][] {
    const query = this.prepare(vector as readonly number[]);
    const score = scores[this.distance];
    const scored: [number, number][] = [];
    for (const slot of slots)
      if (this.has(slot)) scored.push([slot, Math.fround(score(query, this.data, slot * this.size))]);
    return scored;
  }

  private prepare(numbers: readonly number[]): Float32Array {
    const vector = Float32Array.from(numbers);
    return this.distance === 'Cosine' ? normalised(vector) : vector;
  }

  private grow(slot: number): void {
    if (slot < this.present.length) return;
    const capacity = Math.max(16, slot + 1, this.present.length * 2);
    const [data, present] = [this.data, this.present];
    this.data = new Float32Array(capacity * this.size);
    this.data.set(data);
    this.present = new Uint8Array(capacity);
    this.present.set(present);
  }
}

/** A vector of zeros stays as it is. */
function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  return length < 1e-6 ? vector : vector.map((number) => number / length);
}

const dot: Score = (query, data, start) => {
  let sum = 0;
  for (let place = 0; place < query.length; place++) sum += query[place]! * data[start + place]!;
  return sum;
};

const euclid: Score = (query, data, start) => {
  let sum = 0;
  for (let place = 0; place < query.length; place++) sum += (query[place]! - data[start + place]!) ** 2;
  return Math.sqrt(sum);
};

const manhattan: Score = (query, data, start) => {
  let sum = 0;
  for (let place = 0; place < query.length; place++) sum += Math.abs(query[place]! - data[start + place]!);
  return sum;
};

const scores: Readonly<Record<Distance, Score>> = {
  Cosine: dot,
  Dot: dot,
  Euclid: euclid,
  Manhattan: manhattan,
};
