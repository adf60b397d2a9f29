import type { RetrieveResponse, Hit } from '../types.ts';
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
import { search } from './search.ts';
import { select } from './select.ts';
import { describeSource, groupHits, readDocuments } from './sources.ts';
import { StageClock } from './stage-clock.ts';

const rerankingModes: ReadonlySet<RetrievalMode> = new Set(['full', 'hybrid', 'vector']);

/**
 * The stages of a retrieval in order: search vectors ‖ keywords → fuse → read → deduplicate → rerank → diversify →
 * select → expand → budget → sources. A search or a reranker that fails is left out and named in `warnings`; the result is
 * never empty while one search has hits. The same data and request give the same response, times aside.
 *
 * @throws CollectionNotFoundError; EmbeddingModelMismatchError when the query would be embedded with another model
 *   than a collection; the search's error when every search fails; the signal's reason on abort.
 */
export async function retrieve(parts: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  const clock = new StageClock();
  request.signal?.throwIfAborted();
  const query = normaliseQuery(request.query);
  const found = await search(parts, request, { query, clock });
  const warnings = [...found.warnings];
  const candidates = await rankCandidates(parts, request, { query, clock, found, warnings });
  const ranked = await clock.run('select', () => select(candidates, request), countOf);
  const { passages, omitted } = await readPassages(parts, request, { ranked, clock });
  const documents = await clock.run('sources', () => readDocuments(parts.store, ranked), countOf);
  request.signal?.throwIfAborted();
  return {
    query: request.query,
    queries: { standard: query, terms: [...found.terms], filter: request.rawFilter },
    hits: ranked,
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: request.groupByDocument ? groupHits(documents) : [],
    stats: clock.stats(),
    warnings,
  };
}

function normaliseQuery(query: string): string {
  return query.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

const countOf = (list: readonly unknown[]) => list.length;

interface RankRun {
  readonly query: string;
  readonly clock: StageClock;
  readonly found: Awaited<ReturnType<typeof search>>;
  readonly warnings: string[];
}

async function rankCandidates(
  parts: RetrieveParts,
  request: RetrieveRequest,
  { query, clock, found, warnings }: RankRun,
): Promise<Candidate[]> {
  const { fusion, signal } = request;
  const fused = await clock.run('fuse', () => fuse(found.legs, fusion), countOf);
  const relevance = { legs: found.legs, vectorWeight: fusion.vectorWeight };
  let candidates = await clock.run('read', () => readCandidates(parts.store, fused, relevance), countOf);
  if (request.deduplicate) {
    const all = candidates;
    candidates = await clock.run('deduplicate', () => deduplicate(all), countOf);
  }
  const { reranker } = parts;
  if (reranker && request.rerank && rerankingModes.has(request.mode)) {
    const all = candidates;
    const reranked = clock.run('rerank', () => rerank(reranker, all, { query, signal }), countOf);
    candidates = await reranked.catch((error: unknown) => {
      signal?.throwIfAborted();
      warnings.push(`Reranking failed, the order is that of the searches: ${messageOf(error)}`);
      return all;
    });
  }
  return clock.run('diversify', () => diversify(candidates, request), countOf);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readPassages(
  { store, countTokens }: RetrieveParts,
  { contextWindow, tokenBudget }: RetrieveRequest,
  { ranked, clock }: { ranked: readonly Hit[]; clock: StageClock },
) {
  const windows = await clock.run(
    'expand',
    () => expand(store, ranked, contextWindow),
    (hits) => hits.reduce((sum, { chunks }) => sum + chunks.length, 0),
  );
  const documentText = async ({ collection, chunk }: Hit) =>
    (await store.content(collection, chunk.documentId))?.text;
  return clock.run(
    'budget',
    () => fillBudget(windows, { tokenBudget, countTokens, documentText }),
    ({ passages }) => passages.length,
  );
}
