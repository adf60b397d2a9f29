/**
 * The collection `<prefix>` of the server has a point for each collection of the store: where its points are, what they
 * are embedded with, and which changes are done. That one point decides what readers see (changes.ts), so what is written to
 * it is compared and set in one step: a payload that is set where a filter matches.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { CollectionNotFoundError, StoreError, StoreNotFoundError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Collection } from '../../types.ts';
import { byText } from '../read/orders.ts';
import type { CollectionSpec } from '../store.ts';
import type { CollectionState, Progress } from './collection-state.ts';
import type { Connection } from './connection.ts';
import { type Condition, equal, oneOf, Place, type StoredPoint } from './place.ts';
import { bytePoints, pointId, tableKey } from './points.ts';
import { Memory, View } from './view.ts';

interface StatePayload extends Progress {
  readonly kind: 'collection';
  readonly format: number;
  readonly stamp: string;
  /** All of it, as JSON; what stands beside it counts. */
  readonly state: string;
}

/** Counts up when points are kept in another way. */
const format = 3;

/** Servers may be told to refuse filters by what has none. */
const registryIndexes = { kind: 'keyword', stamp: 'keyword', owner: 'keyword', keptAt: 'integer' } as const;

/**
 * What every collection is looked up by; the fields that users filter by are indexed when one first does, and these alone get links of
 * their own in the graph of vectors: for each value of them the server would build one more graph.
 */
const collectionIndexes = {
  keyword: ['kind', 'key', 'id', 'documentId', 'original', 'root', 'filePlace', 'terms', 'embedded'],
  integer: ['born', 'embeddedIn'],
  bool: ['present'],
} as const;

/** Nobody takes as long to make a collection, in milliseconds. */
const longestMakingMs = 3_600_000;
/** A server that says nothing for so long is away. */
const longestGreetingMs = 15_000;

const idOf = (name: string) => pointId('collection', name);

export class Registry {
  readonly connection: Connection;
  /** The points of collections, and those of the caches. */
  readonly place: Place;
  private readonly memory = new Memory();

  constructor(connection: Connection) {
    this.connection = connection;
    this.place = new Place(connection, connection.address.prefix);
  }

  /** @throws StoreError when there is no store and none is to be made. */
  async open({ create }: { readonly create: boolean }): Promise<void> {
    const { connection, place } = this;
    if (!(await this.isThere())) {
      const { location } = connection;
      if (!create) throw new StoreNotFoundError(location, 'server and ?prefix=');
      const { version } = await connection.send<{ readonly version: string }>({ method: 'GET', path: '/' });
      requireVersion(version, location);
      await place.make({ vectors: {} }).catch(async (error) => {
        // Another program may have made it at the same moment.
        if (!(await this.isThere())) throw error;
      });
    }
    const { payload_schema } = await place.send<Schemas['CollectionInfo']>('GET', '');
    for (const [key, type] of Object.entries(registryIndexes)) {
      // Who made the collection may not have come to an end.
      if (!Object.hasOwn(payload_schema, key)) await place.index(key, type);
    }
  }

  async isThere(): Promise<boolean> {
    const options = { limitMs: longestGreetingMs };
    return (await this.place.send<{ readonly exists: boolean }>('GET', '/exists', options)).exists;
  }

