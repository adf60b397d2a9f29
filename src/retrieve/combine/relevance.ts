import type { KeywordTerm } from '../../store/store.ts';

/**
 * How likely a hit is to answer its query: on a scale that means the same for every query and collection, unlike the fused
 * score, whose best is always near 1.
 *
 *   coverage   BM25 / Σ weight · idf of the query's terms: the share of the query's information that the chunk has, as no
 *              chunk's BM25 reaches that sum; 0…1
 *   keyword    11 · coverage − 4.6         log-odds
 *   closeness  (cosine − floor) / (1 − floor), 0…1: the floor is what the model gives to the query and any chunk alike
 *   vector     9 · closeness − 6           log-odds
 *   relevance  sigmoid of w · vector + (1 − w) · keyword where both searches ran, else of the one that did
 *
 * Each line is a logistic regression of whether the first hit of that search alone is relevant, on SciFact's training
 * queries, half of ContractNLI's, and questions about other things (docs/decisions/0008-relevance-is-calibrated.md).
 */
export interface RelevanceParts {
  /** BM25 divided by `keywordBound`; absent when keywords were not searched, 0 for a chunk not found by them. */
  readonly coverage?: number;
  /** Cosine; absent when vectors were not searched, 0 for a chunk not found by them. */
  readonly cosine?: number;
  /** What the query has in common with any chunk because of the model (`cosineFloor`), 0 or more and below 1; 0 unless given. */
  readonly floor?: number;
}

/** Between 0 and 1; grows with both parts. `vectorWeight` is w, 0…1. */
export function relevance({ coverage, cosine, floor = 0 }: RelevanceParts, vectorWeight: number): number {
  const keyword = coverage === undefined ? undefined : 11 * clamp(coverage) - 4.6;
  const vector = cosine === undefined ? undefined : 9 * clamp((cosine - floor) / (1 - floor)) - 6;
  if (vector === undefined) return keyword === undefined ? 0 : sigmoid(keyword);
  if (keyword === undefined) return sigmoid(vector);
  return sigmoid(vectorWeight * vector + (1 - vectorWeight) * keyword);
}

/**
 * The BM25 score that no chunk can pass: Σ weight · idf over the query's terms. A term that no chunk has counts like the
 * rarest that the collection could have, ln(1 + (N − 0.5) / 1.5) in a collection of N chunks: a question about
 * something that the documents never mention is not covered by its common words. What was searched for beside the query
 * asks for no more than the query does, unless the query has stop words alone (“IT”).
 */
export function keywordBound(terms: readonly Omit<KeywordTerm, 'term'>[], chunkCount: number): number {
  const rarest = Math.log(1 + Math.max(0, chunkCount - 0.5) / 1.5);
  const own = terms.filter(({ isExpansion }) => !isExpansion);
  const asked = own.length > 0 ? own : terms;
  return asked.reduce((sum, { weight, idf }) => sum + weight * (idf > 0 ? idf : rarest), 0);
}

/** What a logit says as a share, 0…1. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
