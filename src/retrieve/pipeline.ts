/**
 * The stages of a retrieval, in their order. Those that say when they are on are off by default, but for deduplication and
 * documents that the query names.
 */
import { diversify } from './combine/diversify.ts';
import {
  deduplicating,
  diversifying,
  diversifyingByMeaning,
  fusing,
  placing,
  reranking,
  scoring,
  selecting,
  withoutReranker,
} from './combine/stages.ts';
import { explaining } from './explain/explain.ts';
import { naming } from './names/search-named.ts';
import { budgeting, expanding, readingHits, readingSources } from './read/stages.ts';
import type { Context, Retrieval, RetrievalStage } from './retrieval.ts';
import { amongPassages, isParent } from './search/among-passages.ts';
import { completing, feedingBack } from './search/complete.ts';
import { searching } from './search/search.ts';
import { amongSections } from './search/within-sections.ts';
import { degraded, runStages } from './stage.ts';
import { routing, understanding } from './understand/stages.ts';

/** What is searched for, and where. */
const understand: readonly RetrievalStage[] = [
  routing, // on where routing is configured
  understanding, // on where a language model is to word the query anew
];

/** Lists by meaning and by words, merged into one. Run again until enough is found. */
const search: readonly RetrievalStage[] = [
  searching, // vectors ‖ a passage ‖ keywords, side by side
  naming, // again within documents that the query names
  completing, // each list with the scores of the others' chunks
  feedingBack, // on with `feedback`
  fusing,
  placing,
];

const combine: readonly RetrievalStage[] = [
  withoutReranker,
  reranking, // on with a reranker
  scoring, // on with recency, weights of types or importance
  diversifyingByMeaning, // on with `mmr`
  diversifying,
  selecting,
];

/** Of one state of the store. */
const read: readonly RetrievalStage[] = [readingHits, expanding, readingSources];

const finish: readonly RetrievalStage[] = [
  explaining, // on with `explain`
  budgeting,
];

/** Runs them all. @throws as `retrieve` does. */
export async function runPipeline(begun: Retrieval, context: Context): Promise<Retrieval> {
  const { parts, signal } = context;
  const understood = await runStages(understand, begun, context);
  const found = await findUnlessNothing(understood, context);
  const chosen = await runStages(combine, ordered(found), context);
  const known = await parts.store.read((reads) => runStages(read, chosen, { ...context, reads }), {
    signal,
  });
  return runStages(finish, known, context);
}

const ordered = (found: Retrieval): Retrieval => ({
  ...found,
  orders: [{ stage: 'fuse', candidates: found.candidates }],
});

/** A filter that was read from the query and leaves nothing is dropped: the query may have meant no condition. */
async function findUnlessNothing(understood: Retrieval, context: Context): Promise<Retrieval> {
  const found = await findEnough(understood, context);
  const { selfFilter, request } = understood;
  if (selfFilter === undefined || found.candidates.length > 0) return found;
  const error = `The filter read from the query was dropped, as nothing matches it: ${JSON.stringify(selfFilter)}`;
  const without = {
    ...understood,
    request: { ...request, filter: context.given.filter },
    selfFilter: undefined,
  };
  return findEnough(degraded(without, 'understand', { error, warning: (reason) => reason }), context);
}

/** Searches at most, each for twice as many chunks as the one before. */
const maxRounds = 8;

/**
 * Searches until `topK` distinct candidates remain, or no search has more to give. Where parents are found with their
 * passages, the search begins again among passages alone; from the top down, these are those of the best sections.
 */
async function findEnough(understood: Retrieval, context: Context): Promise<Retrieval> {
  let from = await runStages([amongSections], understood, context);
  const passages = amongPassages(from.request.filter);
  for (let round = 1; ; round += 1) {
    const found = await runStages(search, from, context);
    if (from.request.filter !== passages && found.candidates.some(({ chunk }) => isParent(chunk))) {
      from = { ...from, request: { ...from.request, filter: passages } };
      continue;
    }
    const distinct = await runStages([deduplicating], found, context);
    const { request, candidates } = distinct;
    const isEnough = diversify(candidates, request).length >= request.topK;
    if (isEnough || !hasMore(distinct) || round === maxRounds) return distinct;
    const limits = { vector: 2 * request.candidates.vector, keyword: 2 * request.candidates.keyword };
    from = { ...from, request: { ...request, candidates: limits } };
  }
}

/** Whether a search found as many as it was to find. */
function hasMore({ legs: { vector, hyde, keyword }, request: { candidates: limits } }: Retrieval): boolean {
  return (
    (vector?.length ?? 0) >= limits.vector ||
    (hyde?.length ?? 0) >= limits.vector ||
    (keyword?.length ?? 0) >= limits.keyword
  );
}
