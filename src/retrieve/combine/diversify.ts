import { documentKeyOf, type Candidate } from '../candidate.ts';

/** Lets no document crowd out the others: its chunks beyond `maxChunksPerDocument` are dropped; without a maximum nothing changes. */
export function diversify(
  candidates: readonly Candidate[],
  maxChunksPerDocument = Infinity,
): readonly Candidate[] {
  if (maxChunksPerDocument === Infinity) return candidates;
  const counts = new Map<string, number>();
  return candidates.filter((candidate) => {
    const key = documentKeyOf(candidate);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= maxChunksPerDocument;
  });
}
