/** Warnings of limits of a request that leave nothing: a caller may have meant another number. */
import type { Hit, Passage } from '../../types.ts';
import type { Candidate } from '../candidate.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';

/** Where no candidate reaches the threshold. */
export function belowThreshold(
  candidates: readonly Pick<Candidate, 'relevanceScore'>[],
  { scoreThreshold = 0 }: Pick<RetrieveRequest, 'scoreThreshold'>,
): string[] {
  const best = candidates.reduce((highest, { relevanceScore }) => Math.max(highest, relevanceScore), 0);
  if (candidates.length === 0 || best >= scoreThreshold) return [];
  const hits = candidates.length === 1 ? '1 hit is' : `${candidates.length} hits are`;
  return [`${hits} below scoreThreshold ${scoreThreshold}, the best has ${twoPlaces(best)}`];
}

/** Rounded down, so that what is below a threshold does not look as if it reached it. */
const twoPlaces = (score: number) => (Math.floor(100 * score) / 100).toFixed(2);

/** Where the budget holds no hit. */
export function beyondBudget(
  hits: readonly Hit[],
  passages: readonly Passage[],
  { tokenBudget, countTokens }: Pick<RetrieveRequest, 'tokenBudget'> & Pick<RetrieveParts, 'countTokens'>,
): string[] {
  if (tokenBudget === undefined || hits.length === 0 || passages.length > 0) return [];
  const shortest = hits.reduce((least, { chunk }) => Math.min(least, countTokens(chunk.content)), Infinity);
  return [`No hit fits tokenBudget ${tokenBudget}, the shortest has ${shortest} tokens`];
}
