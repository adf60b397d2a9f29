/** Qdrant's universal query: nearest vectors, orders and samples, merged from prefetches when there are some. */
import type { Collection } from './collection.ts';
import { badRequest, notFound, unsupported } from './error.ts';
import type { Filter } from './filter.ts';
import { shortest } from './float.ts';
import { dbsf, rrf, type Scored } from './fusion.ts';
import { parsePath, type Payload, valuesAt } from './payload-path.ts';
import { type PointId, readId } from './point-id.ts';
import { recordMaker } from './record.ts';
import { orderedBy } from './scroll.ts';
import type { Body, Vector } from './types.ts';

type Request = Body<'QueryRequest'>;
type Prefetch = Body<'Prefetch'>;
type Query = Exclude<NonNullable<Request['query']>, Record<string, never>>;
type GroupsRequest = Body<'QueryGroupsRequest'>;

const defaultLimit = 10;

export function query(collection: Collection, request: Request): unknown {
  const { points } = collection;
  const limit = request.limit ?? defaultLimit;
  const offset = request.offset ?? 0;
  const record = recordMaker(collection, request);
  const found = rank(collection, request, [], limit + offset).slice(offset);
  return {
    points: found.map(({ slot, score }) => ({
      ...record(slot),
      version: points.version(slot),
      score: shortest(score),
    })),
  };
}

export function queryGroups(collection: Collection, request: GroupsRequest): unknown {
  if (request.with_lookup) throw unsupported('`with_lookup`');
  const { points } = collection;
  const record = recordMaker(collection, { ...request, with_payload: request.with_payload ?? true });
  const groups = new Map<string | number, unknown[]>();
  const [most, size] = [request.limit ?? defaultLimit, request.group_size ?? 3];
  for (const { slot, score } of rank(collection, request, [], points.size)) {
    for (const value of groupValues(points.payload(slot), request.group_by)) {
      const group = groups.get(value);
      const hit = { ...record(slot), version: points.version(slot), score: shortest(score) };
      if (!group && groups.size < most) groups.set(value, [hit]);
      else if (group && group.length < size) group.push(hit);
    }
  }
  return { groups: [...groups].map(([id, hits]) => ({ id, hits })) };
}

/** The best points, from the best; filters of what is around hold too. */
function rank(collection: Collection, request: Prefetch, around: readonly Filter[], limit: number): Scored[] {
  const { prefetch, score_threshold: threshold } = request;
  if (request.lookup_from) throw unsupported('`lookup_from`');
  if (request.params && 'idf' in request.params) throw unsupported('`params.idf`');
  const filters = request.filter ? [...around, request.filter as Filter] : around;
  const prefetches = (Array.isArray(prefetch) ? prefetch : prefetch ? [prefetch] : []) as Prefetch[];
  const given = request.query as Query | null | undefined;
  checkRequest(request, prefetches, given);
  const sources = prefetches.map((inner) => rank(collection, inner, filters, inner.limit ?? defaultLimit));
  const slots =
    prefetches.length > 0
      ? [...new Set(sources.flat().map(({ slot }) => slot))]
      : collection.select(filters.length > 0 ? { must: [...filters] } : null);
  const scored = findAmong(collection, request, { slots, sources });
  return scored.filter((point) => isGood(collection, request, point.score, threshold)).slice(0, limit);
}

function checkRequest(
  request: Prefetch,
  prefetches: readonly Prefetch[],
  given: Query | null | undefined,
): void {
  const hasQuery = given !== undefined && given !== null;
  if (prefetches.length > 0 && !hasQuery)
    throw badRequest(
      "A query is needed to merge the prefetches. Can't have prefetches without defining a query.",
    );
  if (typeof request.score_threshold === 'number' && !hasQuery)
    throw badRequest(
      "A query is needed to use the score_threshold. Can't have score_threshold without defining a query.",
    );
  const isFusion = hasQuery && typeof given === 'object' && ('fusion' in given || 'rrf' in given);
  if (isFusion && prefetches.length === 0) throw badRequest('cannot apply Fusion without prefetches');
  if (isFusion && request.using)
    throw badRequest("Fusion queries cannot be combined with the 'using' field.");
}

