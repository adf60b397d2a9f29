/** What `occurrences` ≥ 1 of a token in a text count: less than so many single ones, since words come in bursts. */
export function termCount(occurrences: number): number {
  return Math.sqrt(occurrences);
}
