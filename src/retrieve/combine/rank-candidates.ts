import { diversify } from './diversify.ts';
import type { Candidate } from '../candidate.ts';
import { byMarginalRelevance, type Placed } from './mmr.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrievalMode, RetrieveRequest } from '../request.ts';
import { rerank } from './rerank.ts';
import type { Reranker } from '../reranker.ts';
import { isScored, score } from './score.ts';
import type { StageClock } from '../stage-clock.ts';

const rerankingModes: ReadonlySet<RetrievalMode> = new Set(['full', 'hybrid', 'vector']);

export interface RankRun {
  readonly parts: RetrieveParts;
  readonly request: RetrieveRequest;
  readonly query: string;
  readonly clock: StageClock;
  readonly warnings: string[];
}

/** The candidates as a stage left them, best first. */
interface Order {
  readonly stage: 'fuse' | 'rerank' | 'score' | 'mmr' | 'diversify';
  readonly candidates: readonly Candidate[];
}

export interface Ranking {
  readonly candidates: readonly Candidate[];
  /** Of the stages that ran, in their order; the first is that of the searches. */
  readonly orders: readonly Order[];
  /** What `mmr` compared each candidate with; nothing where it did not run. */
  readonly placed: readonly Placed[];
}

/** Rerank → score → mmr → diversify, as far as they are asked for. One that fails is named in `warnings` and changes nothing. */
export async function rankCandidates(distinct: readonly Candidate[], run: RankRun): Promise<Ranking> {
  const { parts, request, clock, warnings } = run;
  const { scoring, now, mmr, signal } = request;
  let candidates = distinct;
  let placed: readonly Placed[] = [];
  const orders: Order[] = [{ stage: 'fuse', candidates }];
  const pass = async (
    stage: Order['stage'],
    order: () => readonly Candidate[] | Promise<readonly Candidate[]>,
    failure: string,
  ) => {
    try {
      candidates = await clock.run(stage, order, countOf);
      orders.push({ stage, candidates });
    } catch (error) {
      signal?.throwIfAborted();
      warnings.push(`${failure}: ${clock.degrade(stage, error)}`);
    }
  };
  if (request.rerank?.isAskedFor && parts.reranker === undefined) {
    const reason = clock.degrade('rerank', 'A reranker is not configured (reranking.model)');
    warnings.push(`${reason}: the order is that of the searches`);
  }
  const reranking = rerankingOf(run);
  if (reranking) {
    const order = () => rerankWithin(candidates, reranking, run);
    await pass('rerank', order, 'Reranking failed, the order is that of the searches');
  }
  if (isScored(scoring)) {
    const order = () => score(parts.store, candidates, { scoring, now });
    await pass('score', order, 'Dates and types of documents were not counted');
  }
  if (mmr < 1) {
    const order = async () => {
      placed = await byMarginalRelevance(parts.store, candidates, mmr);
      return placed.map(({ candidate }) => candidate);
    };
    await pass('mmr', order, 'Hits that are alike were not put apart');
  }
  const diversified = await clock.run('diversify', () => diversify(candidates, request), countOf);
  orders.push({ stage: 'diversify', candidates: diversified });
  return { candidates: diversified, orders, placed };
}

const countOf = (list: readonly unknown[]) => list.length;

interface Reranking {
  readonly reranker: Reranker;
  readonly limits: NonNullable<RetrieveRequest['rerank']>;
}

function rerankingOf({ parts: { reranker }, request }: RankRun): Reranking | undefined {
  const { mode, rerank: limits } = request;
  return reranker && limits && rerankingModes.has(mode) ? { reranker, limits } : undefined;
}

async function rerankWithin(
  candidates: readonly Candidate[],
  { reranker, limits: { candidates: limit, timeBudgetMs } }: Reranking,
  { parts: { store }, request: { signal }, query, clock, warnings }: RankRun,
): Promise<readonly Candidate[]> {
  const reranked = await rerank({ store, reranker }, candidates, { query, limit, timeBudgetMs, signal });
  if (reranked.unscored > 0) {
    const read = Math.min(limit, candidates.length);
    const scored = `The reranker scored ${read - reranked.unscored} of ${read} hits`;
    warnings.push(`${clock.degrade('rerank', scored)}; the others rank behind, as they were found.`);
  }
  return reranked.candidates;
}
