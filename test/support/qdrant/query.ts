/** Qdrant's universal query, as far as the store asks it: the points nearest to a vector. */
import type { Collection } from './collection.ts';
import { unsupported } from './error.ts';
import type { Filter } from './filter.ts';
import { shortest } from './float.ts';
import { recordMaker } from './record.ts';
import type { Body, Vector } from './types.ts';

type Request = Body<'QueryRequest'>;

const defaultLimit = 10;

/** What of a request is heeded; anything else is refused. */
const known = new Set(['query', 'using', 'filter', 'limit', 'params', 'with_payload', 'with_vector']);

export function query(collection: Collection, request: Request): unknown {
  const given = Object.entries(request).filter(([, value]) => value !== null && value !== undefined);
  const unknown = given.find(([key]) => !known.has(key));
  if (unknown) throw unsupported(`\`${unknown[0]}\``);
  const { points } = collection;
  const record = recordMaker(collection, request);
  return {
    points: nearest(collection, request).map(([slot, score]) => ({
      ...record(slot),
      version: points.version(slot),
      score: shortest(score),
    })),
  };
}

function nearest(collection: Collection, request: Request): [slot: number, score: number][] {
  const { query: vector, using, filter, limit } = request;
  if (!isVector(vector)) throw unsupported('a query that is no vector');
  const vectors = collection.points.named(using ?? '');
  vectors.check(vector);
  const sign = vectors.isHigherBetter ? -1 : 1;
  return vectors
    .score(vector, collection.select(filter as Filter | null))
    .sort((a, b) => sign * (a[1] - b[1]) || a[0] - b[0])
    .slice(0, limit ?? defaultLimit);
}

const isVector = (given: unknown): given is Vector =>
  Array.isArray(given) || (typeof given === 'object' && given !== null && 'indices' in given);
