/** How a model's vectors of tokens become one vector of the text. */
export const poolings = ['mean', 'cls', 'last', 'max'] as const;
export type Pooling = (typeof poolings)[number];

/** Hidden states of a batch, `lengths.length × width × dimensions`, padded on the right. */
export interface HiddenStates {
  readonly data: Float32Array;
  /** Tokens a row with padding. */
  readonly width: number;
  readonly dimensions: number;
  /** Tokens of each row without padding, at least 1. */
  readonly lengths: readonly number[];
}

/** One vector a row, of the tokens that are not padding: their mean or maximum, the first, or the last. */
export function pool(states: HiddenStates, pooling: Pooling): Float32Array[] {
  return states.lengths.map((length, row) => {
    const start = row * states.width;
    if (pooling === 'cls') return tokenVector(states, start);
    if (pooling === 'last') return tokenVector(states, start + length - 1);
    const tokens = Array.from({ length }, (_, token) => tokenVector(states, start + token));
    return pooling === 'max' ? maximum(tokens) : mean(tokens);
  });
}

function tokenVector({ data, dimensions }: HiddenStates, token: number): Float32Array {
  return data.slice(token * dimensions, (token + 1) * dimensions);
}

function mean(tokens: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(tokens[0]!.length);
  for (const token of tokens) for (let i = 0; i < sums.length; i += 1) sums[i]! += token[i]!;
  return Float32Array.from(sums, (sum) => sum / tokens.length);
}

function maximum(tokens: readonly Float32Array[]): Float32Array {
  const highest = tokens[0]!.slice();
  for (const token of tokens) {
    for (let i = 0; i < highest.length; i += 1) highest[i] = Math.max(highest[i]!, token[i]!);
  }
  return highest;
}
