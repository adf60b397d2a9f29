/** Changes of the points of a collection. */
import type { Collection } from './collection.ts';
import { notFound, unsupported, wrongInput } from './error.ts';
import type { Filter } from './filter.ts';
import { mergeAt, parsePath, type Payload } from './payload-path.ts';
import { type PointId, readId } from './point-id.ts';
import type { Vectors } from './points.ts';
import type { Body, Vector } from './types.ts';

export type Update = Body<'UpdateOperation'>;

/** What points a change is of. */
interface Selection {
  readonly points?: readonly (number | string)[] | null;
  readonly filter?: Filter | Record<string, unknown> | null;
}

/** How many points Qdrant changes at once; a missing one ends the change after those it came with. */
const batchSize = 32;

/** @throws QdrantError when it cannot be done */
export function applyUpdate(collection: Collection, update: Update): void {
  if ('upsert' in update) upsert(collection, update.upsert);
  else if ('delete' in update) deletePoints(collection, update.delete);
  else if ('set_payload' in update) setPayload(collection, update.set_payload);
  else if ('update_vectors' in update) updateVectors(collection, update.update_vectors);
  else throw unsupported(`\`${Object.keys(update).join()}\``);
}

interface NewPoint {
  readonly id: PointId;
  readonly vectors: Vectors;
  readonly payload: Payload;
}

function upsert(collection: Collection, insert: Body<'PointInsertOperations'>): void {
  const points = ('batch' in insert ? rows(insert.batch) : insert.points).map(readPoint);
  for (const { vectors } of points) collection.points.checkVectors(vectors);
  const isAllowed = upsertRule(collection, insert);
  const lastOfEach = new Map(points.filter(({ id }) => isAllowed(id)).map((point) => [point.id, point]));
  for (const { id, vectors, payload } of lastOfEach.values()) collection.put(id, vectors, payload);
}

/** The columns of a batch as points. */
function rows({ ids, vectors, payloads }: Body<'Batch'>): Body<'PointStruct'>[] {
  return ids.map((id, place) => ({
    id,
    vector: (Array.isArray(vectors)
      ? vectors[place]
      : Object.fromEntries(
          Object.entries(vectors).map(([name, column]) => [name, (column as unknown[])[place]]),
        )) as Body<'VectorStruct'>,
    payload: payloads?.[place] ?? null,
  }));
}

function readPoint({ id, vector, payload }: Body<'PointStruct'>): NewPoint {
  return { id: readId(id), vectors: readVectors(vector), payload: (payload ?? {}) as Payload };
}

function readVectors(given: Body<'VectorStruct'>): Vectors {
  const vectors = (Array.isArray(given) ? { '': given } : given) as Record<string, Vector>;
  for (const vector of [vectors, ...Object.values(vectors)])
    if ('model' in vector && 'text' in vector) throw unsupported('embedding models');
  return vectors;
}

/** Which points an upsert may put: of those that are there, only the ones that match its filter. */
function upsertRule(
  collection: Collection,
  { update_filter: filter, update_mode: mode }: Body<'PointInsertOperations'>,
): (id: PointId) => boolean {
  const mayUpdate = filterRule(collection, filter);
  return (id) => {
    const slot = collection.points.slot(id);
    if (slot === undefined) return mode !== 'update_only';
    return mode !== 'insert_only' && mayUpdate(slot);
  };
}

const filterRule = (collection: Collection, filter: Selection['filter']): ((slot: number) => boolean) =>
  filter ? collection.matcher(filter as Filter) : () => true;

/** Points that are not there are passed over. */
function deletePoints(collection: Collection, selector: Body<'PointsSelector'>): void {
  const { slot } = collection.points;
  const slots =
    'points' in selector
      ? new Set(selector.points.flatMap((id) => slot(readId(id)) ?? []))
      : collection.select(selector.filter);
  for (const each of slots) collection.remove(each);
}

function setPayload(collection: Collection, change: Body<'SetPayload'>): void {
  const path = typeof change.key === 'string' ? parsePath(change.key) : undefined;
  for (const slot of select(collection, change))
    collection.setPayload(slot, mergeAt(collection.points.payload(slot), change.payload as Payload, path));
}

function updateVectors(collection: Collection, change: Body<'UpdateVectors'>): void {
  const vectors = new Map(change.points.map(({ id, vector }) => [readId(id), readVectors(vector)]));
  for (const each of vectors.values()) collection.points.checkVectors(each);
  const isAllowed = filterRule(collection, change.update_filter);
  for (const slot of select(collection, { points: [...vectors.keys()] }))
    if (isAllowed(slot)) collection.setVectors(slot, vectors.get(collection.points.id(slot))!);
}

/** @throws QdrantError after the batch that a missing point is named in */
function* select(collection: Collection, { points, filter }: Selection): Generator<number> {
  if (!points && !filter) throw wrongInput('No points or filter specified');
  if (!points) return yield* collection.select(filter as Filter);
  for (let start = 0; start < points.length; start += batchSize) {
    const batch = points.slice(start, start + batchSize).map(readId);
    const slots = batch.map(collection.points.slot);
    yield* slots.filter((slot) => slot !== undefined);
    const missing = slots.indexOf(undefined);
    if (missing !== -1) throw notFound(`No point with id ${batch[missing]} found`);
  }
}
