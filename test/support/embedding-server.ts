/** A server that embeds as eight providers do, on a free port of this machine, and misbehaves on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  embeddingProtocols,
  type Body,
  type EmbeddingProtocol,
  type ProviderName,
} from './embedding-protocols.ts';

export interface ReceivedEmbedding {
  /** With the query of the address. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  readonly texts: readonly string[];
}

export type EmbeddingReply =
  /** A vector a text, perhaps changed: longer, fewer, in another order. */
  | {
      readonly change?: (vectors: number[][]) => readonly (readonly number[])[];
      readonly rewrite?: (answer: object) => object;
      readonly afterMs?: number;
    }
  | { readonly status: number; readonly message?: string; readonly headers?: Record<string, string> }
  /** `drop` closes the connection, `cut` does so in the middle, `hang` never answers, `nonsense` is a page. */
  | { readonly fault: 'drop' | 'cut' | 'hang' | 'nonsense' };

type NextReply = EmbeddingReply | ((texts: readonly string[]) => EmbeddingReply);

export interface EmbeddingServer {
  baseUrlOf(provider: ProviderName): string;
  readonly requests: readonly ReceivedEmbedding[];
  /** Requests under way at once, at most so far. */
  readonly mostAtOnce: number;
  /** What the next requests get, from the first; the last one stays. A function sees the texts. */
  reply(...replies: readonly NextReply[]): void;
  close(): Promise<void>;
}

export interface EmbeddingServerOptions {
  /** Of the served model. */
  readonly dimensions?: number;
  /** Required of every request where given. */
  readonly apiKey?: string;
}

/** What the server gives for a text: numbers between −1 and 1 that depend on it alone, not of unit length. */
export function vectorOfText(text: string, dimensions: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length: dimensions }, (_, index) => digest.readInt8(index % 32) / 128 + index / 1e4);
}

export async function startEmbeddingServer(options: EmbeddingServerOptions = {}): Promise<EmbeddingServer> {
  const { dimensions: own = 8, apiKey } = options;
  const requests: ReceivedEmbedding[] = [];
  let replies: readonly NextReply[] = [{}];
  let underWay = 0;
  let mostAtOnce = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = JSON.parse(await readBody(request)) as Body;
    const protocol = protocolOf(path);
    const asked = protocol.read(body);
    const refuse = (status: number, message: string, headers?: Record<string, string>) =>
      sendJson(response, { status, body: protocol.writeError({ status, message }), headers });
    requests.push({ path, headers: request.headers, body, texts: 'texts' in asked ? asked.texts : [] });
    if (apiKey !== undefined && protocol.keyOf(request.headers) !== apiKey) {
      return refuse(
        protocol.keyStatus ?? 401,
        `Incorrect API key provided: ${protocol.keyOf(request.headers)}`,
      );
    }
    if ('status' in asked) return refuse(asked.status, asked.message);
    const [next, ...later] = replies;
    if (later.length > 0) replies = later;
    const reply = typeof next === 'function' ? next(asked.texts) : next!;
    if ('fault' in reply) return misbehave(response, reply.fault);
    if ('status' in reply) return refuse(reply.status, reply.message ?? 'no', reply.headers);
    const { change = (vectors) => vectors, rewrite = (written) => written, afterMs = 0 } = reply;
    if (afterMs > 0) await sleep(afterMs);
    const vectors = change(asked.texts.map((text) => vectorOfText(text, asked.dimensions ?? own)));
    sendJson(response, { status: 200, body: rewrite(protocol.write(vectors, path)) });
  }

  const server = createServer(async (request, response) => {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    response.once('close', () => (underWay -= 1));
    await answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrlOf: (provider) => origin + embeddingProtocols[provider].base,
    requests,
    get mostAtOnce() {
      return mostAtOnce;
    },
    reply: (...given) => void (replies = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function protocolOf(path: string): EmbeddingProtocol {
  const found = Object.values(embeddingProtocols).find(({ base }) => path.startsWith(`${base}/`));
  if (found === undefined) throw new Error(`No provider listens at ${path}`);
  return found;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function misbehave(response: ServerResponse, fault: 'drop' | 'cut' | 'hang' | 'nonsense'): void {
  if (fault === 'drop') response.destroy();
  if (fault === 'nonsense') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome!</p>');
  if (fault !== 'cut') return;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data": [', () => response.destroy());
}

interface Sent {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string> | undefined;
}

function sendJson(response: ServerResponse, { status, body, headers }: Sent): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
