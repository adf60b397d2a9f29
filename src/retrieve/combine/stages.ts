/** One list of what the searches found, and its order. */
import { type Candidate, rankingScore } from '../candidate.ts';
import { favourNamed } from '../names/named-documents.ts';
import type { RetrievalMode, RetrieveRequest } from '../request.ts';
import { ordered, type Retrieval, type RetrievalStage } from '../retrieval.ts';
import { degraded } from '../stage.ts';
import { deduplicate } from './deduplicate.ts';
import { diversify } from './diversify.ts';
import { fuse } from './fuse.ts';
import { byMarginalRelevance } from './mmr.ts';
import { readCandidates } from './read-candidates.ts';
import { isScored, score } from './score.ts';
import type { StoreReads } from '../../store/store.ts';
import { readContents } from '../read/read-chunks.ts';
import type { Reranker } from '../reranker.ts';

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

interface RerankRun {
  readonly query: string;
  /** Candidates that are read; those behind keep their order. */
  readonly limit: number;
  readonly timeBudgetMs: number;
  readonly signal?: AbortSignal;
}

interface Reranked {
  readonly candidates: Candidate[];
  /** Read, or to be read, and left unscored: the time was over, or the reranker said nothing of them. */
  readonly unscored: number;
}

/**
 * Orders the best candidates by the reranker's scores, those of a named document multiplied by its boost; they become their `relevanceScore`. Those without one rank behind in
 * their former order, and count as no more relevant than the least that has one, so that no threshold keeps them and drops it.
 */
async function rerank(
  { store, reranker }: { readonly store: StoreReads; readonly reranker: Reranker },
  candidates: readonly Candidate[],
  { query, limit, ...options }: RerankRun,
): Promise<Reranked> {
  const read = candidates.slice(0, limit);
  const passages = await readContents(store, read, options);
  const scores = await reranker.rerank(query, passages, options);
  const scored = read.flatMap((candidate, index) => {
    const given = scores[index];
    if (!isScore(given)) return [];
    const rerankScore = Math.min(1, Math.max(0, given));
    return [{ ...candidate, rerankScore, relevanceScore: rerankScore }];
  });
  scored.sort((a, b) => rankingScore(b) - rankingScore(a));
  const lowest = scored.reduce((least, one) => Math.min(least, one.rerankScore), 1);
  const unscored = read.filter((_, index) => !isScore(scores[index]));
  const behind = [...unscored, ...candidates.slice(limit)].map((candidate) => ({
    ...candidate,
    relevanceScore: Math.min(lowest, candidate.relevanceScore),
  }));
  return { candidates: [...scored, ...behind], unscored: unscored.length };
}

/** A model that overflows gives no number, and one of the user's own may give anything. */
const isScore = (given: unknown): given is number => typeof given === 'number' && !Number.isNaN(given);
