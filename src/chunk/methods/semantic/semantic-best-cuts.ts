/**
 * The best cut of sentences into segments, by dynamic programming: the one with the least sum of costs, where a segment
 * of sentences i…j costs
 *
 *     Σ |vₖ − mean|²  +  d · (1 + ln²(tokens / target) + seam)
 *
 * how much its sentences differ, and a price that is lowest at the usual length. The seam says how much less likely than
 * others the place is where it begins. d is half the mean squared distance of
 * neighbours, which is about what one more segment saves in text without any topics.
 */
export interface BestCutOptions {
  /** Tokens from one sentence to before another. */
  readonly tokensOf: (from: number, to: number) => number;
  /** No segment of several sentences is longer. */
  readonly maxTokens: number;
  /** The usual length. */
  readonly targetTokens: number;
  /** Of a cut before a sentence that is not the first: above 0 where one is unlikely, below where one is likely. */
  readonly seamOf: (cut: number) => number;
}

/** Where all sentences are alike the length decides. */
const leastPrice = 1e-3;
/** A segment has no more sentences, so that the time is linear whatever `maxTokens`. */
const mostSentences = 256;

/** Indexes of the sentences that begin a segment, ascending, but for the first. */
export function findBestCuts(vectors: readonly Float32Array[], options: BestCutOptions): number[] {
  const { tokensOf, maxTokens, targetTokens, seamOf } = options;
  const price = usualDifference(vectors);
  const lengthPrice = Math.max(price, leastPrice);
  const costs = new Float64Array(vectors.length + 1);
  const starts = new Uint32Array(vectors.length + 1);
  for (let end = 1; end <= vectors.length; end++) {
    const segment = new GrowingSegment(vectors[0]!.length);
    costs[end] = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= Math.max(0, end - mostSentences); start--) {
      const tokens = tokensOf(start, end);
      if (start < end - 1 && tokens > maxTokens) break;
      segment.add(vectors[start]!);
      const length = Math.log(Math.max(1, tokens) / targetTokens);
      const seam = start === 0 ? 0 : seamOf(start);
      const cost = costs[start]! + segment.difference + price * (1 + seam) + lengthPrice * length ** 2;
      if (cost < costs[end]!) {
        costs[end] = cost;
        starts[end] = start;
      }
    }
  }
  return cutsBefore(starts, vectors.length);
}

function cutsBefore(starts: Uint32Array, end: number): number[] {
  const cuts: number[] = [];
  for (let start = starts[end]!; start > 0; start = starts[start]!) cuts.push(start);
  return cuts.reverse();
}

/** Vectors and how much they differ: Σ |v − mean|² = Σ |v|² − |Σ v|² / n, where zero vectors do not count. */
class GrowingSegment {
  readonly #sum: Float64Array;
  #count = 0;
  #squares = 0;
  #squareOfSum = 0;

  constructor(dimensions: number) {
    this.#sum = new Float64Array(dimensions);
  }

  add(vector: Float32Array): void {
    const sum = this.#sum;
    let product = 0;
    let square = 0;
    for (let index = 0; index < sum.length; index++) {
      const value = vector[index]!;
      product += sum[index]! * value;
      square += value * value;
      sum[index]! += value;
    }
    if (square === 0) return;
    this.#count += 1;
    this.#squares += square;
    this.#squareOfSum += 2 * product + square;
  }

  get difference(): number {
    return this.#count === 0 ? 0 : this.#squares - this.#squareOfSum / this.#count;
  }
}

/** Mean of half the squared distances of neighbours: the variance of sentences about one topic. */
function usualDifference(vectors: readonly Float32Array[]): number {
  let sum = 0;
  for (let index = 1; index < vectors.length; index++) {
    const pair = new GrowingSegment(vectors[0]!.length);
    pair.add(vectors[index - 1]!);
    pair.add(vectors[index]!);
    sum += pair.difference;
  }
  return sum / Math.max(1, vectors.length - 1);
}
