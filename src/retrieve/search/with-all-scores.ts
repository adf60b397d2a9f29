import type { Collection } from '../../types.ts';
import { keyOf } from '../candidate.ts';
import type { Legs } from '../combine/fuse.ts';
import { type Found, type Leg, type LegResult, limitOf, mergeBest, type SearchHit } from './legs.ts';
import type { FusionOptions, RetrieveRequest } from '../request.ts';
import type { StageClock } from '../stage-clock.ts';

interface Scored {
  readonly legs: Legs<SearchHit>;
  readonly warnings: readonly string[];
}

/**
 * Where several searches ran, each scores what only others found too: a chunk that a list just misses is not a chunk
 * without a score. Fusion by ranks (`rrf`) takes the lists as they are.
 */
export async function withAllScores(
  found: Found,
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
  const ran = Object.entries(found) as [Leg, LegResult][];
  const all = ran.flatMap(([, { hits }]) => hits);
  const warnings: string[] = [];
  const complete = async (leg: Leg, { hits, scoresOf }: LegResult): Promise<readonly SearchHit[]> => {
    if (hits.length < limitOf(leg, request.candidates)) return hits; // it has found all that it can
    const missing = without(all, hits);
    const scoreIn = (collection: Collection) => {
      const ofCollection = missing.filter((hit) => hit.collection === collection.name);
      const ids = [...new Set(ofCollection.map(({ chunkId }) => chunkId))];
      return ids.length === 0 ? [] : scoresOf(collection, ids);
    };
    try {
      return mergeBest([hits, ...(await Promise.all(collections.map(scoreIn)))], Infinity);
    } catch (error) {
      request.signal?.throwIfAborted();
      const reason = clock.degrade('complete', error);
      warnings.push(`The ${leg} search did not score what only another one found: ${reason}`);
      return hits;
    }
  };
  const completed = ran.map(
    async ([leg, result]) => [leg, method === 'rrf' ? result.hits : await complete(leg, result)] as const,
  );
  return { legs: Object.fromEntries(await Promise.all(completed)), warnings };
}

function without(hits: readonly SearchHit[], known: readonly SearchHit[]): SearchHit[] {
  const keys = new Set(known.map(keyOf));
  return hits.filter((hit) => !keys.has(keyOf(hit)));
}
