import type { Embedder } from '../embed/embedder.ts';
import type { RetrieveResponse, Hit } from '../types.ts';
import { amongPassages, isParent } from './among-passages.ts';
import { fillBudget } from './budget.ts';
import type { Candidate } from './candidate.ts';
import { deduplicate } from './deduplicate.ts';
import { diversify } from './diversify.ts';
import { expand } from './expand.ts';
import { fuse } from './fuse.ts';
import type { RetrieveParts } from './parts.ts';
import { readCandidates } from './read-candidates.ts';
import type { RetrievalMode, RetrieveRequest } from './request.ts';
import { rerank } from './rerank.ts';
import type { Reranker } from './reranker.ts';
import { route, type Routing } from './route.ts';
import { search, type SearchResult } from './search.ts';
import { select } from './select.ts';
import { isScored, score } from './score.ts';
import { describeSource, groupByDocument, groupHits } from './sources.ts';
import { StageClock } from './stage-clock.ts';
import { withinSections } from './within-sections.ts';
import { documentReference } from '../util/document-key.ts';

const rerankingModes: ReadonlySet<RetrievalMode> = new Set(['full', 'hybrid', 'vector']);

/**
 * The stages of a retrieval in order: route → sections (from the top down) → search vectors ‖ keywords → fuse → read → deduplicate → rerank → score → diversify →
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
  const query = normaliseQuery(given.query);
  const routed = given.routing && (await findRoute(parts, given.routing, { ...given, query, clock }));
  const request = routed ? { ...given, collections: routed.route.collections } : given;
  const { found, distinct } = await findEnough(parts, request, { query, clock });
  const warnings = [...(routed?.warnings ?? []), ...found.warnings];
  const candidates = await rankCandidates(parts, request, { query, clock, distinct, warnings });
  const ranked = await clock.run('select', () => select(candidates, request), countOf);
  const { passages, omitted } = await readPassages(parts, request, { ranked, clock });
  const documents = await clock.run('sources', () => groupByDocument(parts.store, ranked), countOf);
  request.signal?.throwIfAborted();
  return {
    query: request.query,
    queries: { standard: query, terms: [...found.terms], filter: request.rawFilter, route: routed?.route },
    hits: ranked,
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: request.groupByDocument ? groupHits(documents) : [],
    stats: clock.stats(),
    warnings,
  };
}

async function findRoute(
  { store, languageModel }: RetrieveParts,
  routing: Routing,
  { query, clock, signal }: FindRun & Pick<RetrieveRequest, 'signal'>,
) {
  const choose = async () => {
    const existing = new Set((await store.collections()).map(({ name }) => name));
    return route(query, routing, { existing, languageModel, signal });
  };
  return clock.run('route', choose, ({ route: { collections } }) => collections.length);
}

function normaliseQuery(query: string): string {
  return query.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

const countOf = (list: readonly unknown[]) => list.length;

/** Searches at most, each for twice as many chunks as the one before. */
const maxRounds = 8;

interface FindRun {
  readonly query: string;
  readonly clock: StageClock;
}

/**
 * Searches until `topK` distinct candidates remain, or no search has more to give. Where parents are found with their
 * passages, the search begins again among passages alone; from the top down, these are those of the best sections.
 */
async function findEnough(parts: RetrieveParts, request: RetrieveRequest, run: FindRun) {
  const remembering = { ...parts, embedderFor: embedOnce(parts.embedderFor) };
  let { candidates: limits, filter } = request;
  const isTopDown = request.sections > 0;
  const passages = isTopDown ? await withinSections(remembering, request, run) : amongPassages(filter);
  if (isTopDown) filter = passages;
  for (let round = 1; ; round += 1) {
    const found = await search(remembering, { ...request, filter, candidates: limits }, run);
    const all = await readFound(parts, request, { clock: run.clock, found });
    if (filter !== passages && all.some(({ chunk }) => isParent(chunk))) {
      filter = passages;
      continue;
    }
    const distinct = request.deduplicate
      ? await run.clock.run('deduplicate', () => deduplicate(all), countOf)
      : all;
    const isFull =
      (found.legs.vector?.length ?? 0) >= limits.vector ||
      (found.legs.keyword?.length ?? 0) >= limits.keyword;
    const isEnough = diversify(distinct, request).length >= request.topK;
    if (isEnough || !isFull || round === maxRounds) return { found, distinct };
    limits = { vector: 2 * limits.vector, keyword: 2 * limits.keyword };
  }
}

/** Asks each embedder for the query's vector once, however often it is searched with. */
function embedOnce(embedderFor: RetrieveParts['embedderFor']): RetrieveParts['embedderFor'] {
  const embedded = new Map<string, Promise<Float32Array[]>>();
  return async (collection) => {
    const embedder = await embedderFor(collection);
    const { modelId, dimensions, maxTokens } = embedder;
    const embed: Embedder['embed'] = (texts, options) => {
      const vectors = embedded.get(modelId) ?? embedder.embed(texts, options);
      embedded.set(modelId, vectors);
      return vectors;
    };
    return { modelId, dimensions, maxTokens, embed, vectorWeight: embedder.vectorWeight?.bind(embedder) };
  };
}

async function readFound(
  parts: RetrieveParts,
  { fusion: wanted }: RetrieveRequest,
  { clock, found }: { clock: StageClock; found: SearchResult },
): Promise<Candidate[]> {
  const fusion = { ...wanted, vectorWeight: found.vectorWeight };
  const fused = await clock.run('fuse', () => fuse(found.legs, fusion), countOf);
  const relevance = { legs: found.legs, vectorWeight: found.vectorWeight };
  return clock.run('read', () => readCandidates(parts.store, fused, relevance), countOf);
}

interface RankRun extends FindRun {
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
  return clock.run('diversify', () => diversify(candidates, request), countOf);
}

interface RerankingRun extends FindRun {
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
