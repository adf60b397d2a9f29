/** The part of a table that a collection uses, ready for training, and the way back. */
import { weightedRows, type TrainedRows } from '../contrastive/trainer.ts';
import { quantizeRows, type TableParts } from '../built-in/table-file.ts';
import type { TokenizedChunk } from './document-pairs.ts';

export interface ActiveRows {
  /** Token ids, ascending: row `i` is that of `tokens[i]`. */
  readonly tokens: readonly number[];
  readonly rows: TrainedRows;
}

/** How many of the chunks have each token. */
export function countChunksWith(chunks: readonly TokenizedChunk[]): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const { title, heading, sentences } of chunks) {
    for (const token of new Set([...title, ...heading, ...sentences.flat()])) {
      frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
    }
  }
  return frequencies;
}

/** The tokens that occur and have a vector, each with its direction; its weight is the length of its vector. */
export function activateRows(
  { dimensions, scales, bytes }: TableParts,
  frequencies: ReadonlyMap<number, number>,
): ActiveRows {
  const tokens = [...frequencies.keys()].filter((token) => (scales[token] ?? 0) > 0).sort((a, b) => a - b);
  const rows = new Float32Array(tokens.length * dimensions);
  const weights = Float32Array.from(tokens, (token, place) => {
    const row = bytes.subarray(token * dimensions, (token + 1) * dimensions);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    for (let index = 0; index < dimensions; index += 1)
      rows[place * dimensions + index] = row[index]! / length;
    return length * scales[token]!;
  });
  return { tokens, rows: { dimensions, rows, weights } };
}

/**
 * Weights half way, as a geometric mean, between those given and the collection's own
 * ln(1 + (N − df + ½) / (df + ½)), which are first brought to the same mean.
 *
 * @param frequencies df of each row
 * @param chunkCount N
 */
export function mixWeights(
  weights: Float32Array,
  frequencies: readonly number[],
  chunkCount: number,
): Float32Array {
  const own = frequencies.map((df) => Math.log(Math.log(1 + (chunkCount - df + 0.5) / (df + 0.5)) + 1e-3));
  const general = Array.from(weights, Math.log);
  const offset = weightedMean(general, frequencies) - weightedMean(own, frequencies);
  return Float32Array.from(general, (value, row) => Math.exp((value + own[row]! + offset) / 2));
}

/** The base with the trained rows in it. */
export function replaceRows(base: TableParts, { tokens, rows }: ActiveRows): TableParts {
  const { dimensions } = base;
  const quantized = quantizeRows(weightedRows(rows), dimensions);
  const scales = base.scales.slice();
  const bytes = base.bytes.slice();
  for (const [place, token] of tokens.entries()) {
    scales[token] = quantized.scales[place]!;
    bytes.set(quantized.bytes.subarray(place * dimensions, (place + 1) * dimensions), token * dimensions);
  }
  return { dimensions, scales, bytes };
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  for (const [index, value] of values.entries()) {
    sum += value * weights[index]!;
    total += weights[index]!;
  }
  return total === 0 ? 0 : sum / total;
}
