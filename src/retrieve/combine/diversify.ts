import { documentKeyOf, type Candidate } from '../candidate.ts';

/**
 * Lets no document crowd out the others: its chunks beyond `maxChunksPerDocument` rank behind all others, in
 * their former order, or are dropped with `dropSurplus`; without a maximum nothing changes.
 */
export function diversify(
  candidates: readonly Candidate[],
  { maxChunksPerDocument = Infinity, dropSurplus }: { maxChunksPerDocument?: number; dropSurplus: boolean },
): readonly Candidate[] {
  if (maxChunksPerDocument === Infinity) return candidates;
  const counts = new Map<string, number>();
  const within: Candidate[] = [];
  const surplus: Candidate[] = [];
  for (const candidate of candidates) {
    const key = documentKeyOf(candidate);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    (count <= maxChunksPerDocument ? within : surplus).push(candidate);
  }
  return dropSurplus ? within : [...within, ...surplus];
}