  /** `undefined` when there is none of that name. */
  async find(name: string): Promise<CollectionState | undefined> {
    const [point] = await this.place.byId<StatePayload>([idOf(name)]);
    return point && this.stateOf(point);
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
  async list(): Promise<CollectionState[]> {
    const points = await this.place.all<StatePayload>({ must: [equal('kind', 'collection')] });
    const states = points.map((point) => this.stateOf(point));
    return states.sort((a, b) => byText(a.name, b.name));
  }

  /**
   * Changes what is kept of a collection where a condition holds of it, in one step; gives what is there then.
   * @param state what is to be there beside `progress`, where that changes
   */
  async set(
    name: string,
    { state, ...progress }: Partial<Progress> & { readonly state?: CollectionState },
    condition: Condition,
  ): Promise<CollectionState | undefined> {
    const payload = { ...progress, ...(state && { state: JSON.stringify(state) }), stamp: randomUUID() };
    const filter = { must: [oneOf([idOf(name)]), condition] };
    await this.place.change(['POST', '/points/payload'], { payload, filter }, 'strong');
    return this.find(name);
  }

  /** Makes a collection, unless there is one of that name. All is made before anybody can see it. */
  async create({ table, ...spec }: CollectionSpec): Promise<void> {
    const { connection } = this;
    const { hnsw, prefix } = connection.address;
    await this.sweep();
    const place = this.placeAt(newPlace(prefix, spec.name));
    const state = { ...newState(spec), place: place.name, hasTable: table !== undefined };
    await place.make({
      vectors: { [state.vector]: { size: spec.dimensions, distance: 'Dot', ...quantizationOf(connection) } },
      sparse_vectors: { terms: {} },
      hnsw_config: { m: hnsw.m, ef_construct: hnsw.efConstruction },
    });
    const indexes = Object.entries(collectionIndexes).flatMap(([type, keys]) =>
      keys.map((key) => place.index(key, { type, enable_hnsw: false })),
    );
    await Promise.all(indexes);
    for (const point of table ? bytePoints(tableKey, table, 0) : []) await place.put([point]);
    const point = { id: idOf(spec.name), payload: { ...payloadOf(state) }, vector: {} };
    await this.place.put([point], 'strong', { update_mode: 'insert_only' });
    const stored = await this.find(spec.name);
    if (stored?.place !== place.name) await place.delete();
  }

  /** Takes a collection away where a condition holds of it, in one step; gives whether it did. */
  async remove({ name, place }: CollectionState, condition: Condition): Promise<boolean> {
    await this.place.remove({ filter: { must: [oneOf([idOf(name)]), condition] } }, 'strong');
    const isRemoved = (await this.find(name))?.place !== place;
    // What a program leaves that dies here, `sweep` removes.
    if (isRemoved) await this.placeAt(place).delete();
    return isRemoved;
  }

  placeAt(name: string): Place {
    return new Place(this.connection, name);
  }

  /** The points of a collection as one state of it has them. */
  viewOf(state: CollectionState): View {
    return new View(this.connection, state, this.memory);
  }

  /** Removes what programs have left that died while they made or removed a collection. */
  private async sweep(): Promise<void> {
    const { prefix } = this.connection.address;
    const { result } = await this.connection.send<{ readonly result: Schemas['CollectionsResponse'] }>({
      method: 'GET',
      path: '/collections',
    });
    const used = new Set((await this.list()).map(({ place }) => place));
    for (const { name } of result.collections) {
      const isLeft = name.startsWith(`${prefix}.`) && !used.has(name);
      if (isLeft && Date.now() - madeAt(name) > longestMakingMs) await this.placeAt(name).delete();
    }
  }

  /** @throws StoreError for one that another version of this program has made. */
  private stateOf({ payload }: StoredPoint<StatePayload>): CollectionState {
    if (payload.format === format) {
      const { kind: _kind, format: _format, state, ...beside } = payload;
      return { ...(JSON.parse(state) as CollectionState), ...beside };
    }
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

/**
 * Where the points of a collection are: `<prefix>.<name>.<milliseconds since 1970>-<something new>`, so that a collection
 * that is removed and made again has another place. No prefix has a dot, so none of a store's places is another store's.
 */
function newPlace(prefix: string, name: string): string {
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  return `${prefix}.${readable}.${Date.now()}-${randomBytes(6).toString('hex')}`;
}

/** In milliseconds since 1970; `NaN` of what is no place. */
const madeAt = (place: string): number => Number(place.split('.')[2]?.split('-')[0]);

function payloadOf(state: CollectionState): StatePayload {
  const { stamp, begun, owner, lost, gone } = state;
  return { kind: 'collection', format, stamp, begun, owner, lost, gone, state: JSON.stringify(state) };
}

const newState = (spec: Omit<CollectionSpec, 'table'>): Omit<CollectionState, 'place' | 'hasTable'> => ({
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
  stamp: randomUUID(),
});

export function describeCollection(state: CollectionState): Collection {
  const { name, embeddingModel, dimensions, maxTokens, createdAt, adaptation, totals } = state;
  const { documents: documentCount, chunks: chunkCount } = totals;
  return { name, embeddingModel, dimensions, maxTokens, documentCount, chunkCount, createdAt, adaptation };
}

/** Eight bits a number in memory, with the numbers themselves to score what is found. */
export function quantizationOf({ address: { isQuantized } }: Connection): object {
  return isQuantized
    ? { quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } }, on_disk: true }
    : {};
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
