import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { importPeer } from '../../models/import-peer.ts';
import { closed } from '../closed.ts';
import type { WatchedOptions } from '../store.ts';
import { asStoreError, isBroken, tookTooLong } from './engine-errors.ts';
import { parseQdrantUrl, type QdrantPlace } from './address.ts';
import { maskError } from '../../util/mask-secrets.ts';

export type Filter = Schemas['Filter'];
export type Condition = Schemas['Condition'];
export type Point = Schemas['PointStruct'];
export type Vectors = Record<string, number[] | Schemas['SparseVector']>;

/** A point as it is read. `Payload` is what the request asked for. */
export interface StoredPoint<Payload> {
  readonly id: string;
  readonly payload: Payload;
  readonly vector: Vectors;
}

export interface FoundPoint<Payload> extends StoredPoint<Payload> {
  readonly score: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface SendOptions extends ReadOptions {
  readonly limitMs?: number;
}

/** Which payload and vectors come along: paths, and names; the whole payload and no vectors unless given. */
export interface Wanted {
  readonly payload?: readonly string[];
  readonly vectors?: true | readonly string[];
}

/** What is read of points, and so many at once. */
export interface PageOptions extends ReadOptions {
  readonly wanted?: Wanted;
  readonly pageSize?: number;
}

type UpdateResult = Schemas['UpdateResult'];
type Api = ReturnType<QdrantClient['api']>;
type Request = (payload: never, init?: RequestInit) => Promise<{ readonly data: unknown }>;

/** No answer of a server that works takes as long, nor a change of single points. */
const longestRequestMs = 60_000;
/** One of many points, or an index over all of them, may. */
const longestChangeMs = 300_000;
const pointsPerPage = 512;

/** Node's own, which it ends when they are idle for four seconds: the server does after five, the client's would after ten. */
const nodesConnections = { dispatcher: undefined };

/** Asked once more where the connection breaks: a server closes idle ones, and may be back at once. */
const reads: ReadonlySet<keyof Api> = new Set([
  'collectionExists',
  'countPoints',
  'facet',
  'getCollection',
  'getPoints',
  'queryPoints',
  'scrollPoints',
]);

/** Sends requests to a server. Every write is acknowledged when it can be read. */
export class Connection {
  readonly place: QdrantPlace;
  readonly location: string;
  private readonly api: Api;
  private readonly beforeRequest: WatchedOptions['beforeStatement'];
  private isClosed = false;

  private constructor(api: Api, place: QdrantPlace, beforeRequest: WatchedOptions['beforeStatement']) {
    this.api = api;
    this.place = place;
    this.location = place.location;
    this.beforeRequest = beforeRequest;
  }

  /** @throws ConfigError for a URL that is none. Nothing is connected yet. */
  static async open(url: string, beforeRequest?: WatchedOptions['beforeStatement']): Promise<Connection> {
    const place = parseQdrantUrl(url);
    const { QdrantClient: Client } = await importPeer<typeof import('@qdrant/js-client-rest')>(
      '@qdrant/js-client-rest',
      { what: 'Qdrant stores', install: 'npm install @qdrant/js-client-rest@1' },
    );
    const client = new Client({
      url: place.address,
      port: null,
      // As an option of the client, the key makes it write to the console.
      headers: place.apiKey === undefined ? {} : { 'api-key': place.apiKey },
      // Its own time limit would take the place of our signals.
      timeout: Infinity,
      checkCompatibility: false,
    });
    return new Connection(client.api(), place, beforeRequest);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Such as `1.18.0`. */
  async version(): Promise<string> {
    const { version } = (await this.request('root', {}, {})) as { readonly version: string };
    return version;
  }

  /** Gives the result of an operation by its name in Qdrant's OpenAPI document. */
  async send<Result>(
    operation: keyof Api,
    payload: Readonly<Record<string, unknown>>,
    options: SendOptions = {},
  ): Promise<Result> {
    const { result } = (await this.request(operation, payload, options)) as { readonly result: Result };
    return result;
  }

  private async request(
    operation: keyof Api,
    payload: Readonly<Record<string, unknown>>,
    { signal, limitMs = longestRequestMs }: SendOptions,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.isClosed) throw closed(this.location, undefined);
    this.beforeRequest?.(operation);
    const limit = AbortSignal.timeout(limitMs);
    const request = this.api[operation] as Request;
    const init = { signal: signal ? AbortSignal.any([signal, limit]) : limit, ...nodesConnections };
    const ask = () => request(payload as never, init);
    try {
      const { data } = await ask().catch((error: unknown) => {
        if (reads.has(operation) && isBroken(error)) return ask();
        throw error;
      });
      return data;
    } catch (error) {
      signal?.throwIfAborted();
      throw maskError(asStoreError(error, this.location), [this.place.apiKey]);
    }
  }

  /** Changes points of a collection; `strong` where changes of several programs, of single points, must follow each other. */
  async change(
    operation: keyof Api,
    collection: string,
    payload: Readonly<Record<string, unknown>>,
    ordering: 'weak' | 'strong' = 'weak',
  ): Promise<void> {
    const limitMs = ordering === 'strong' ? longestRequestMs : longestChangeMs;
    const timeout = limitMs / 1000;
    const request = { collection_name: collection, wait: true, ordering, timeout, ...payload };
    const results = await this.send<UpdateResult | UpdateResult[]>(operation, request, { limitMs });
    // One that the server has not come to by then is no error of its own: it still will be made.
    if ([results].flat().some(({ status }) => status !== 'completed')) throw tookTooLong(this.location);
  }

  /** Points that match, in no order, a page at a time. */
  async *pages<Payload>(
    collection: string,
    filter: Filter,
    { wanted = {}, pageSize = pointsPerPage, signal }: PageOptions = {},
  ): AsyncIterable<StoredPoint<Payload>[]> {
    let offset: string | number | null | undefined;
    do {
      const page = await this.send<Schemas['ScrollResult']>(
        'scrollPoints',
        { collection_name: collection, filter, limit: pageSize, offset, ...asRequested(wanted) },
        { signal },
      );
      yield page.points as unknown as StoredPoint<Payload>[];
      offset = page.next_page_offset as string | number | null | undefined;
    } while (offset !== null && offset !== undefined);
  }

  /** All points that match, in no order. */
  async all<Payload>(
    collection: string,
    filter: Filter,
    options: PageOptions = {},
  ): Promise<StoredPoint<Payload>[]> {
    const points: StoredPoint<Payload>[] = [];
    for await (const page of this.pages<Payload>(collection, filter, options)) points.push(...page);
    return points;
  }

  async count(collection: string, filter: Filter, options?: ReadOptions): Promise<number> {
    const { count } = await this.send<{ readonly count: number }>(
      'countPoints',
      { collection_name: collection, filter, exact: true },
      options,
    );
    return count;
  }

  /** The best points of a query, best first. */
  async query<Payload>(
    collection: string,
    {
      wanted = {},
      signal,
      ...request
    }: Readonly<Record<string, unknown>> & ReadOptions & { readonly wanted?: Wanted },
  ): Promise<FoundPoint<Payload>[]> {
    const { points } = await this.send<{ readonly points: FoundPoint<Payload>[] }>(
      'queryPoints',
      { collection_name: collection, ...request, ...asRequested(wanted) },
      { signal },
    );
    return points;
  }
}

function asRequested({ payload, vectors }: Wanted): { with_payload: unknown; with_vector: unknown } {
  const isNone = payload !== undefined && payload.length === 0;
  return { with_payload: isNone ? false : (payload ?? true), with_vector: vectors ?? false };
}
