/** A text as what training sees of it: its distinct tokens, in order of first use, and what each counts. */
export interface Bag {
  readonly tokens: ArrayLike<number>;
  /** `termCount` of each token. */
  readonly counts: ArrayLike<number>;
}

/** What `occurrences` ≥ 1 of a token in a text count: less than so many single ones, since words come in bursts. */
export function termCount(occurrences: number): number {
  return Math.sqrt(occurrences);
}

/** `tokens[i]` counts `termCount` of how often it occurs. */
export function bagOf(tokens: Iterable<number>): Bag {
  const occurrences = new Map<number, number>();
  for (const token of tokens) occurrences.set(token, (occurrences.get(token) ?? 0) + 1);
  return { tokens: [...occurrences.keys()], counts: [...occurrences.values()].map(termCount) };
}
