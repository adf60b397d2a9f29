import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { PinciteError, StoreError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import { closed } from '../closed.ts';
import type { WatchedOptions } from '../store.ts';
import { parseQdrantUrl, type QdrantPlace } from './address.ts';
import { maskError } from '../../util/strings/mask-secrets.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';

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

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

interface SendOptions extends ReadOptions {
  readonly limitMs?: number;
}

/** What comes along of points, in Qdrant's words: the whole payload and no vectors unless given. */
export interface Wanted extends ReadOptions {
  readonly with_payload?: readonly string[];
  readonly with_vector?: true | readonly string[];
  /** So many points at once. */
  readonly limit?: number;
}

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
}

/** The points of one collection of the server. */
export class Points {
  readonly connection: Connection;
  readonly place: string;

  constructor(connection: Connection, place: string) {
    this.connection = connection;
    this.place = place;
  }

  /** Sends a request about the collection. */
  send<Result>(operation: keyof Api, request: Readonly<Record<string, unknown>>, options?: SendOptions) {
    return this.connection.send<Result>(operation, { collection_name: this.place, ...request }, options);
  }

  /** Changes points; `strong` where changes of several programs, of single points, must follow each other. */
  async change(
    operation: keyof Api,
    request: Readonly<Record<string, unknown>>,
    ordering: 'weak' | 'strong' = 'weak',
  ): Promise<void> {
    const limitMs = ordering === 'strong' ? longestRequestMs : longestChangeMs;
    const whole = { wait: true, ordering, timeout: limitMs / 1000, ...request };
    const results = await this.send<Update | Update[]>(operation, whole, { limitMs });
    // One that the server has not come to by then is no error of its own: it still will be made.
    if ([results].flat().some(({ status }) => status !== 'completed'))
      throw tookTooLong(this.connection.location);
  }

  /** Points that match, in no order, a page at a time. */
  async *pages<Payload>(
    filter: Filter,
    { signal, ...wanted }: Wanted = {},
  ): AsyncIterable<StoredPoint<Payload>[]> {
    let offset: unknown;
    do {
      const request = { filter, limit: pointsPerPage, with_payload: true, ...wanted, offset };
      const page = await this.send<Page<StoredPoint<Payload>>>('scrollPoints', request, { signal });
      yield page.points;
      offset = page.next_page_offset;
    } while (offset !== null && offset !== undefined);
  }

  /** All points that match, in no order. */
  async all<Payload>(filter: Filter, wanted?: Wanted): Promise<StoredPoint<Payload>[]> {
    const points: StoredPoint<Payload>[] = [];
    for await (const page of this.pages<Payload>(filter, wanted)) points.push(...page);
    return points;
  }

  async count(filter: Filter, options?: ReadOptions): Promise<number> {
    const { count } = await this.send<{ readonly count: number }>(
      'countPoints',
      { filter, exact: true },
      options,
    );
    return count;
  }

  /** The best points of a query, best first. */
  async query<Payload>(
    request: Readonly<Record<string, unknown>>,
    options?: ReadOptions,
  ): Promise<FoundPoint<Payload>[]> {
    return (await this.send<Page<FoundPoint<Payload>>>('queryPoints', request, options)).points;
  }
}

type Update = Schemas['UpdateResult'];

interface Page<Item> {
  readonly points: Item[];
  readonly next_page_offset?: unknown;
}

const unreachable = 'Check that the server runs, and the host and port of `store`.';
const unauthorised = 'Give a valid API key in the URL of `store`: qdrants://:key@host:6333.';

/** By the status of Qdrant's answer. */
const hintsByStatus: Readonly<Record<number, string>> = {
  401: unauthorised,
  403: unauthorised,
  404: 'Something has removed what the store keeps there; add the documents again.',
  413: 'Raise service.max_request_size_mb of the server, or store smaller chunks.',
  429: 'The server has too much to do; try again in a moment.',
  503: 'The server is starting or has lost replicas; try again in a moment. Nothing was half-stored.',
};

/** What the client threw, as a StoreError with it as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const status = statusOf(error);
  if (status === 408 || (error instanceof Error && error.name === 'TimeoutError')) {
    return tookTooLong(location, error);
  }
  const hint = status === undefined ? unreachable : hintsByStatus[status];
  return new StoreError(`The store at ${location} failed: ${reasonOf(error)}`, {
    hint,
    context: { location, status },
    cause: error,
  });
}

export function tookTooLong(location: string, cause?: unknown): StoreError {
  return new StoreError(`The store at ${location} took too long`, {
    hint: 'Try again when the server has less to do; nothing was half-stored.',
    context: { location, status: statusOf(cause) },
    cause,
  });
}

/** Whether the connection ended before there was an answer, which does not say what the server has done. */
export const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error;

/** Of the answer that the server gave; `undefined` where it gave none. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}

/** Whether the server says that there is no collection of that name there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StoreError && error.context.status === 404;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('data' in error) return refusalIn(error.data) ?? error.message;
  const cause = error.cause instanceof AggregateError ? (error.cause.errors[0] as unknown) : error.cause;
  return cause instanceof Error ? cause.message : error.message;
}

/** `{ status: { error } }`, as Qdrant answers. */
function refusalIn(data: unknown): string | undefined {
  const { status } = (data ?? {}) as { readonly status?: { readonly error?: string } };
  return typeof status?.error === 'string' ? status.error : undefined;
}
