/** Numbers and choices that come the same from the same seed. */
export interface Draw {
  /** A whole number, 0…n−1. */
  below(n: number): number;
  of<T>(list: readonly T[]): T;
  /** At most `n` of a list, each at most once. */
  some<T>(list: readonly T[], n: number): T[];
}

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    of: (list) => list[below(list.length)]!,
    some: (list, n) => {
      const left = [...list];
      const taken = [];
      while (taken.length < n && left.length > 0) taken.push(left.splice(below(left.length), 1)[0]!);
      return taken;
    },
  };
}
