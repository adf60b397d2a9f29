/** What a reply has of a point: id, and what was asked for of payload and vectors. */
import type { Collection } from './collection.ts';
import { shortest } from './float.ts';
import { keepPaths, parsePath, type Payload, dropPaths } from './payload-path.ts';
import type { PointId } from './point-id.ts';
import type { Body, Vector } from './types.ts';

type WithPayload = Body<'WithPayloadInterface'> | Record<string, unknown> | null;
type WithVector = Body<'WithVector'> | Record<string, unknown> | null;

export interface Wanted {
  readonly with_payload?: WithPayload;
  readonly with_vector?: WithVector;
}

export interface PointRecord {
  readonly id: PointId;
  readonly payload?: Payload;
  readonly vector?: unknown;
}

/** Makes a record of a slot. */
export function recordMaker(
  { points }: Collection,
  { with_payload: withPayload, with_vector: withVector }: Wanted,
): (slot: number) => PointRecord {
  const payloadOf = payloadSelector(withPayload ?? false);
  return (slot) => ({
    id: points.id(slot),
    ...(payloadOf && { payload: payloadOf(points.payload(slot)) }),
    ...(withVector && { vector: vectorsOf(slot, Array.isArray(withVector) ? withVector : undefined) }),
  });

  function vectorsOf(slot: number, names: readonly string[] | undefined): unknown {
    const present = [...points.vectors].filter(
      ([name, vectors]) => vectors.has(slot) && (names?.includes(name) ?? true),
    );
    const found = Object.fromEntries(present.map(([name, vectors]) => [name, written(vectors.get(slot))]));
    return present.length === 1 && '' in found ? found[''] : found;
  }
}

function payloadSelector(wanted: NonNullable<WithPayload>): ((payload: Payload) => Payload) | undefined {
  if (typeof wanted === 'boolean') return wanted ? (payload) => payload : undefined;
  const { include, exclude } = (Array.isArray(wanted) ? { include: wanted } : wanted) as {
    include?: string[];
    exclude?: string[];
  };
  const paths = (include ?? exclude)!.map(parsePath);
  return (payload) => (include ? keepPaths(payload, paths) : dropPaths(payload, paths));
}

const written = (vector: Vector): Vector =>
  'indices' in vector
    ? { indices: vector.indices, values: vector.values.map(shortest) }
    : vector.map(shortest);
