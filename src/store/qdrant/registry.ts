/**
 * The collection `<prefix>` of the server has a point for each collection of the store: where its points are, what they
 * are embedded with, and which changes are done. That one point decides what readers see (changes.ts), so what is written to
 * it is compared and set in one step: a payload that is set where a filter matches.
 */
import { randomUUID } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { CollectionNotFoundError, StoreError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import {
  type Condition,
  type Connection,
  equal,
  isMissing,
  oneOf,
  Points,
  type StoredPoint,
} from './connection.ts';
import { bytePoints, newPlace, pointId, tableKey } from './points.ts';

/** All that a collection has beside its points. */
export interface CollectionState extends Omit<CollectionSpec, 'table' | 'adaptation'> {
  readonly createdAt: string;
  readonly adaptation?: CollectionAdaptation | undefined;
  /** The Qdrant collection with its points. */
  readonly place: string;
  /** The named vector that is searched. */
  readonly vector: string;
  readonly hasTable: boolean;
  /** When all chunks that had come by the change `embeddedUpTo` were embedded anew. */
  readonly embeddedAt?: string | undefined;
  readonly embeddedUpTo: number;
  readonly reembedding?: Reembedding | undefined;
  readonly analyser: string;
  /** The average length of chunks that the weights of sparse vectors are made with; 0 while there are none. */
  readonly usualLength: number;
  readonly totals: Totals;
  /** The latest change that is done (changes.ts). */
  readonly revision: number;
  /** The latest that has begun. */
  readonly begun: number;
  /** The latest that took points away. */
  readonly taken: number;
  /** Which those were, until they are deleted. */
  readonly gone: readonly Condition[];
  /** Changes that ended unfinished. */
  readonly lost: readonly number[];
  /** Who is changing it; empty when nobody is. */
  readonly owner: string;
  /** It is as good as gone. */
  readonly isRemoved: boolean;
  /** Another one whenever any of this is. */
  readonly stamp: string;
}

/** Another model whose vectors are being staged. */
export interface Reembedding {
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly vector: string;
}

export interface Totals {
  /** Present versions, and their chunks. */
  readonly documents: number;
  readonly chunks: number;
  /** With earlier versions: chunks, and their terms. */
  readonly allChunks: number;
  readonly terms: number;
  /** Documents by their language, with earlier versions. */
  readonly languages: Readonly<Record<string, number>>;
}

interface StatePayload {
  readonly kind: 'collection';
  readonly format: number;
  readonly stamp: string;
  /** The rest, as JSON. */
  readonly state: string;
}

/** A note that a Qdrant collection is being made, so that one whose program died in it can be removed. */
interface PlacePayload {
  readonly kind: 'place';
  readonly keptAt: number;
  readonly place: string;
}

/** Counts up when points are kept in another way. */
const format = 2;

/** Servers may be told to refuse filters by what has none. */
const registryIndexes = { kind: 'keyword', stamp: 'keyword', keptAt: 'integer' } as const;

/**
 * What every collection is looked up by; the fields that users filter by are indexed when one first does, and these alone get links of
 * their own in the graph of vectors: for each value of them the server would build one more graph.
 */
const collectionIndexes = {
  keyword: ['kind', 'key', 'id', 'documentId', 'original', 'root', 'filePlace', 'terms', 'embedded'],
  integer: ['born', 'sequence', 'level', 'embeddedIn'],
  bool: ['present'],
} as const;

/** Nobody takes as long to make a collection, in milliseconds. */
const longestMakingMs = 3_600_000;

/** A server that says nothing for so long is away. */
const longestGreetingMs = 15_000;

const idOf = (name: string) => pointId('collection', name);

export class Registry {
  readonly connection: Connection;
  private readonly points: Points;

  constructor(connection: Connection) {
    this.connection = connection;
    this.points = new Points(connection, connection.place.prefix);
  }

  /** @throws StoreError when there is no store and none is to be made. */
  async open({ create }: { readonly create: boolean }): Promise<void> {
    const { connection, points } = this;
    if (!(await this.isThere())) {
      const { location } = connection;
      if (!create) {
        throw new StoreError(`There is no store at ${location}`, {
          hint: 'Nothing has been added there yet: add documents, or name the right server and ?prefix= as `store`.',
          context: { location },
        });
      }
      requireVersion(await connection.version(), location);
      await points.send('createCollection', { vectors: {}, ...copiesOf(connection) }).catch(async (error) => {
        // Another program may have made it at the same moment.
        if (!(await this.isThere())) throw error;
      });
    }
    const { payload_schema } = await points.send<Schemas['CollectionInfo']>('getCollection', {});
    for (const [field_name, field_schema] of Object.entries(registryIndexes)) {
      // Who made the collection may not have come to an end.
      if (Object.hasOwn(payload_schema, field_name)) continue;
      await points.change('createFieldIndex', { field_name, field_schema });
    }
  }

  async isThere(): Promise<boolean> {
    const limit = { limitMs: longestGreetingMs };
    const { exists } = await this.points.send<{ readonly exists: boolean }>('collectionExists', {}, limit);
    return exists;
  }

  /** `undefined` when there is none of that name; one that is being removed is none unless `removedToo`. */
  async find(name: string, { removedToo = false } = {}): Promise<CollectionState | undefined> {
    const [point] = await this.retrieve<StatePayload>([idOf(name)]);
    const state = point && this.stateOf(point);
    return state?.isRemoved && !removedToo ? undefined : state;
  }

  /** @throws CollectionNotFoundError */
  async require(name: string): Promise<CollectionState> {
    const state = await this.find(name);
    if (state) return state;
    const others = await this.list();
    throw new CollectionNotFoundError(
      name,
      others.map((other) => other.name),
    );
  }

  /** By name. */
  async list({ removedToo = false } = {}): Promise<CollectionState[]> {
    const points = await this.points.all<StatePayload>({ must: [equal('kind', 'collection')] });
    const states = points
      .map((point) => this.stateOf(point))
      .filter(({ isRemoved }) => removedToo || !isRemoved);
    return states.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  }

  /** Changes a collection that still is as it was read; gives what is there then, and whether this has set it. */
  async set(state: CollectionState, change: Partial<CollectionState>): Promise<SetState> {
    const stamp = randomUUID();
    const next = { ...state, ...change, stamp };
    const filter = { must: [oneOf([idOf(state.name)]), equal('stamp', state.stamp)] };
    await this.points.change('setPayload', { payload: payloadOf(next), filter }, 'strong');
    const now = await this.find(state.name, { removedToo: true });
    return now?.stamp === stamp ? { now, isSet: true } : { now, isSet: false };
  }

  /** Makes a collection, unless there is one of that name. All is made before anybody can see it. */
  async create({ table, ...spec }: CollectionSpec): Promise<void> {
    const { connection } = this;
    const { hnsw, prefix } = connection.place;
    await this.sweep();
    const place = newPlace(prefix, spec.name);
    const note: PlacePayload = { kind: 'place', keptAt: Date.now(), place };
    await this.put([{ id: pointId('place', place), payload: note }]);
    const state = { ...newState(spec), place, hasTable: table !== undefined };
    const points = new Points(connection, place);
    await points.send('createCollection', {
      vectors: { [state.vector]: { size: spec.dimensions, distance: 'Dot', ...quantizationOf(connection) } },
      sparse_vectors: { terms: {} },
      hnsw_config: { m: hnsw.m, ef_construct: hnsw.efConstruction },
      ...copiesOf(connection),
    });
    const fields = Object.entries(collectionIndexes).flatMap(([field_schema, names]) =>
      names.map((field_name) => ({ field_name, field_schema: { type: field_schema, enable_hnsw: false } })),
    );
    await Promise.all(fields.map((field) => points.change('createFieldIndex', field)));
    for (const point of table ? bytePoints(tableKey, table, 0) : []) {
      await points.change('upsertPoints', { points: [point] });
    }
    await this.put([{ id: idOf(spec.name), payload: payloadOf(state) }], { update_mode: 'insert_only' });
    const stored = await this.find(spec.name);
    if (stored?.place !== place) await this.removePlace(place);
    await this.remove({ points: [pointId('place', place)] });
  }

  /** Removes what programs have left that died while they made or removed a collection. */
  private async sweep(): Promise<void> {
    const states = await this.list({ removedToo: true });
    for (const state of states) if (state.isRemoved) await this.finishRemoval(state);
    const used = new Set(states.map(({ place }) => place));
    const isOld = { key: 'keptAt', range: { lt: Date.now() - longestMakingMs } };
    const notes = await this.points.all<PlacePayload>({ must: [equal('kind', 'place'), isOld] });
    for (const { id, payload } of notes) {
      if (!used.has(payload.place)) await this.removePlace(payload.place);
      await this.remove({ points: [id] });
    }
  }

  /** Of a collection that is marked as removed. */
  async finishRemoval({ name, place, stamp }: CollectionState): Promise<void> {
    await this.removePlace(place);
    const filter = { must: [oneOf([idOf(name)]), equal('stamp', stamp)] };
    await this.points.change('deletePoints', { filter }, 'strong');
  }

  private async removePlace(place: string): Promise<void> {
    await new Points(this.connection, place).send('deleteCollection', {}).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Points beside those of collections: the caches'. */
  async put(
    points: readonly { readonly id: string; readonly payload: object }[],
    options: { readonly update_mode?: 'insert_only' } = {},
  ): Promise<void> {
    const bare = points.map((point) => ({ ...point, vector: {} }));
    await this.points.change('upsertPoints', { points: bare, ...options }, 'strong');
  }

  async retrieve<Payload>(ids: readonly string[]): Promise<StoredPoint<Payload>[]> {
    // Of any replica: a write is acknowledged when all that are read have it, or count as dead.
    return ids.length === 0 ? [] : this.points.send('getPoints', { ids, with_payload: true });
  }

  async remove(selection: Readonly<Record<string, unknown>>): Promise<void> {
    await this.points.change('deletePoints', selection);
  }

  /** @throws StoreError for one that another version of this program has made. */
  private stateOf({ payload }: StoredPoint<StatePayload>): CollectionState {
    if (payload.format === format) return JSON.parse(payload.state) as CollectionState;
    const { location } = this.connection;
    throw new StoreError(
      `The store at ${location} is kept in another format than this version of pincite reads.`,
      {
        hint: 'Use the version that made it, or copy it with that to SQLite and from there, with this one, under another ?prefix=.',
        context: { location, format: payload.format ?? 1, expected: format },
      },
    );
  }
}

/** With `isSet`, what is there now is what was set. */
type SetState =
  | { readonly isSet: true; readonly now: CollectionState }
  | { readonly isSet: false; readonly now: CollectionState | undefined };

function payloadOf(state: CollectionState): StatePayload {
  return { kind: 'collection', format, stamp: state.stamp, state: JSON.stringify(state) };
}

function newState(spec: Omit<CollectionSpec, 'table'>): Omit<CollectionState, 'place' | 'hasTable'> {
  return {
    ...spec,
    createdAt: new Date().toISOString(),
    vector: 'v0',
    embeddedUpTo: 0,
    analyser: analyserId,
    usualLength: 0,
    totals: { documents: 0, chunks: 0, allChunks: 0, terms: 0, languages: {} },
    revision: 0,
    begun: 0,
    taken: 0,
    gone: [],
    lost: [],
    owner: '',
    isRemoved: false,
    stamp: randomUUID(),
  };
}

export function describeCollection(state: CollectionState): Collection {
  const { name, embeddingModel, dimensions, maxTokens, createdAt, adaptation, totals } = state;
  const { documents: documentCount, chunks: chunkCount } = totals;
  return { name, embeddingModel, dimensions, maxTokens, documentCount, chunkCount, createdAt, adaptation };
}

/** Eight bits a number in memory, with the numbers themselves to score what is found. */
export function quantizationOf({ place: { isQuantized } }: Connection): object {
  return isQuantized
    ? { quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } }, on_disk: true }
    : {};
}

/** How the points of a collection are spread over a cluster. */
function copiesOf({ place: { shards, replicas } }: Connection): Readonly<Record<string, number>> {
  return {
    ...(shards !== undefined && { shard_number: shards }),
    ...(replicas !== undefined && {
      replication_factor: replicas,
      write_consistency_factor: Math.floor(replicas / 2) + 1,
    }),
  };
}

/** Older ones know neither points that are only inserted nor vectors that are added. @throws StoreError */
export function requireVersion(version: string, location: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 1 || (major === 1 && minor >= 18)) return;
  throw new StoreError(`The server at ${location} is Qdrant ${version}, which is too old.`, {
    hint: 'Update it to Qdrant 1.18 or newer.',
    context: { location, version },
  });
}
