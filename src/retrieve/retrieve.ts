import type { RetrieveResponse, Hit } from '../types.ts';
import { fillBudget } from './budget.ts';
import type { Candidate } from './candidate.ts';
import { diversify } from './diversify.ts';
import { expand } from './expand.ts';
import { findEnough } from './find-enough.ts';
import { byMarginalRelevance } from './mmr.ts';
import type { RetrieveParts } from './parts.ts';
import { prepareQuery, type PreparedQuery } from './prepare-query.ts';
import type { RetrievalMode, RetrieveRequest } from './request.ts';
import { rerank } from './rerank.ts';
import type { Reranker } from './reranker.ts';
import { isScored, score } from './score.ts';
import { select } from './select.ts';
import { describeSource, groupByDocument, groupHits } from './sources.ts';
import { StageClock } from './stage-clock.ts';
import { documentReference } from '../util/document-key.ts';

const rerankingModes: ReadonlySet<RetrievalMode> = new Set(['full', 'hybrid', 'vector']);

/**
 * The stages of a retrieval in order: route → understand → sections (from the top down) → search vectors ‖ keywords → fuse → read → deduplicate → rerank → score → diversify →
 * select → expand → budget → sources. A search or a reranker that fails is left out and named in `warnings`; the result is
 * never empty while one search has hits. Where duplicates and the limit for a document leave fewer than `topK`, more is
 * searched for. The same data and request give the same response, times aside.
 *
 * @throws CollectionNotFoundError; EmbeddingModelMismatchError when the query would be embedded with another model
 *   than a collection; the search's error when every search fails; the signal's reason on abort.
 */
export async function retrieve(parts: RetrieveParts, given: RetrieveRequest): Promise<RetrieveResponse> {
  const clock = new StageClock();
  given.signal?.throwIfAborted();
  const prepared = await prepareQuery(parts, given, clock);
  const { query, hyde } = prepared;
  const warnings = [...prepared.warnings];
  const { request, found, distinct } = await findUnlessNothing(parts, given, { prepared, clock, warnings });
  warnings.push(...found.warnings);
  const candidates = await rankCandidates(parts, request, { query, clock, distinct, warnings });
  const ranked = await clock.run('select', () => select(candidates, request), countOf);
  const { passages, omitted } = await readPassages(parts, request, { ranked, clock });
  const documents = await clock.run('sources', () => groupByDocument(parts.store, ranked), countOf);
  request.signal?.throwIfAborted();
  return {
    query: request.query,
    queries: {
      standard: query,
      terms: [...found.terms],
      hyde,
      filter: given.rawFilter,
      selfFilter: prepared.selfFilter,
      route: prepared.route,
    },
    hits: ranked,
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: request.groupByDocument ? groupHits(documents) : [],
    stats: clock.stats(),
    warnings,
  };
}

/** A filter that was read from the query and leaves nothing is dropped: the query may have meant no condition. */
async function findUnlessNothing(
  parts: RetrieveParts,
  given: RetrieveRequest,
  { prepared, clock, warnings }: { prepared: PreparedQuery; clock: StageClock; warnings: string[] },
) {
  const { request, query, hyde, selfFilter } = prepared;
  const first = await findEnough(parts, request, { query, hyde, clock });
  if (selfFilter === undefined || first.distinct.length > 0) return { request, ...first };
  warnings.push(
    `The filter read from the query was dropped, as nothing matches it: ${JSON.stringify(selfFilter)}`,
  );
  const without = { ...request, filter: given.filter };
  return { request: without, ...(await findEnough(parts, without, { query, hyde, clock })) };
}

const countOf = (list: readonly unknown[]) => list.length;

interface RankRun {
  readonly query: string;
  readonly clock: StageClock;
  readonly distinct: readonly Candidate[];
  readonly warnings: string[];
}

async function rankCandidates(
  parts: RetrieveParts,
  request: RetrieveRequest,
  { query, clock, distinct, warnings }: RankRun,
): Promise<Candidate[]> {
  const reranker = rerankingModes.has(request.mode) ? parts.reranker : undefined;
  let candidates =
    reranker && request.rerank
      ? await rerankOr(distinct, {
          reranker,
          limits: request.rerank,
          query,
          clock,
          warnings,
          signal: request.signal,
        })
      : distinct;
  const { scoring, now } = request;
  if (isScored(scoring)) {
    candidates = await clock.run('score', () => score(parts.store, candidates, { scoring, now }), countOf);
  }
  const { mmr, signal } = request;
  const spread =
    mmr === 1 ? candidates : await spreadOr(candidates, { store: parts.store, mmr, clock, warnings, signal });
  return clock.run('diversify', () => diversify(spread, request), countOf);
}

interface SpreadRun {
  readonly store: RetrieveParts['store'];
  readonly mmr: number;
  readonly clock: StageClock;
  readonly warnings: string[];
  readonly signal: AbortSignal | undefined;
}

/** The order as it was where the vectors cannot be read. */
async function spreadOr(
  candidates: readonly Candidate[],
  { store, mmr, clock, warnings, signal }: SpreadRun,
): Promise<readonly Candidate[]> {
  try {
    const placed = await clock.run('mmr', () => byMarginalRelevance(store, candidates, mmr), countOf);
    return placed.map(({ candidate }) => candidate);
  } catch (error) {
    signal?.throwIfAborted();
    warnings.push(`Hits that are alike were not put apart: ${messageOf(error)}`);
    return candidates;
  }
}

interface RerankingRun {
  readonly query: string;
  readonly clock: StageClock;
  readonly reranker: Reranker;
  readonly limits: NonNullable<RetrieveRequest['rerank']>;
  readonly warnings: string[];
  readonly signal: AbortSignal | undefined;
}

/** The order of the searches where the reranker fails. */
async function rerankOr(
  distinct: readonly Candidate[],
  { reranker, limits, query, clock, warnings, signal }: RerankingRun,
): Promise<readonly Candidate[]> {
  const { candidates: limit, timeBudgetMs } = limits;
  const run = () => rerank(reranker, distinct, { query, limit, timeBudgetMs, signal });
  try {
    const { candidates, unscored } = await clock.run('rerank', run, (reranked) => reranked.candidates.length);
    if (unscored > 0) {
      const read = Math.min(limit, distinct.length);
      warnings.push(
        `The reranker scored ${read - unscored} of ${read} hits; the others rank behind, as they were found.`,
      );
    }
    return candidates;
  } catch (error) {
    signal?.throwIfAborted();
    warnings.push(`Reranking failed, the order is that of the searches: ${messageOf(error)}`);
    return distinct;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readPassages(
  { store, countTokens }: RetrieveParts,
  { contextWindow, sentenceWindow, tokenBudget }: RetrieveRequest,
  { ranked, clock }: { ranked: readonly Hit[]; clock: StageClock },
) {
  const windows = await clock.run(
    'expand',
    () => expand(store, ranked, { contextWindow, sentenceWindow }),
    (read) => read.reduce((sum, { steps }) => sum + Math.max(1, steps.at(-1)?.length ?? 0), 0),
  );
  const documentText = async ({ collection, chunk }: Hit) =>
    (await store.content(collection, documentReference(chunk)))?.text;
  return clock.run(
    'budget',
    () => fillBudget(windows, { tokenBudget, countTokens, documentText }),
    ({ passages }) => passages.length,
  );
}
