/**
 * The collection `<prefix>` of the server has a point for each collection of the store: where its points are, what they
 * are embedded with, and which changes are done. That one point decides what readers see (`changes.ts`), so what is written
 * to it is compared and set in one step: a payload that is set where a filter matches.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import { CollectionNotFoundError, StoreError } from '../../errors.ts';
import type { CollectionAdaptation } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import { equal } from './conditions.ts';
import type { Connection, Filter, StoredPoint } from './connection.ts';
import { isMissing } from './engine-errors.ts';
import { pointId } from './names.ts';

/** What a change may change about a collection. */
export interface CollectionFacts extends Omit<CollectionSpec, 'table' | 'adaptation'> {
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
}

/** Another model whose vectors are being staged. */
export interface Reembedding {
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly vector: string;
  /** Until then, in milliseconds since 1970, documents wait for it to end. */
  readonly closedUntil: number;
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

/** @see changes.ts */
export interface CollectionState extends CollectionFacts {
  /** The latest change that is done. */
  readonly revision: number;
  /** The latest that has begun. */
  readonly begun: number;
  /** The latest that took points away. */
  readonly taken: number;
  /** Up to which those are swept. */
  readonly swept: number;
  /** Changes that ended unfinished. */
  readonly lost: readonly number[];
  /** Who is changing it; empty when nobody is. */
  readonly owner: string;
  /** Counted up by the owner as long as it lives. */
  readonly beat: number;
  /** It is as good as gone. */
  readonly isRemoved: boolean;
}

/** Apart from the facts, which are compared as a whole, so that each can be compared. */
export type Marks = Pick<
  CollectionState,
  'revision' | 'begun' | 'taken' | 'swept' | 'lost' | 'owner' | 'beat' | 'isRemoved'
>;

interface StatePayload extends Marks {
  readonly kind: 'collection';
  readonly facts: string;
}

const fresh: Marks = {
  revision: 0,
  begun: 0,
  taken: 0,
  swept: 0,
  lost: [],
  owner: '',
  beat: 0,
  isRemoved: false,
};

/** Servers may be told to refuse filters by what has none. */
const indexes = {
  kind: 'keyword',
  keptAt: 'integer',
  begun: 'integer',
  revision: 'integer',
  beat: 'integer',
  owner: 'keyword',
  isRemoved: 'bool',
} as const;

/** A server that says nothing for so long is away. */
const longestGreetingMs = 15_000;

const idOf = (name: string) => pointId('collection', name);

export class Registry {
  readonly connection: Connection;
  private readonly name: string;

  constructor(connection: Connection) {
    this.connection = connection;
    this.name = connection.place.prefix;
  }

  /** @throws StoreError when there is no store and none is to be made. */
  async open({ create }: { readonly create: boolean }): Promise<void> {
    const { connection, name } = this;
    if (!(await this.isThere())) {
      if (!create) throw noStore(connection.location);
      requireVersion(await connection.version(), connection.location);
      await createUnlessThere(connection, { collection_name: name, vectors: {}, ...copiesOf(connection) });
    }
    await this.makeIndexes();
  }

  /** Those that are not there: who made the collection may not have come to an end. */
  private async makeIndexes(): Promise<void> {
    const { connection, name } = this;
    const { payload_schema } = await connection.send<Schemas['CollectionInfo']>('getCollection', {
      collection_name: name,
    });
    for (const [field_name, field_schema] of Object.entries(indexes)) {
      if (Object.hasOwn(payload_schema, field_name)) continue;
      await connection.change('createFieldIndex', name, { field_name, field_schema });
    }
  }

  async isThere(): Promise<boolean> {
    const { exists } = await this.connection.send<{ readonly exists: boolean }>(
      'collectionExists',
      { collection_name: this.name },
      { limitMs: longestGreetingMs },
    );
    return exists;
  }

