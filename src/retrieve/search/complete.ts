import type { Collection } from '../../types.ts';
import { ByChunk } from '../candidate.ts';
import { fuse, type FuseOptions } from '../combine/fuse.ts';
import type { FusionOptions } from '../request.ts';
import type { Context, Retrieval, RetrievalStage } from '../retrieval.ts';
import { degraded } from '../stage.ts';
import { feedbackChunks } from './feedback.ts';
import { type Leg, type LegResult, limitOf, mergeBest, type SearchHit } from './legs.ts';

const countOf = ({ legs: { vector = [], hyde = [], keyword = [] } }: Retrieval) =>
  vector.length + hyde.length + keyword.length;

/**
 * Where several searches ran, each scores what only others found too: a chunk that a list just misses is not a chunk
 * without a score. Fusion by ranks (`rrf`) takes the lists as they are.
 */
export const completing: RetrievalStage = { name: 'complete', run: complete, count: countOf };

/** A second search by vectors, by the query moved towards what both searches rank first. */
export const feedingBack: RetrievalStage = {
  name: 'feedback',
  isOn: ({ request, results }) =>
    request.feedback === true && results.vector?.searchTowards !== undefined && results.keyword !== undefined,
  async run(first, context) {
    const best = fuse(first.legs, first.fusion).slice(0, feedbackChunks);
    const vector = await first.results.vector!.searchTowards!(best);
    const again = await complete({ ...first, results: { ...first.results, vector } }, context);
    const { legs, fusion } = again;
    const warnings = [...new Set(again.warnings)];
    return { ...again, legs, fusion, fusionBefore: first.fusion, warnings };
  },
  count: countOf,
  failure: 'The search by feedback failed',
};

const notCompleted = (reason: string) => `What only one search found was not scored by the others: ${reason}`;

async function complete(retrieval: Retrieval, { signal }: Pick<Context, 'signal'>): Promise<Retrieval> {
  const { request, collections, results } = retrieval;
  const suggested = (results.vector ?? results.hyde)?.vectorWeights;
  const fusion = fusionOver(collections.length, { fusion: request.fusion, suggested });
  const ran = Object.entries(results) as [Leg, LegResult][];
  const asFound = Object.fromEntries(ran.map(([leg, { hits }]) => [leg, hits]));
  if (ran.length < 2 || fusion.method === 'rrf') return { ...retrieval, legs: asFound, fusion };
  const all = ran.flatMap(([, { hits }]) => hits);
  const hitsOf = (leg: Leg, result: LegResult) =>
    result.hits.length < limitOf(leg, request.candidates)
      ? result.hits // it has found all that it can
      : withScoresOf(all, result, collections);
  try {
    const completed = await Promise.all(
      ran.map(async ([leg, result]) => [leg, await hitsOf(leg, result)] as const),
    );
    return { ...retrieval, legs: Object.fromEntries(completed), fusion };
  } catch (error) {
    signal?.throwIfAborted();
    return degraded({ ...retrieval, legs: asFound, fusion }, 'complete', { error, warning: notCompleted });
  }
}

/** What a search found, and the scores that it gives to what it lacks. */
async function withScoresOf(
  all: readonly SearchHit[],
  { hits, scoresOf }: LegResult,
  collections: readonly Collection[],
): Promise<readonly SearchHit[]> {
  const known = ByChunk.of(hits, (hit) => [hit, true]);
  const missing = all.filter((hit) => !known.get(hit));
  const scoreIn = (collection: Collection) => {
    const ofCollection = missing.filter((hit) => hit.collection === collection.name);
    const ids = [...new Set(ofCollection.map(({ chunkId }) => chunkId))];
    return ids.length === 0 ? [] : scoresOf(collection, ids);
  };
  return mergeBest([hits, ...(await Promise.all(collections.map(scoreIn)))], Infinity);
}

/** Of an embedder that says nothing of itself. */
const usualVectorWeight = 0.5;

/**
 * How the lists of a search over so many collections are merged: a weight that is `auto` is the mean of those that suit each.
 * Where no vectors were found, any weight does.
 *
 * @param count at least 1.
 * @param suggested what the embedder of each collection says of the query.
 */
export function fusionOver(
  count: number,
  {
    fusion,
    suggested = [],
  }: { readonly fusion: FusionOptions; readonly suggested?: readonly (number | undefined)[] | undefined },
): FuseOptions {
  const { vectorWeight: weight } = fusion;
  if (weight !== 'auto') return { ...fusion, vectorWeight: weight };
  const weights = Array.from({ length: count }, (_, index) => suggested[index] ?? usualVectorWeight);
  return { ...fusion, vectorWeight: weights.reduce((sum, one) => sum + one, 0) / count };
}
