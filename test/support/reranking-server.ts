/** A server that reranks as five providers do, on a free port of this machine, and misbehaves on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRanking {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

export type RankingReply =
  /** What is answered instead of a ranking, or made of it. */
  | { readonly rewrite?: (entries: { index: number; relevance_score: number }[]) => unknown }
  | { readonly status: number; readonly message?: string }
  | { readonly fault: 'hang' | 'drop' | 'nonsense' };

export interface RerankingServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRanking[];
  /** What the next requests get, from the first; the last one stays. */
  reply(...replies: readonly RankingReply[]): void;
  close(): Promise<void>;
}

/** 0…1, of the pair alone. */
export const scoreOf = (query: string, passage: string): number =>
  createHash('sha256').update(`${query}\n${passage}`).digest().readUInt16BE(0) / 65_535;

export async function startRerankingServer(): Promise<RerankingServer> {
  const requests: ReceivedRanking[] = [];
  let replies: readonly RankingReply[] = [{}];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await readBody(request)) as Record<string, unknown>;
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const [next = {}, ...later] = replies;
    if (later.length > 0) replies = later;
    respond(response, body, next);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    reply: (...next) => (replies = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const bytes of request.setEncoding('utf8')) text += bytes as string;
  return text;
}

function respond(response: ServerResponse, body: Record<string, unknown>, reply: RankingReply): void {
  if ('fault' in reply) {
    if (reply.fault === 'drop') response.destroy();
    if (reply.fault === 'nonsense') response.end('<html>');
    return;
  }
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: reply.message ?? 'no' } }));
    return;
  }
  const passages = (body['documents'] ?? body['input'] ?? body['texts']) as string[];
  const entries = passages
    .map((passage, index) => ({ index, relevance_score: scoreOf(String(body['query']), passage) }))
    .sort((a, b) => b.relevance_score - a.relevance_score);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply.rewrite?.(entries) ?? usualAnswer(body, entries)));
}

/** Mixedbread and TEI call things by other names. */
function usualAnswer(body: object, entries: { index: number; relevance_score: number }[]): unknown {
  const renamed = entries.map(({ index, relevance_score: score }) => ({ index, score }));
  if ('texts' in body) return renamed;
  if ('input' in body) return { data: renamed };
  return { results: entries };
}
