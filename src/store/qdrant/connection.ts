/**
 * Requests to a Qdrant server. They go over `node:http`: through `fetch`, as the official client sends them, each takes four
 * times as long, and a search makes two dozen.
 */
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { type ErrorDetails, PinciteError, StoreError } from '../../errors.ts';
import { maskError } from '../../util/strings/mask-secrets.ts';
import { closed } from '../closed.ts';
import type { WatchedOptions } from '../store.ts';
import { parseQdrantUrl, type QdrantAddress } from './address.ts';

export interface QdrantRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With what stands behind the question mark. */
  readonly path: string;
  readonly body?: object | undefined;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface SendOptions extends ReadOptions {
  /** Milliseconds. */
  readonly limitMs?: number;
}

/** No answer of a server that works takes as long, nor a change of single points. */
export const longestRequestMs = 60_000;
/** The server ends connections that are idle for five seconds, and none takes as long to be made. */
const longestIdleMs = 4000;
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

export class Connection {
  readonly address: QdrantAddress;
  readonly location: string;
  private readonly client: Pick<typeof http, 'request'>;
  private readonly agent: http.Agent;
  private readonly headers: http.OutgoingHttpHeaders;
  private readonly beforeRequest: WatchedOptions['beforeStatement'];
  private isClosed = false;

  /** Nothing is connected yet. @throws ConfigError for a URL that is none. */
  constructor(url: string, beforeRequest?: WatchedOptions['beforeStatement']) {
    this.address = parseQdrantUrl(url);
    const { origin, apiKey, location } = this.address;
    this.location = location;
    const { Agent, request } = origin.startsWith('https:') ? https : http;
    this.client = { request };
    this.agent = new Agent({ keepAlive: true, timeout: longestIdleMs });
    this.headers = { 'content-type': 'application/json', ...(apiKey !== undefined && { 'api-key': apiKey }) };
    this.beforeRequest = beforeRequest;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Gives the whole answer. @throws StoreError; the signal's reason. */
  async send<Answer>(
    request: QdrantRequest,
    { signal, limitMs = longestRequestMs }: SendOptions = {},
  ): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.isClosed) throw closed(this.location, undefined);
    this.beforeRequest?.(`${request.method} ${request.path}`);
    const limit = AbortSignal.timeout(limitMs);
    const until = signal ? AbortSignal.any([signal, limit]) : limit;
    try {
      return (await this.exchange(request, until)) as Answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = limit.aborted ? tookTooLong(this.location) : asStoreError(error, this.location);
      throw maskError(failure, [this.address.apiKey]);
    }
  }

  /** @throws StoreError where the server refuses; what `node:http` throws; AbortError. */
  private async exchange(request: QdrantRequest, signal: AbortSignal): Promise<unknown> {
    const response = await this.respond(request, { signal, agent: this.agent });
    const answer = await text(response);
    const { statusCode: status = 0, statusMessage } = response;
    if (status >= 200 && status < 300) return JSON.parse(answer);
    if (status === 408) throw tookTooLong(this.location, { status });
    const reason = reasonIn(answer) ?? `${status} ${statusMessage}`;
    throw failed(this.location, reason, { hint: hintsByStatus[status], context: { status } });
  }

  /**
   * Sent once more over a new connection where the one that was kept is broken: the server closes idle ones, also while a busy program
   * has not seen it, and may have been started anew. Whatever is sent may come twice: points have ids, and what depends on a state names it.
   */
  private respond(
    request: QdrantRequest,
    options: Pick<http.RequestOptions, 'signal' | 'agent'>,
  ): Promise<http.IncomingMessage> {
    const { method, path, body } = request;
    return new Promise((resolve, reject) => {
      const url = new URL(path, this.address.origin);
      const sent = this.client.request(url, { method, headers: this.headers, ...options }, resolve);
      sent.on('error', (error) => {
        if (sent.reusedSocket && isBroken(error))
          resolve(this.respond(request, { ...options, agent: false }));
        else reject(error);
      });
      sent.on('timeout', () => sent.socket?.connecting && sent.destroy(new Error('nothing answers there')));
      sent.end(body && JSON.stringify(body));
    });
  }
}

/** `{ status: { error } }`, as Qdrant refuses; `undefined` where something before it does. */
function reasonIn(answer: string): string | undefined {
  try {
    const { status } = JSON.parse(answer) as { readonly status?: { readonly error?: unknown } };
    return typeof status?.error === 'string' ? status.error : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the connection ended before there was an answer, which does not say what the server has done. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && broken.has(error.code);

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

const failed = (location: string, reason: string, { context, ...details }: ErrorDetails): StoreError =>
  new StoreError(`The store at ${location} failed: ${reason}`, {
    ...details,
    context: { location, ...context },
  });

/** What `node:http` throws as a StoreError with it as cause; our own errors pass unchanged. */
function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  // Of several addresses that were tried in vain, the first one's.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const reason = first instanceof Error ? first.message : String(first);
  return failed(location, reason, { hint: unreachable, cause: error });
}

export const tookTooLong = (location: string, context?: ErrorDetails['context']): StoreError =>
  new StoreError(`The store at ${location} took too long`, {
    hint: 'Try again when the server has less to do; nothing was half-stored.',
    context: { location, ...context },
  });

/** Whether the server says that there is no collection of that name there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StoreError && error.context.status === 404;
