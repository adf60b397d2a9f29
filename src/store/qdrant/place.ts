import type { Schemas } from '@qdrant/js-client-rest';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { type Connection, isMissing, longestRequestMs, tookTooLong } from './connection.ts';
import type { QdrantRequest, ReadOptions, SendOptions } from './connection.ts';

export type Filter = Schemas['Filter'];
export type Condition = Schemas['Condition'];
export type Point = Schemas['PointStruct'];
export type Vectors = Record<string, number[] | Schemas['SparseVector']>;

/** Of a list, one element is enough; the same holds for `anyOf`. The server takes no half characters. */
export const equal = (key: string, value: string | number | boolean): Condition => ({
  key,
  match: { value: wellFormed(value) },
});
/** No point has it. */
export const nothing = equal('kind', 'none');
export const anyOf = (key: string, values: readonly (string | number)[]): Condition =>
  values.length === 0 ? nothing : { key, match: { any: wellFormed([...new Set(values)]) as string[] } };
/** The points of these ids. */
export const oneOf = (ids: readonly string[]): Condition =>
  ids.length === 0 ? nothing : { has_id: [...ids] };

/** A point as it is read. `Payload` is what the request asked for. */
export interface StoredPoint<Payload> {
  readonly id: string;
  readonly payload: Payload;
  readonly vector: Vectors;
}

export interface FoundPoint<Payload> extends StoredPoint<Payload> {
  readonly score: number;
}

interface Page<Payload> {
  readonly points: StoredPoint<Payload>[];
  readonly next_page_offset?: unknown;
}

/** What comes along of points, in Qdrant's words: the whole payload and no vectors unless given. */
export interface Wanted extends ReadOptions {
  readonly with_payload?: readonly string[];
  readonly with_vector?: true | readonly string[];
  /** So many points at once. */
  readonly limit?: number;
}

/** A change of many points, or an index over all of them, may take as long. */
const longestChangeMs = 300_000;
const pointsPerPage = 512;
type Update = Schemas['UpdateResult'];

export async function gathered<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** A collection of the server, and its points. Every change is acknowledged when it can be read. */
export class Place {
  readonly connection: Connection;
  readonly name: string;

  constructor(connection: Connection, name: string) {
    this.connection = connection;
    this.name = name;
  }

  /** Sends a request about the collection; gives the result. @param about what follows its name in Qdrant's paths */
  async send<Result>(
    method: QdrantRequest['method'],
    about: string,
    { body, ...options }: SendOptions & Pick<QdrantRequest, 'body'> = {},
  ): Promise<Result> {
    const path = `/collections/${encodeURIComponent(this.name)}${about}`;
    return (await this.connection.send<{ readonly result: Result }>({ method, path, body }, options)).result;
  }

  ask<Result>(about: string, body: object, options?: ReadOptions): Promise<Result> {
    return this.send('POST', about, { body, ...options });
  }

  /** Changes points; `strong` where changes of several programs, of single points, must follow each other. */
  async change(
    [method, about]: readonly [method: QdrantRequest['method'], about: string],
    body?: object,
    ordering: 'weak' | 'strong' = 'weak',
  ): Promise<void> {
    const limitMs = ordering === 'strong' ? longestRequestMs : longestChangeMs;
    const query = `?wait=true&ordering=${ordering}&timeout=${limitMs / 1000}`;
    const results = await this.send<Update | Update[]>(method, about + query, { body, limitMs });
    // One that the server has not come to by then is no error of its own: it still will be made.
    if ([results].flat().some(({ status }) => status !== 'completed'))
      throw tookTooLong(this.connection.location);
  }

  put(points: readonly Point[], ordering?: 'strong', options?: object): Promise<void> {
    return this.change(['PUT', '/points'], { points, ...options }, ordering);
  }

  remove(
    which: { readonly points: readonly string[] } | { readonly filter: Filter },
    ordering?: 'strong',
  ): Promise<void> {
    return this.change(['POST', '/points/delete'], which, ordering);
  }

  index(key: string, schema: string | object): Promise<void> {
    return this.change(['PUT', '/index'], { field_name: key, field_schema: schema });
  }

  /** Makes the collection, spread over a cluster as the URL of the store says. */
  async make(settings: object): Promise<void> {
    const { shards, replicas } = this.connection.address;
    const copies = {
      ...(shards !== undefined && { shard_number: shards }),
      ...(replicas !== undefined && {
        replication_factor: replicas,
        write_consistency_factor: Math.floor(replicas / 2) + 1,
      }),
    };
    await this.send('PUT', '', { body: { ...settings, ...copies } });
  }

  /** Deletes the collection, if it is there. */
  async delete(): Promise<void> {
    await this.send('DELETE', '').catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Points that match, in no order, a page at a time. */
  async *pages<Payload>(
    filter: Filter,
    { signal, ...wanted }: Wanted = {},
  ): AsyncIterable<StoredPoint<Payload>[]> {
    let offset: unknown;
    do {
      const request = { filter, limit: pointsPerPage, with_payload: true, ...wanted, offset };
      const page = await this.ask<Page<Payload>>('/points/scroll', request, { signal });
      yield page.points;
      offset = page.next_page_offset;
    } while (offset !== null && offset !== undefined);
  }

  /** All points that match, in no order. */
  async all<Payload>(filter: Filter, wanted?: Wanted): Promise<StoredPoint<Payload>[]> {
    return gathered(this.pages<Payload>(filter, wanted));
  }

  /** The first points that match, as `wanted` says. */
  async first<Payload>(filter: Filter, wanted: Wanted): Promise<StoredPoint<Payload>[]> {
    const { value = [] } = await this.pages<Payload>(filter, wanted)[Symbol.asyncIterator]().next();
    return value as StoredPoint<Payload>[];
  }

  /** Those of the ids that there are, of any replica: a write is acknowledged when all that are read have it, or count as dead. */
  async byId<Payload>(ids: readonly string[]): Promise<StoredPoint<Payload>[]> {
    return ids.length === 0 ? [] : this.ask('/points', { ids, with_payload: true });
  }

  async count(filter: Filter, options?: ReadOptions): Promise<number> {
    const counted = this.ask<{ readonly count: number }>('/points/count', { filter, exact: true }, options);
    return (await counted).count;
  }

  /** The best points of a query, best first. */
  async query<Payload>(request: object, options?: ReadOptions): Promise<FoundPoint<Payload>[]> {
    const found = this.ask<{ readonly points: FoundPoint<Payload>[] }>('/points/query', request, options);
    return (await found).points;
  }
}
