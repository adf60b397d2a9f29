/**
 * A server that behaves like the Hugging Face hub on a free port of this machine, and misbehaves on demand: a listing
 * with sizes, small files from the hub itself behind a relative redirect, large ones from another host (here another
 * path) with the checksum told beforehand, ranges, and 401 for what there is not.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBytes, type ModelFiles } from './model-folder.ts';

/** What befalls the next large file that is asked for; one of the three. */
export interface HubFault {
  readonly status?: number;
  /** Nothing more is sent after so many bytes. */
  readonly stallAfter?: number;
  /** Other bytes of the same length. */
  readonly corrupt?: boolean;
}

export interface HubRequest {
  readonly path: string;
  readonly range: string | undefined;
}

export interface HubServer {
  readonly url: string;
  readonly requests: readonly HubRequest[];
  /** What befalls the next requests for large files, from the first. */
  fail(...faults: readonly HubFault[]): void;
  /** Breaks every connection, in the middle of what is sent. */
  dropConnections(): void;
  close(): Promise<void>;
}

export const hubCommit = 'c0ffee0123456789c0ffee0123456789c0ffee01';

const isLarge = (name: string) => name.includes('.onnx');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const gitSha1 = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** @param models files by the name of their repository, `owner/name` */
export async function startHubServer(models: Readonly<Record<string, ModelFiles>>): Promise<HubServer> {
  const requests: HubRequest[] = [];
  const faults: HubFault[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://hub');
    requests.push({ path: url.pathname, range: request.headers.range });
    answer(models, { request, response, path: decodeURIComponent(url.pathname), faults });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (...more) => void faults.push(...more),
    dropConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly faults: HubFault[];
}

function answer(models: Readonly<Record<string, ModelFiles>>, exchange: Exchange): void {
  const { path, response } = exchange;
  const [, listed] = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/main$/.exec(path) ?? [];
  if (listed !== undefined) return list(models[listed], response);
  const [, kind, repository = '', name = ''] =
    /^(\/cdn|\/api\/resolve-cache)?\/([^/]+\/[^/]+)\/resolve\/c0ffee\w+\/(.+)$/.exec(path) ?? [];
  const content = models[repository]?.[name];
  if (content === undefined) return refuse(response, 401);
  const bytes = toBytes(content);
  if (kind === '/cdn') return sendLarge(exchange, bytes);
  if (kind === '/api/resolve-cache') return sendSmall(response, bytes);
  if (isLarge(name)) {
    const headers = { 'x-linked-etag': `"${sha256(bytes)}"`, 'x-linked-size': bytes.length };
    response
      .writeHead(302, { ...headers, location: `http://${exchange.request.headers.host}/cdn${path}` })
      .end();
  } else {
    response.writeHead(307, { location: `/api/resolve-cache${path}` }).end();
  }
}

function list(files: ModelFiles | undefined, response: ServerResponse): void {
  if (files === undefined) return refuse(response, 401);
  const siblings = Object.entries(files).map(([rfilename, content]) => ({
    rfilename,
    size: toBytes(content!).length,
  }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ sha: hubCommit, siblings }));
}

function sendSmall(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { etag: `"${gitSha1(bytes)}"`, 'content-length': bytes.length }).end(bytes);
}

/** The tag of the other host is its own and tells nothing about the bytes. */
function sendLarge({ request, response, faults }: Exchange, bytes: Buffer): void {
  const { status, stallAfter, corrupt = false } = faults.shift() ?? {};
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (status !== undefined) return refuse(response, status);
  if (start >= bytes.length) return refuse(response, 416);
  const body = corrupt ? Buffer.alloc(bytes.length - start, 'x') : bytes.subarray(start);
  const headers = { etag: '"0123456789abcdef0123456789abcdef"', 'content-length': body.length };
  const range = { ...headers, 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(start > 0 ? 206 : 200, start > 0 ? range : headers);
  if (stallAfter !== undefined) response.write(body.subarray(0, stallAfter));
  else response.end(body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end('Refused');
}
