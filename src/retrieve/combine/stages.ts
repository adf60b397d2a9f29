/** One list of what the searches found, and its order. */
import type { Candidate } from '../candidate.ts';
import { favourNamed } from '../names/named-documents.ts';
import type { RetrievalMode, RetrieveRequest } from '../request.ts';
import { ordered, type Retrieval, type RetrievalStage } from '../retrieval.ts';
import { degraded } from '../stage.ts';
import { deduplicate } from './deduplicate.ts';
import { diversify } from './diversify.ts';
import { fuse } from './fuse.ts';
import { byMarginalRelevance } from './mmr.ts';
import { readCandidates } from './read-candidates.ts';
import { rerank } from './rerank.ts';
import { isScored, score } from './score.ts';

const countOf = ({ candidates }: Retrieval) => candidates.length;

/** One list of what the searches found, with chunks of documents that the query names moved up. */
export const fusing: RetrievalStage = {
  name: 'fuse',
  run: (retrieval) => {
    const { legs, fusion, named } = retrieval;
    return { ...retrieval, fused: favourNamed(fuse(legs, fusion), named) };
  },
  count: ({ fused }) => fused.length,
};

export const placing: RetrievalStage = {
  name: 'places',
  async run(retrieval, context) {
    const candidates = await readCandidates(retrieval, context);
    return { ...retrieval, candidates };
  },
  count: countOf,
};

export const deduplicating: RetrievalStage = {
  name: 'deduplicate',
  isOn: ({ request }) => request.deduplicate,
  run: (retrieval) => ({ ...retrieval, candidates: deduplicate(retrieval.candidates) }),
  count: countOf,
};

const rerankingModes: ReadonlySet<RetrievalMode> = new Set(['full', 'hybrid', 'vector']);

/** Says so where the call asks for a reranker and there is none. */
export const withoutReranker: RetrievalStage = {
  isOn: ({ request }, { parts }) => request.rerank?.isAskedFor === true && parts.reranker === undefined,
  run: (retrieval) =>
    degraded(retrieval, 'rerank', {
      error: 'A reranker is not configured (reranking.model)',
      warning: (reason) => `${reason}: the order is that of the searches`,
    }),
};

export const reranking: RetrievalStage = {
  name: 'rerank',
  isOn: ({ request: { mode, rerank: limits } }, { parts }) =>
    parts.reranker !== undefined && limits !== undefined && rerankingModes.has(mode),
  async run(retrieval, { parts: { store, reranker }, signal }) {
    const { request, query, candidates } = retrieval;
    const { candidates: limit, timeBudgetMs } = request.rerank as NonNullable<RetrieveRequest['rerank']>;
    const run = { query, limit, timeBudgetMs, ...(signal && { signal }) };
    const reranked = await rerank({ store, reranker: reranker! }, candidates, run);
    const order = ordered(retrieval, 'rerank', reranked.candidates);
    if (reranked.unscored === 0) return order;
    const read = Math.min(limit, candidates.length);
    return degraded(order, 'rerank', {
      error: `The reranker scored ${read - reranked.unscored} of ${read} hits`,
      warning: (reason) => `${reason}; the others rank behind, as they were found.`,
    });
  },
  count: countOf,
  failure: 'Reranking failed, the order is that of the searches',
};

export const scoring: RetrievalStage = {
  name: 'score',
  isOn: ({ request }) => isScored(request.scoring),
  async run(retrieval, { parts }) {
    const { request, candidates } = retrieval;
    return ordered(retrieval, 'score', await score(parts.store, candidates, request));
  },
  count: countOf,
  failure: 'Dates and types of documents were not counted',
};

export const diversifyingByMeaning: RetrievalStage = {
  name: 'mmr',
  isOn: ({ request }) => request.mmr < 1,
  async run(retrieval, { parts }) {
    const { request, candidates } = retrieval;
    const placed = await byMarginalRelevance(parts.store, candidates, request.mmr);
    const order = placed.map(({ candidate }) => candidate);
    return { ...ordered(retrieval, 'mmr', order), placed };
  },
  count: countOf,
  failure: 'Hits that are alike were not put apart',
};

export const diversifying: RetrievalStage = {
  name: 'diversify',
  run: (retrieval) => {
    const { request, candidates } = retrieval;
    return ordered(retrieval, 'diversify', diversify(candidates, request.maxChunksPerDocument));
  },
  count: countOf,
};

/** The first `topK` candidates whose `relevanceScore` reaches the threshold. */
export const selecting: RetrievalStage = {
  name: 'select',
  run: (retrieval) => {
    const { request, candidates, warnings } = retrieval;
    const { topK, scoreThreshold = 0 } = request;
    const reaching = candidates.filter(({ relevanceScore }) => relevanceScore >= scoreThreshold);
    return {
      ...retrieval,
      candidates: reaching.slice(0, topK),
      warnings: [...warnings, ...belowThreshold(candidates, request)],
    };
  },
  count: countOf,
};

/** Where no candidate reaches the threshold: the caller may have meant another one. */
function belowThreshold(
  candidates: readonly Pick<Candidate, 'relevanceScore'>[],
  { scoreThreshold = 0 }: Pick<RetrieveRequest, 'scoreThreshold'>,
): string[] {
  const best = candidates.reduce((highest, { relevanceScore }) => Math.max(highest, relevanceScore), 0);
  if (candidates.length === 0 || best >= scoreThreshold) return [];
  const hits = candidates.length === 1 ? '1 hit is' : `${candidates.length} hits are`;
  return [`${hits} below scoreThreshold ${scoreThreshold}, the best has ${twoPlaces(best)}`];
}

/** Rounded down, so that what is below a threshold does not look as if it reached it; 100 × 0.29 is a little less than 29. */
const twoPlaces = (relevance: number) => (Math.floor(100 * relevance + 1e-9) / 100).toFixed(2);
