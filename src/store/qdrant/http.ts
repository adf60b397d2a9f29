/**
 * Requests to a Qdrant server, by the names of its OpenAPI document. They go over `node:http`: through `fetch`, as the official client
 * sends them, each takes four times as long, and a search makes two dozen.
 */
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

const collection = '/collections/{collection_name}';
const vectorName = `${collection}/vectors/{vector_name}`;
const operations = {
  root: ['GET', '/'],
  batchUpdate: ['POST', `${collection}/points/batch`],
  collectionExists: ['GET', `${collection}/exists`],
  countPoints: ['POST', `${collection}/points/count`],
  createCollection: ['PUT', collection],
  createFieldIndex: ['PUT', `${collection}/index`],
  createVectorName: ['PUT', vectorName],
  deleteCollection: ['DELETE', collection],
  deletePoints: ['POST', `${collection}/points/delete`],
  deleteVectorName: ['DELETE', vectorName],
  facet: ['POST', `${collection}/facet`],
  getCollection: ['GET', collection],
  getPoints: ['POST', `${collection}/points`],
  queryPoints: ['POST', `${collection}/points/query`],
  scrollPoints: ['POST', `${collection}/points/scroll`],
  setPayload: ['POST', `${collection}/points/payload`],
  updateCollection: ['PATCH', collection],
  updateVectors: ['PUT', `${collection}/points/vectors`],
  upsertPoints: ['PUT', `${collection}/points`],
} as const;

export type Operation = keyof typeof operations;
/** What stands in the path, the query or the body, by its name there. */
export type Parameters = Readonly<Record<string, unknown>>;

/** An answer of the server that is none of success. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.name = 'Refusal';
    this.status = status;
  }
}

const inQuery: ReadonlySet<string> = new Set(['wait', 'ordering', 'timeout']);
/** In milliseconds: the server ends connections that are idle for five seconds, and none takes as long to be made. */
const longestIdleMs = 4000;

export class HttpClient {
  private readonly address: string;
  private readonly headers: http.OutgoingHttpHeaders;
  private readonly agent: http.Agent;

  constructor(address: string, apiKey: string | undefined) {
    const { Agent } = address.startsWith('https:') ? https : http;
    this.agent = new Agent({ keepAlive: true, timeout: longestIdleMs });
    this.address = address;
    this.headers = {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { 'api-key': apiKey }),
    };
  }

  /**
   * Gives what the server answers.
   * @param isFresh over a connection of its own
   * @throws Refusal; what `node:http` throws; AbortError.
   */
  async request(
    operation: Operation,
    parameters: Parameters,
    { signal, isFresh = false }: { readonly signal: AbortSignal; readonly isFresh?: boolean },
  ): Promise<unknown> {
    const [method, template] = operations[operation];
    const inPath = new Set<string>();
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      inPath.add(name);
      return encodeURIComponent(String(parameters[name]));
    });
    const query = new URLSearchParams();
    const body: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(parameters)) {
      if (inQuery.has(name)) query.set(name, String(value));
      else if (!inPath.has(name)) body[name] = value;
    }
    const url = new URL(`${path}?${query.toString()}`, this.address);
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const options = { method, signal, ...(isFresh && { agent: false as const }) };
    const response = await this.send(url, options, hasBody ? JSON.stringify(body) : '');
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return JSON.parse(answer);
    throw new Refusal(statusCode, reasonIn(answer) ?? `${statusCode} ${response.statusMessage}`);
  }

  private send(url: URL, options: http.RequestOptions, body: string): Promise<http.IncomingMessage> {
    const { agent, headers } = this;
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent, headers, ...options }, resolve);
      sent.on('error', reject);
      sent.on('timeout', () => sent.socket?.connecting && sent.destroy(new Error('nothing answers there')));
      sent.end(body);
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

const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** Whether the connection ended before there was an answer, which does not say what the server has done. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && broken.has(error.code);
