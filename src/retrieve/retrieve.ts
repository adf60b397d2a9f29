import type { RetrieveResponse } from '../types.ts';
import type { Embedder } from '../embed/embedder.ts';
import { membersOf } from '../util/members-of.ts';
import { redactionField } from '../util/telemetry/operation.ts';
import { unlessAborted } from '../util/unless-aborted.ts';
import { describeRetrieval } from './explain/describe-retrieval.ts';
import type { RetrieveParts } from './parts.ts';
import { runPipeline } from './pipeline.ts';
import { describeSource, groupByDocument, groupHits } from './read/sources.ts';
import type { RetrieveRequest } from './request.ts';
import { beginRetrieval, type Context, type Retrieval } from './retrieval.ts';
import { StageClock } from './stage.ts';

/**
 * Runs the stages of a retrieval (`pipeline.ts`). A search or a reranker that fails is left out and named in `warnings`; the
 * result is never empty while one search has hits. Where duplicates and the limit for a document leave fewer than `topK`,
 * more is searched for. The same data and request give the same response, times and what they cut short aside.
 *
 * @throws CollectionNotFoundError; EmbeddingModelMismatchError when the query would be embedded with another model
 *   than a collection; the search's error when every search fails; the signal's reason on abort.
 */
export function retrieve(parts: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  // A part that does not heed the signal is waited for no longer; what it gives late is not used.
  return unlessAborted(runAndDescribe(parts, request), request.signal);
}

async function runAndDescribe(given: RetrieveParts, request: RetrieveRequest): Promise<RetrieveResponse> {
  const { signal } = request;
  signal?.throwIfAborted();
  const parts = { ...given, embedderFor: embedOnce(given.embedderFor) };
  const clock = new StageClock(signal);
  const context = { parts, given: request, clock, signal, reads: parts.store };
  const retrieval = await runPipeline(beginRetrieval(request), context);
  signal?.throwIfAborted();
  return responseOf(retrieval, context);
}

function responseOf(retrieval: Retrieval, { parts, given, clock }: Context): RetrieveResponse {
  const { results, hits, passages, omitted, warnings, degraded } = retrieval;
  const { terms = [], expansions = [] } = results.keyword ?? {};
  const documents = groupByDocument(retrieval.documents, hits);
  const queries = {
    standard: retrieval.query,
    terms: [...terms],
    ...(expansions.length > 0 ? { expansions: [...expansions] } : {}),
    hyde: retrieval.hyde,
    filter: given.rawFilter,
    selfFilter: retrieval.readFilter,
    route: retrieval.route,
  };
  return {
    query: given.query,
    success: degraded.length === 0,
    degraded: [...degraded],
    queries,
    hits: [...hits],
    passages: [...passages],
    omitted: [...omitted],
    sources: documents.map(describeSource),
    groups: given.groupByDocument ? groupHits(documents) : [],
    stats: { ...clock.stats(), ...redactionField() },
    ...(given.explain && { explanation: describeRetrieval(parts, retrieval, queries) }),
    warnings: [...warnings],
  };
}

/** Asks each embedder for the vectors of the same texts once, however often they are searched with. */
function embedOnce(embedderFor: RetrieveParts['embedderFor']): RetrieveParts['embedderFor'] {
  const embedded = new Map<string, Promise<Float32Array[]>>();
  return async (collection) => {
    const embedder = await embedderFor(collection);
    const embed: Embedder['embed'] = (texts, options) => {
      const key = JSON.stringify([embedder.modelId, options.role, texts]);
      const vectors = embedded.get(key) ?? embedder.embed(texts, options);
      embedded.set(key, vectors);
      return vectors;
    };
    return { ...membersOf(embedder), embed };
  };
}
