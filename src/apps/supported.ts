/** Below this, what the vectors say of a hit is chance. */
const leastRelevance = 0.01;

interface Scores {
  readonly keywordScore?: number | undefined;
  readonly relevanceScore?: number | undefined;
}

/** Whether a word of the query stands in a hit, or it means something alike. */
export const isSupported = ({ keywordScore = 0, relevanceScore = 0 }: Scores): boolean =>
  keywordScore > 0 || relevanceScore >= leastRelevance;
