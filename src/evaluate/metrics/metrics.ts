/**
 * Ranking metrics as trec_eval defines them, for one query. `ranking` holds document ids, best first, each at
 * most once; `judgments` holds the grades of the judged documents: 0 or less is not relevant, and a document
 * without a judgment counts as grade 0.
 *
 * @see https://github.com/usnistgov/trec_eval
 */
export type Judgments = ReadonlyMap<string, number>;

/**
 * `ndcg_cut.k`: Σ grade / log2(rank + 1) over the first k, divided by the same sum for the ideal order of all
 * judged documents. 0…1; 0 when nothing is relevant.
 */
export function ndcgAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  const gains = ranking.map((id) => gainOf(judgments, id));
  const ideal = [...judgments.values()].sort((a, b) => b - a);
  const best = discountedGain(k, ideal);
  return best === 0 ? 0 : discountedGain(k, gains) / best;
}

/** `recall.k`: share of the relevant documents among the first k. 0…1; 0 when nothing is relevant. */
export function recallAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  const relevant = countRelevant([...judgments.keys()], judgments);
  return relevant === 0 ? 0 : countRelevant(ranking.slice(0, k), judgments) / relevant;
}

/** `P.k`: share of relevant documents among the first k; a ranking shorter than k counts as filled up with irrelevant ones. 0…1. */
export function precisionAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  return countRelevant(ranking.slice(0, k), judgments) / k;
}

/** `success.k`, also called hit rate: 1 when a relevant document is among the first k, else 0. */
export function successAt(k: number, ranking: readonly string[], judgments: Judgments): number {
  return countRelevant(ranking.slice(0, k), judgments) > 0 ? 1 : 0;
}

/**
 * `map`: Σ precision at the rank of each relevant document found, divided by the number of relevant documents,
 * found or not. 0…1; 0 when nothing is relevant. Its mean over queries is MAP.
 */
export function averagePrecision(ranking: readonly string[], judgments: Judgments): number {
  const relevant = countRelevant([...judgments.keys()], judgments);
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranking.entries()) {
    if (gainOf(judgments, id) === 0) continue;
    found += 1;
    sum += found / (index + 1);
  }
  return relevant === 0 ? 0 : sum / relevant;
}

/** `recip_rank`: 1 / rank of the first relevant document, 0 when there is none. Its mean over queries is MRR. */
export function reciprocalRank(ranking: readonly string[], judgments: Judgments): number {
  const first = ranking.findIndex((id) => gainOf(judgments, id) > 0);
  return first === -1 ? 0 : 1 / (first + 1);
}

/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that a share of the values does not pass: 0.5 is the median, 0.95 the p95 (nearest rank); NaN of nothing. */
export function quantile(share: number, values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

function gainOf(judgments: Judgments, id: string): number {
  return Math.max(0, judgments.get(id) ?? 0);
}

function countRelevant(ids: readonly string[], judgments: Judgments): number {
  return ids.filter((id) => gainOf(judgments, id) > 0).length;
}

function discountedGain(k: number, gains: readonly number[]): number {
  return gains.slice(0, k).reduce((sum, gain, index) => sum + Math.max(0, gain) / Math.log2(index + 2), 0);
}
