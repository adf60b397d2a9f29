import type { RetrieveResponse, Hit } from '../types.ts';
import { fillBudget } from './read/budget.ts';
import { documentKeyOf } from './candidate.ts';
import { describeRetrieval } from './explain/describe-retrieval.ts';
import { explainHits } from './explain/explain.ts';
import { findEnough } from './search/find-enough.ts';
import { belowThreshold, beyondBudget } from './read/nothing-left.ts';
import { orInstead } from './or-instead.ts';
import type { RetrieveParts } from './parts.ts';
import { prepareQuery, type PreparedQuery } from './understand/prepare-query.ts';
import { rankCandidates } from './combine/rank-candidates.ts';
import type { RetrieveRequest } from './request.ts';
import { readFound } from './read/read-found.ts';
import { select } from './combine/select.ts';
import { describeSource, groupByDocument, groupHits } from './read/sources.ts';
import { StageClock } from './stage-clock.ts';
import { redactionField } from '../util/telemetry/operation.ts';
import { unlessAborted } from '../util/unless-aborted.ts';

/**
 * The stages of a retrieval in order: route → understand → sections (from the top down) → search vectors ‖ keywords →
 * again in documents that the query names → fuse → places → deduplicate → rerank → score → diversify → select → (read → expand →
 * sources, of one state) → budget. A search or a reranker that fails is left out and named in `warnings`; the result is never empty while one
 * search has hits. Where duplicates and the limit for a document leave fewer than `topK`, more is searched for. The same
 * data and request give the same response, times and what they cut short aside.
 *
 * @throws CollectionNotFoundError; EmbeddingModelMismatchError when the query would be embedded with another model
 *   than a collection; the search's error when every search fails; the signal's reason on abort.
 */
export function retrieve(parts: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  // A part that does not heed the signal is waited for no longer; what it gives late is not used.
  return unlessAborted(runStages(parts, request), request.signal);
}

async function runStages(parts: RetrieveParts, given: RetrieveRequest): Promise<RetrieveResponse> {
  given.signal?.throwIfAborted();
  const clock = new StageClock(given.signal);
  const prepared = await prepareQuery(parts, given, clock);
  const { query } = prepared;
  const warnings = [...prepared.warnings];
  const { request, found, limits, distinct, selfFilter } = await findUnlessNothing(parts, given, {
    prepared,
    clock,
    warnings,
  });
  warnings.push(...found.warnings);
  const ranking = await rankCandidates(distinct, { parts, request, query, clock, warnings });
  warnings.push(...belowThreshold(ranking.candidates, request));
  const chosen = await clock.run('select', () => select(ranking.candidates, request), countOf);
  const read = await readFound(parts, chosen, { request, clock });
  warnings.push(...read.warnings);
  const explained = { request, query, keywords: prepared.keywords, found, limits, ranking, selfFilter };
  const { signal, tokenBudget } = request;
  const explain = () => clock.run('explain', () => explainHits(parts.store, read, explained), countOf);
  const unexplained = {
    stage: 'explain',
    clock,
    instead: () => read.hits,
    failure: 'Hits are not explained',
    warnings,
    signal,
  };
  const ranked = request.explain ? await orInstead(explain, unexplained) : read.hits;
  const documentText = async (hit: Hit) => read.texts.get(documentKeyOf(hit));
  const budget = { tokenBudget, countTokens: parts.countTokens, documentText, signal };
  const { passages, omitted } = await clock.run(
    'budget',
    () => fillBudget(read.windows, budget),
    (filled) => filled.passages.length,
  );
  warnings.push(...beyondBudget(ranked, passages, { ...parts, ...request }));
  const documents = groupByDocument(read.documents, ranked);
  request.signal?.throwIfAborted();
  const queries = {
    standard: query,
    terms: [...found.terms],
    ...(found.expansions.length > 0 ? { expansions: [...found.expansions] } : {}),
    hyde: prepared.hyde,
    filter: given.rawFilter,
    selfFilter: prepared.selfFilter,
    route: prepared.route,
  };
  return {
    query: request.query,
    success: clock.degraded.length === 0,
    degraded: [...clock.degraded],
    queries,
    hits: [...ranked],
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: request.groupByDocument ? groupHits(documents) : [],
    stats: { ...clock.stats(), ...redactionField() },
    ...(request.explain && { explanation: describeRetrieval(parts, explained, queries) }),
    warnings,
  };
}

/** A filter that was read from the query and leaves nothing is dropped: the query may have meant no condition. */
async function findUnlessNothing(
  parts: RetrieveParts,
  given: RetrieveRequest,
  { prepared, clock, warnings }: { prepared: PreparedQuery; clock: StageClock; warnings: string[] },
) {
  const { request, query, keywords, hyde, selfFilter } = prepared;
  const run = { query, keywords, hyde, clock };
  const degradedBefore = clock.degraded.length;
  const first = await findEnough(parts, request, run);
  if (selfFilter === undefined || first.distinct.length > 0) return { request, selfFilter, ...first };
  const dropped = `The filter read from the query was dropped, as nothing matches it: ${JSON.stringify(selfFilter)}`;
  clock.forgetDegraded(degradedBefore);
  warnings.push(clock.degrade('understand', dropped));
  const without = { ...request, filter: given.filter };
  const again = await findEnough(parts, without, run);
  return { request: without, selfFilter: undefined, ...again };
}

const countOf = (list: readonly unknown[]) => list.length;