interface Among {
  readonly slots: readonly number[];
  readonly sources: readonly (readonly Scored[])[];
}

/** All points among the given ones that the query finds, from the best. */
function findAmong(collection: Collection, request: Prefetch, { slots, sources }: Among): Scored[] {
  const given = request.query as Query | null | undefined;
  if (given === undefined || given === null) return unscored(slots.toSorted(collection.points.compare));
  if (isVectorOrId(given)) return nearest(collection, request, given, slots);
  if ('fusion' in given) return given.fusion === 'rrf' ? rrf(sources, {}) : dbsf(sources);
  if ('rrf' in given) return rrf(sources, (given as { rrf: { k?: number } }).rrf);
  if ('order_by' in given) return byField(collection, slots, given.order_by as Body<'OrderByInterface'>);
  if ('sample' in given) return unscored(shuffled(slots));
  if ('nearest' in given && !given.mmr) return nearest(collection, request, given.nearest as Target, slots);
  throw unsupported(`the query \`${Object.keys(given).join('`, `')}\``);
}

type Target = Vector | number | string;

const isVectorOrId = (given: unknown): given is Target =>
  typeof given !== 'object' || Array.isArray(given) || (given !== null && 'indices' in given);

const unscored = (slots: readonly number[]): Scored[] => slots.map((slot) => ({ slot, score: 0 }));

/** Points by a field; their score is 0. */
function byField(
  collection: Collection,
  slots: readonly number[],
  given: Body<'OrderByInterface'>,
): Scored[] {
  const ordered = orderedBy(collection, slots, given);
  return unscored([...new Set(ordered.map(({ slot }) => slot))]);
}

function shuffled(slots: readonly number[]): number[] {
  return slots
    .map((slot) => ({ slot, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ slot }) => slot);
}

function nearest(
  collection: Collection,
  { using }: Prefetch,
  target: Target,
  slots: readonly number[],
): Scored[] {
  const vectors = collection.points.named(using ?? '');
  const id = typeof target === 'object' ? undefined : readId(target);
  const vector = id === undefined ? (target as Vector) : vectorOf(collection, id, using ?? '');
  vectors.check(vector);
  const self = id === undefined ? undefined : collection.points.slot(id);
  const sign = vectors.isHigherBetter ? -1 : 1;
  return vectors
    .score(vector, slots)
    .filter(([slot]) => slot !== self)
    .sort((a, b) => sign * (a[1] - b[1]) || a[0] - b[0])
    .map(([slot, score]) => ({ slot, score }));
}

function vectorOf({ points }: Collection, id: PointId, name: string): Vector {
  const slot = points.slot(id);
  if (slot === undefined) throw notFound(`No point with id ${id} found`);
  const vectors = points.named(name);
  if (!vectors.has(slot)) throw notFound(`Vector with name ${name} for point ${id}`);
  return vectors.get(slot);
}

/** Whether a score passes the threshold, which with a distance is the farthest. */
function isGood(
  collection: Collection,
  { using, query: given }: Prefetch,
  score: number,
  threshold: number | null | undefined,
): boolean {
  if (threshold === null || threshold === undefined) return true;
  const isHigherBetter = isVectorOrId(given) ? collection.points.named(using ?? '').isHigherBetter : true;
  return isHigherBetter ? score >= threshold : score <= threshold;
}

/** The texts and integers of the field by which points are grouped. */
function groupValues(payload: Payload, field: string): Set<string | number> {
  const values = valuesAt(payload, parsePath(field)).flat();
  return new Set(values.filter((value) => typeof value === 'string' || Number.isInteger(value)) as string[]);
}
