import type { Collection } from '../types.ts';
import { keyOf } from './candidate.ts';
import type { Legs } from './fuse.ts';
import { type Leg, type LegResult, mergeBest, type SearchHit } from './legs.ts';
import type { FusionOptions, RetrieveRequest } from './request.ts';
import type { StageClock } from './stage-clock.ts';

interface Scored {
  readonly legs: Legs<SearchHit>;
  readonly warnings: readonly string[];
}

/**
 * Where both searches ran, each scores what only the other one found too: a chunk that a list just misses is not a chunk
 * without a score. Fusion by ranks (`rrf`) takes the lists as they are.
 */
export async function withAllScores(
  { vector, keyword }: { readonly vector?: LegResult | undefined; readonly keyword?: LegResult | undefined },
  {
    collections,
    request,
    clock,
    method,
  }: {
    readonly collections: readonly Collection[];
    readonly request: RetrieveRequest;
    readonly clock: StageClock;
    readonly method: FusionOptions['method'];
  },
): Promise<Scored> {
  if (!vector || !keyword || method === 'rrf') {
    return { legs: { vector: vector?.hits, keyword: keyword?.hits }, warnings: [] };
  }
  const warnings: string[] = [];
  const complete = async (leg: Leg, { hits, scoresOf }: LegResult, others: readonly SearchHit[]) => {
    if (hits.length < request.candidates[leg]) return hits; // it has found all that it can
    const missing = without(others, hits);
    const scoreIn = (collection: Collection) => {
      const ofCollection = missing.filter((hit) => hit.collection === collection.name);
      const ids = ofCollection.map(({ chunkId }) => chunkId);
      return ids.length === 0 ? [] : scoresOf(collection, ids);
    };
    try {
      return mergeBest([hits, ...(await Promise.all(collections.map(scoreIn)))], Infinity);
    } catch (error) {
      request.signal?.throwIfAborted();
      const reason = clock.degrade('complete', error);
      warnings.push(`The ${leg} search did not score what only the other one found: ${reason}`);
      return hits;
    }
  };
  const legs = {
    vector: await complete('vector', vector, keyword.hits),
    keyword: await complete('keyword', keyword, vector.hits),
  };
  return { legs, warnings };
}

function without(hits: readonly SearchHit[], known: readonly SearchHit[]): SearchHit[] {
  const keys = new Set(known.map(keyOf));
  return hits.filter((hit) => !keys.has(keyOf(hit)));
}