  /** `undefined` when there is none of that name; one that is being removed is none unless `removedToo`. */
  async find(
    name: string,
    { removedToo = false }: { readonly removedToo?: boolean } = {},
  ): Promise<CollectionState | undefined> {
    const [point] = await this.retrieve<StatePayload>([idOf(name)]);
    const state = point && stateOf(point);
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
  async list({ removedToo = false }: { readonly removedToo?: boolean } = {}): Promise<CollectionState[]> {
    const points = await this.connection.all<StatePayload>(this.name, {
      must: [equal('kind', 'collection')],
    });
    const states = points.map(stateOf).filter(({ isRemoved }) => removedToo || !isRemoved);
    return states.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  }

  /** Adds a collection, unless there is one of that name. */
  async add(facts: CollectionFacts): Promise<void> {
    const payload: StatePayload = { kind: 'collection', ...fresh, facts: JSON.stringify(facts) };
    await this.put([{ id: idOf(facts.name), payload }], { update_mode: 'insert_only' });
  }

  /** Changes marks, and facts, of a collection, if its marks are as `expected`: the caller reads whether they were. */
  async set(
    name: string,
    change: Partial<Marks> & { readonly facts?: CollectionFacts },
    expected: Partial<Pick<Marks, 'begun' | 'owner' | 'beat' | 'revision'>>,
  ): Promise<void> {
    const { facts, ...marks } = change;
    const conditions = Object.entries(expected).map(([key, value]) => equal(key, value));
    await this.connection.change(
      'setPayload',
      this.name,
      {
        payload: { ...marks, ...(facts && { facts: JSON.stringify(withoutMarks(facts)) }) },
        filter: { must: [{ has_id: [idOf(name)] }, ...conditions] },
      },
      'strong',
    );
  }

  /** Of a collection that is marked as removed. */
  async finishRemoval({ name, place }: CollectionState): Promise<void> {
    await this.removePlace(place);
    const filter = { must: [{ has_id: [idOf(name)] }, equal('isRemoved', true)] };
    await this.connection.change('deletePoints', this.name, { filter }, 'strong');
  }

  /** The Qdrant collection, with all of its points. */
  async removePlace(place: string): Promise<void> {
    await this.connection.send('deleteCollection', { collection_name: place }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Points beside those of collections: the caches', and places. */
  async put(
    points: readonly { readonly id: string; readonly payload: object }[],
    options: { readonly update_mode?: 'insert_only' } = {},
  ): Promise<void> {
    const bare = points.map((point) => ({ ...point, vector: {} }));
    await this.connection.change('upsertPoints', this.name, { points: bare, ...options }, 'strong');
  }

  async retrieve<Payload>(ids: readonly string[]): Promise<StoredPoint<Payload>[]> {
    if (ids.length === 0) return [];
    try {
      // Of any replica: a write is acknowledged when all that are read have it, or count as dead.
      return await this.connection.send('getPoints', {
        collection_name: this.name,
        ids,
        with_payload: true,
      });
    } catch (error) {
      if (isMissing(error)) throw noStore(this.connection.location, error);
      throw error;
    }
  }

  /** Those beside collections that match. */
  async beside<Payload>(filter: Filter): Promise<StoredPoint<Payload>[]> {
    return this.connection.all<Payload>(this.name, filter);
  }

  async remove(selection: Readonly<Record<string, unknown>>): Promise<void> {
    await this.connection.change('deletePoints', this.name, selection);
  }
}

/** A state may be given where facts are wanted. */
function withoutMarks(facts: CollectionFacts): CollectionFacts {
  const entries = Object.entries(facts).filter(([name]) => !Object.hasOwn(fresh, name));
  return Object.fromEntries(entries) as unknown as CollectionFacts;
}

function stateOf({ payload: { facts, ...marks } }: StoredPoint<StatePayload>): CollectionState {
  return { ...(JSON.parse(facts) as CollectionFacts), ...marks };
}

/** How the points of a collection are spread over a cluster. */
export function copiesOf({ place: { shards, replicas } }: Connection): Readonly<Record<string, number>> {
  return {
    ...(shards !== undefined && { shard_number: shards }),
    ...(replicas !== undefined && {
      replication_factor: replicas,
      write_consistency_factor: Math.floor(replicas / 2) + 1,
    }),
  };
}

/** Another program may have made it at the same moment. */
async function createUnlessThere(
  connection: Connection,
  request: Readonly<Record<string, unknown>> & { readonly collection_name: string },
): Promise<void> {
  try {
    await connection.send('createCollection', request);
  } catch (error) {
    const { collection_name } = request;
    const { exists } = await connection.send<{ readonly exists: boolean }>('collectionExists', {
      collection_name,
    });
    if (!exists) throw error;
  }
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

function noStore(location: string, cause?: unknown): StoreError {
  return new StoreError(`There is no store at ${location}`, {
    hint: 'Nothing has been added there yet: add documents, or name the right server and ?prefix= as `store`.',
    context: { location },
    cause,
  });
}
