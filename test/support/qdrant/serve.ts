/** The server: each request and each reply is checked against Qdrant's document. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Database } from './database.ts';
import { QdrantError, unsupported } from './error.ts';
import { checkDepth, parseJson } from './json-text.ts';
import { type Operation, type Parameter, readOpenApi, Routes } from './openapi.ts';
import { operations } from './operations.ts';
import { Schemas } from './schema.ts';

const mostBytes = 32 * 2 ** 20;
const openPaths = new Set(['/', '/healthz', '/livez', '/readyz']);

export function createQdrantServer(database: Database, apiKey?: string): Server {
  const document = readOpenApi();
  const [routes, schemas] = [new Routes(document), new Schemas(document)];
  const requests = new Map<string, number>();
  return createServer({ keepAliveTimeout: 5_000 }, (request, response) => {
    answer(request).then(
      (text) => send(response, 200, text),
      (error: unknown) => sendError(response, error),
    );
  });

  async function answer(request: IncomingMessage): Promise<string> {
    const started = performance.now();
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const text = await readBody(request);
    if (pathname.startsWith('/__test/')) return JSON.stringify(control(pathname, text));
    if (apiKey !== undefined && !openPaths.has(pathname)) checkKey(request, apiKey);
    const found = routes.find(request.method!, pathname);
    if (!found) throw new QdrantError(404, `Not found: ${request.method} ${pathname}`);
    const { operation, variables } = found;
    const counted = `${request.method} ${operation.path}`;
    requests.set(counted, (requests.get(counted) ?? 0) + 1);
    const handle = operations[operation.id];
    if (!handle) throw unsupported(counted);
    const query = readQuery(schemas, operation.parameters, searchParams);
    const body = readJson(schemas, operation, text);
    const result = handle({ database, variables, wait: query.wait === true, body });
    return checkedReply(schemas, operation, result, (performance.now() - started) / 1000);
  }

  /** What tests ask of this server and not of Qdrant. */
  function control(path: string, text: string): unknown {
    const { operations: count = 1 } = (text === '' ? {} : JSON.parse(text)) as { operations?: number };
    if (path === '/__test/requests') return Object.fromEntries(requests);
    if (path === '/__test/die-before') database.faults.dieBefore(count);
    else if (path === '/__test/die-after') database.faults.dieAfter(count);
    else throw new QdrantError(404, `Not found: ${path}`);
    return {};
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  if (body.length > mostBytes)
    throw new QdrantError(
      413,
      `Payload error: JSON payload (${body.length} bytes) is larger than allowed (limit: ${mostBytes} bytes).`,
    );
  return body.toString();
}

function checkKey({ headers }: IncomingMessage, apiKey: string): void {
  const given = headers['api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
  if (given === undefined)
    throw new QdrantError(401, 'Must provide an API key or an Authorization bearer token');
  if (given !== apiKey) throw new QdrantError(401, 'Invalid API key or JWT');
}

function readQuery(
  schemas: Schemas,
  parameters: readonly Parameter[],
  given: URLSearchParams,
): Record<string, unknown> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  return Object.fromEntries(
    [...given].map(([name, text]) => {
      const parameter = known.find((each) => each.name === name);
      if (!parameter) throw invalid('query', `has unknown parameter \`${name}\``);
      const value = /^(true|false|\d+)$/.test(text) ? (JSON.parse(text) as unknown) : text;
      const problem = schemas.problem(parameter.schema, value);
      if (problem !== undefined) throw invalid('query', `${name} ${problem}`);
      return [name, value];
    }),
  );
}

function readJson(schemas: Schemas, { body: schema }: Operation, text: string): unknown {
  if (!schema) return undefined;
  const body = parseJson(text);
  checkDepth(body);
  const problem = schemas.problem(schema, body);
  if (problem !== undefined) throw invalid('JSON body', problem);
  return body;
}

const invalid = (where: string, problem: string) =>
  new QdrantError(400, `Format error in ${where}: ${problem}`);

/** @throws Error when this server itself does not follow the document: a mistake of its own */
function checkedReply(
  schemas: Schemas,
  { id, reply: schema }: Operation,
  result: unknown,
  time: number,
): string {
  if (!schema) return String(result);
  const text = JSON.stringify(id === 'root' ? result : { result, status: 'ok', time });
  const problem = schemas.problem(schema, JSON.parse(text));
  if (problem !== undefined) throw new Error(`The reply of ${id} is not what the document says: ${problem}`);
  return text;
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof QdrantError) return sendProblem(response, error);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  sendProblem(response, new QdrantError(500, `Service internal error: ${String(error)}`));
}

/** A missing key is told as plain text, as Qdrant does. */
function sendProblem(response: ServerResponse, { status, message }: QdrantError): void {
  const text = status === 401 ? message : JSON.stringify({ status: { error: message }, time: 0 });
  send(response, status, text);
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' });
  response.end(text);
}
