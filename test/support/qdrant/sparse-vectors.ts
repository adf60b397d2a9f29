import { wrongInput } from './error.ts';
import type { SparseVector, Vector } from './types.ts';

interface Posting {
  readonly slots: number[];
  readonly values: number[];
}

/** One sparse vector of each point, with the points of each dimension: only what shares one with a query is found. */
export class SparseVectors {
  readonly isHigherBetter = true;
  private readonly hasIdf: boolean;
  private readonly vectors = new Map<number, SparseVector>();
  private readonly postings = new Map<number, Posting>();

  constructor(hasIdf: boolean) {
    this.hasIdf = hasIdf;
  }

  /** @throws QdrantError when it is none for these vectors */
  check(vector: Vector): void {
    if (!('indices' in vector)) throw wrongInput('Conversion between sparse and regular vectors failed');
    const { indices, values } = vector;
    if (indices.length !== values.length) throw wrongInput('must be the same length as indices');
    if (new Set(indices).size !== indices.length) throw wrongInput('must be unique');
  }

  has = (slot: number): boolean => this.vectors.has(slot);

  set(slot: number, vector: Vector): void {
    this.delete(slot);
    const sorted = sortByIndex(vector as SparseVector);
    this.vectors.set(slot, sorted);
    sorted.indices.forEach((index, place) => {
      let posting = this.postings.get(index);
      if (!posting) this.postings.set(index, (posting = { slots: [], values: [] }));
      posting.slots.push(slot);
      posting.values.push(sorted.values[place]!);
    });
  }

  delete(slot: number): void {
    const vector = this.vectors.get(slot);
    if (!vector) return;
    this.vectors.delete(slot);
    for (const index of vector.indices) this.removePosting(index, slot);
  }

  get(slot: number): SparseVector {
    return this.vectors.get(slot)!;
  }

  /** Each given slot that shares a dimension with the vector, with its score. */
  score(vector: Vector, slots: Iterable<number>): [slot: number, score: number][] {
    const query = sortByIndex(vector as SparseVector);
    const sums = new Map<number, number>();
    query.indices.forEach((index, place) => {
      const weight = this.weight(index, query.values[place]!);
      const { slots: found, values } = this.postings.get(index) ?? { slots: [], values: [] };
      found.forEach((slot, at) =>
        sums.set(slot, Math.fround((sums.get(slot) ?? 0) + Math.fround(weight * values[at]!))),
      );
    });
    const scored: [number, number][] = [];
    for (const slot of slots) if (sums.has(slot)) scored.push([slot, sums.get(slot)!]);
    return scored;
  }

  private weight(index: number, value: number): number {
    if (!this.hasIdf) return value;
    const frequency = this.postings.get(index)?.slots.length ?? 0;
    return Math.fround(value * Math.log((this.vectors.size - frequency + 0.5) / (frequency + 0.5) + 1));
  }

  private removePosting(index: number, slot: number): void {
    const { slots, values } = this.postings.get(index)!;
    const place = slots.indexOf(slot);
    const [lastSlot, lastValue] = [slots.pop()!, values.pop()!];
    if (place < slots.length) [slots[place], values[place]] = [lastSlot, lastValue];
    if (slots.length === 0) this.postings.delete(index);
  }
}

function sortByIndex({ indices, values }: SparseVector): SparseVector {
  const order = indices.map((_, place) => place).sort((a, b) => indices[a]! - indices[b]!);
  return {
    indices: order.map((place) => indices[place]!),
    values: order.map((place) => Math.fround(values[place]!)),
  };
}
