/** Best chunks of both searches that the query is moved towards. */
export const feedbackChunks = 5;
/** What their mean counts beside the query. */
const feedbackWeight = 0.6;
/** The moved query knows more of what is meant, so meaning counts more where its weight is not fixed. */
const weightGain = 1.25;

/**
 * Pseudo-relevance feedback by Rocchio's rule, q + w · mean(found), in unit length: what is found best is taken to answer,
 * and the query moved towards it. The query itself where nothing was found.
 * @see https://nlp.stanford.edu/IR-book/html/htmledition/the-rocchio71-algorithm-1.html
 */
export function movedTowards(query: Float32Array, found: readonly Float32Array[]): Float32Array {
  if (found.length === 0) return query;
  const share = feedbackWeight / found.length;
  const moved = query.map((value, index) =>
    found.reduce((sum, vector) => sum + share * vector[index]!, value),
  );
  const length = Math.hypot(...moved);
  return length === 0 ? query : moved.map((value) => value / length);
}

export const raisedWeight = (vectorWeight: number | undefined): number | undefined =>
  vectorWeight === undefined ? undefined : Math.min(1, weightGain * vectorWeight);
