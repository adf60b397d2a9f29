/**
 * Relevance on a scale that means the same for every query, unlike the fused score, whose best is always near 1.
 *
 *   keyword part  BM25 / Σ weight · idf of the query's terms: the share of the query's information that the chunk covers, as
 *                 no chunk's BM25 reaches that sum; 0…1
 *   vector part   max(0, cosine); 0…1
 *   relevance     w · vector + (1 − w) · keyword when both searches ran, else the part of the one that did
 */
export interface RelevanceParts {
  /** BM25 divided by `keywordBound`; absent when keywords were not searched, 0 for a chunk not found by them. */
  readonly coverage?: number;
  /** Cosine; absent when vectors were not searched, 0 for a chunk not found by them. */
  readonly cosine?: number;
}

/** 0…1; grows with both parts. `vectorWeight` is w, 0…1. */
export function relevance({ coverage, cosine }: RelevanceParts, vectorWeight: number): number {
  const keyword = coverage === undefined ? undefined : clamp(coverage);
  const vector = cosine === undefined ? undefined : clamp(cosine);
  if (vector === undefined) return keyword ?? 0;
  if (keyword === undefined) return vector;
  return clamp(vectorWeight * vector + (1 - vectorWeight) * keyword);
}

/**
 * The BM25 score that no chunk can pass: Σ weight · idf over the query's terms. A term that no chunk has counts like the
 * rarest that the collection could have, ln(1 + (N − 0.5) / 1.5) in a collection of N chunks: a question about
 * something that the documents never mention is not covered by its common words.
 */
export function keywordBound(
  terms: readonly { readonly weight: number; readonly idf: number }[],
  chunkCount: number,
): number {
  const rarest = Math.log(1 + Math.max(0, chunkCount - 0.5) / 1.5);
  return terms.reduce((sum, { weight, idf }) => sum + weight * (idf > 0 ? idf : rarest), 0);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
