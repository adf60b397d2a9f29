import { byteString } from '../util/byte-string.ts';

/** By the id of a token, which is its rank, what it stands for: text, or the bytes of a part of one or more characters. */
export type Vocabulary = readonly (string | readonly number[] | undefined)[];

/**
 * Byte-pair encoding: of the neighbours in a piece of text, the two that are the token of the lowest rank become one,
 * until no two are a token. A piece that is a token by itself stays whole. Quadratic in the length of the piece.
 *
 * @see https://arxiv.org/abs/1508.07909
 */
export function openPairMerging(vocabulary: Vocabulary): (piece: string) => number[] {
  const ranks = new Map<string, number>();
  for (const [rank, token] of vocabulary.entries()) {
    if (token === undefined) continue;
    ranks.set(typeof token === 'string' ? byteString(token) : String.fromCharCode(...token), rank);
  }
  return (piece) => {
    const bytes = byteString(piece);
    const whole = ranks.get(bytes);
    return whole === undefined ? merge(bytes, ranks) : [whole];
  };
}

function merge(bytes: string, ranks: ReadonlyMap<string, number>): number[] {
  /** Where each part begins, and the end of the last one. */
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  /** Of what a part and the next one make; the last part has none. */
  const rankAt = (part: number) =>
    part + 2 < starts.length
      ? (ranks.get(bytes.slice(starts[part], starts[part + 2])) ?? Infinity)
      : Infinity;
  const pairs = Array.from({ length: bytes.length }, (_, part) => rankAt(part));
  for (let lowest = lowestOf(pairs); pairs[lowest]! < Infinity; lowest = lowestOf(pairs)) {
    starts.splice(lowest + 1, 1);
    pairs.splice(lowest, 1);
    pairs[lowest] = rankAt(lowest);
    if (lowest > 0) pairs[lowest - 1] = rankAt(lowest - 1);
  }
  return pairs.map((_, part) => ranks.get(bytes.slice(starts[part], starts[part + 1]))!);
}

/** The place of the lowest number, the first of equal ones. */
function lowestOf(numbers: readonly number[]): number {
  let lowest = 0;
  for (let index = 1; index < numbers.length; index += 1)
    if (numbers[index]! < numbers[lowest]!) lowest = index;
  return lowest;
}
