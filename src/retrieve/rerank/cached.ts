import { sha256 } from '../../util/ids/hash.ts';
import { Recent } from '../../util/recent.ts';
import type { Reranker } from '../reranker.ts';

/** Pairs of query and passage that are remembered; some hundred bytes each. */
const mostPairs = 20_000;

/**
 * The same reranker, which asks for no pair twice. What was left unscored is asked for again, but for what stands behind the
 * first `mostPassages`, which the reranker does not read.
 */
export function cached(reranker: Reranker, mostPassages = Infinity): Reranker {
  const known = new Recent<number>(mostPairs);
  return {
    modelId: reranker.modelId,
    async rerank(query, passages, options) {
      options?.signal?.throwIfAborted();
      const keys = passages.map((passage) => sha256(JSON.stringify([query, passage])));
      const scores = keys.map((key) => known.get(key));
      const isMissing = (index: number) => index < mostPassages && scores[index] === undefined;
      const missing = [...keys.keys()].filter(isMissing);
      if (missing.length === 0) return scores;
      const asked = await reranker.rerank(
        query,
        missing.map((index) => passages[index]!),
        options,
      );
      for (const [place, index] of missing.entries()) {
        const score = asked[place];
        scores[index] = score;
        if (score !== undefined) known.set(keys[index]!, score);
      }
      return scores;
    },
  };
}
