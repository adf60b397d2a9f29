/** A server that speaks OpenAI's chat protocol on a free port of this machine, and misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: object } };
  readonly [setting: string]: unknown;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: ChatRequest;
}

export type ChatReply =
  | {
      readonly text: string;
      readonly finishReason?: 'stop' | 'length';
      readonly afterMs?: number;
      /** What a stream sends at once; word by word unless given. */
      readonly pieces?: readonly string[];
      /** Closes the connection after half of the stream, or sends nothing more and leaves it open. */
      readonly breaksOff?: 'drop' | 'hang';
    }
  | { readonly status: number; readonly message?: string; readonly headers?: Record<string, string> }
  /** `drop` closes the connection, `hang` never answers, `nonsense` is a page and no completion. */
  | { readonly fault: 'drop' | 'hang' | 'nonsense' };

export interface OpenAiServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  /** What the next requests get, from the first; the last one stays. A function sees the request. */
  reply(...replies: readonly (ChatReply | ((body: ChatRequest) => ChatReply))[]): void;
  /** Replies that are under way. */
  openReplies(): number;
  close(): Promise<void>;
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const requests: ReceivedRequest[] = [];
  let replies: readonly (ChatReply | ((body: ChatRequest) => ChatReply))[] = [{ text: 'OK' }];
  const open = new Set<ServerResponse>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await readBody(request)) as ChatRequest;
    open.add(response);
    response.once('close', () => open.delete(response));
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const [next, ...later] = replies;
    if (later.length > 0) replies = later;
    await respond(response, body, typeof next === 'function' ? next(body) : next!);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    reply: (...given) => void (replies = given),
    openReplies: () => open.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function respond(response: ServerResponse, body: ChatRequest, reply: ChatReply): Promise<void> {
  if ('fault' in reply) return misbehave(response, reply.fault);
  if ('status' in reply) {
    const { status, message = `status ${status}`, headers } = reply;
    return sendJson(response, { error: { message } }, { status, headers });
  }
  const { text, finishReason = 'stop', afterMs = 0, pieces = text.split(/(?<= )/), breaksOff } = reply;
  await sleep(afterMs);
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const completion = { id: 'chat-1', created: 1, model: body.model };
  if (body.stream !== true) {
    const message = { role: 'assistant', content: text };
    const choices = [{ index: 0, message, finish_reason: finishReason }];
    return sendJson(response, { ...completion, choices, usage }, { status: 200 });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: object) => response.write(`data: ${JSON.stringify({ ...completion, ...event })}\n\n`);
  const sent = breaksOff === undefined ? pieces : pieces.slice(0, Math.ceil(pieces.length / 2));
  for (const content of sent) {
    send({ choices: [{ index: 0, delta: { content } }] });
    await new Promise((resolve) => setImmediate(resolve)); // a packet each
  }
  if (breaksOff === 'drop') response.destroy();
  if (breaksOff !== undefined) return;
  send({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }], usage });
  response.end('data: [DONE]\n\n');
}

function misbehave(response: ServerResponse, fault: 'drop' | 'hang' | 'nonsense'): void {
  if (fault === 'drop') response.destroy();
  if (fault === 'nonsense') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome!</p>');
}

function sendJson(
  response: ServerResponse,
  value: object,
  { status, headers }: { status: number; headers?: Record<string, string> | undefined },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
