import type { Schemas } from '@qdrant/js-client-rest';
import { PinciteError, StoreError } from '../../errors.ts';
import { closed } from '../closed.ts';
import type { WatchedOptions } from '../store.ts';
import { parseQdrantUrl, type QdrantAddress } from './address.ts';
import { HttpClient, isBroken, type Operation, type Parameters, Refusal } from './http.ts';
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

/** No answer of a server that works takes as long, nor a change of single points. */
const longestRequestMs = 60_000;
/** One of many points, or an index over all of them, may. */
const longestChangeMs = 300_000;
const pointsPerPage = 512;

/** Asked once more where the connection breaks: a server closes idle ones, and may be back at once. */
const reads: ReadonlySet<Operation> = new Set([
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
  readonly place: QdrantAddress;
  readonly location: string;
  private readonly http: HttpClient;
  private readonly beforeRequest: WatchedOptions['beforeStatement'];
  private isClosed = false;

  /** Nothing is connected yet. @throws ConfigError for a URL that is none. */
  constructor(url: string, beforeRequest?: WatchedOptions['beforeStatement']) {
    this.place = parseQdrantUrl(url);
    this.location = this.place.location;
    this.http = new HttpClient(this.place.origin, this.place.apiKey);
    this.beforeRequest = beforeRequest;
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
  async send<Result>(operation: Operation, payload: Parameters, options: SendOptions = {}): Promise<Result> {
    const { result } = (await this.request(operation, payload, options)) as { readonly result: Result };
    return result;
  }

  private async request(
    operation: Operation,
    payload: Parameters,
    { signal, limitMs = longestRequestMs }: SendOptions,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.isClosed) throw closed(this.location, undefined);
    this.beforeRequest?.(operation);
    const limit = AbortSignal.timeout(limitMs);
    const until = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      return await this.http.request(operation, payload, { signal: until }).catch((error: unknown) => {
        if (!reads.has(operation) || !isBroken(error) || until.aborted) throw error;
        return this.http.request(operation, payload, { signal: until, isFresh: true });
      });
    } catch (error) {
      signal?.throwIfAborted();
      const cause = limit.aborted ? tookTooLong(this.location, error) : asStoreError(error, this.location);
      throw maskError(cause, [this.place.apiKey]);
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
  send<Result>(operation: Operation, request: Parameters, options?: SendOptions) {
    return this.connection.send<Result>(operation, { collection_name: this.place, ...request }, options);
  }

  /** Changes points; `strong` where changes of several programs, of single points, must follow each other. */
  async change(
    operation: Operation,
    request: Parameters,
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
  async query<Payload>(request: Parameters, options?: ReadOptions): Promise<FoundPoint<Payload>[]> {
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

/** A failed request as a StoreError with it as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const status = statusOf(error);
  if (status === 408) return tookTooLong(location, error);
  const hint = status === undefined ? unreachable : hintsByStatus[status];
  const reason = reasonOf(error);
  return new StoreError(`The store at ${location} failed: ${reason}`, {
    hint,
    context: { location, status },
    cause: error,
  });
}

/** Of several addresses that were tried in vain the first one's. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}

export function tookTooLong(location: string, cause?: unknown): StoreError {
  return new StoreError(`The store at ${location} took too long`, {
    hint: 'Try again when the server has less to do; nothing was half-stored.',
    context: { location, status: statusOf(cause) },
    cause,
  });
}

/** Of the answer that the server gave; `undefined` where it gave none. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Refusal ? error.status : undefined;

/** Whether the server says that there is no collection of that name there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StoreError && error.context.status === 404;
