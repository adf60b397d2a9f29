/** Errors as `application/problem+json` (RFC 9457), with the library's code and hint. */
import { STATUS_CODES } from 'node:http';
import { z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { pageStyle } from '../../util/page-style.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import { plainPolicy } from './reference.ts';
import { AuthError, ConfigError, PinciteError, type PinciteErrorCode } from '../../index.ts';

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'Stable: what programs may rely on.' }),
    hint: z.string().optional().meta({ description: 'What to do.' }),
    problems: z.array(z.string()).optional().meta({ description: 'Each mistake in what was sent.' }),
    position: z.string().optional().meta({ description: 'Where the mistake in a filter is.' }),
    requestId: z.string().optional(),
    error: z
      .object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() })
      .optional()
      .meta({ description: 'The same as OpenAI writes it, of the paths that are OpenAI’s.' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

/** By the code of the error. What is not here is a failure of the server's own. */
const statuses: Readonly<Record<string, number>> = {
  CONFIG: 400,
  FILTER: 400,
  AUTH: 401,
  ACCESS: 403,
  COLLECTION_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  NO_DOCUMENTS_FOUND: 404,
  EMBEDDING_MODEL_MISMATCH: 409,
  EMBEDDING_DIMENSION: 409,
  LIMIT_EXCEEDED: 413,
  UNSUPPORTED_FORMAT: 422,
  UNREADABLE_DOCUMENT: 422,
  PDF_ENCRYPTED: 422,
  PDF_CORRUPTED: 422,
  PDF_EMPTY: 422,
  LOAD: 422,
  CHUNKING: 422,
  EMBEDDING: 502,
  RERANKING: 502,
  QUERY_GENERATION: 502,
  GENERATION: 502,
  STORE: 503,
  STORE_NOT_FOUND: 503,
};

/** An answer of the server that is no error of the library. */
export class HttpProblem extends PinciteError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    { hint, headers = {} }: { hint?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    // The code is the status in words, such as NOT_FOUND, and never leaves HTTP.
    super(codeOf(status) as PinciteErrorCode, detail, { hint });
    this.status = status;
    this.headers = headers;
  }
}

const codeOf = (status: number) =>
  status === 401 ? 'AUTH' : (STATUS_CODES[status] ?? 'Error').toUpperCase().replaceAll(/\W+/g, '_');

export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** Nobody foresaw it: the log has it. */
  readonly isUnexpected: boolean;
}

/** Where the manual lies on this machine is of no use elsewhere. */
const ownManual = /\S*[/\\]docs[/\\](?=[\w-]+\.md\b)/g;

/** What the caller is told of an error: of an unexpected one, that there was one. */
export function problemOf(error: unknown, requestId?: string): ProblemAnswer {
  const known = asKnown(error);
  const status = known instanceof HttpProblem ? known.status : (statuses[known?.code ?? ''] ?? 500);
  const { problems, position } = known?.context ?? {};
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: known?.message ?? 'Something went wrong in the server',
    code: known?.code ?? 'UNEXPECTED',
    hint: known
      ? known.hint?.replaceAll(ownManual, 'docs/')
      : 'The log of the server says more, under this requestId.',
    problems: Array.isArray(problems) ? problems.map(String) : undefined,
    position: typeof position === 'string' ? position : undefined,
    requestId,
  };
  const headers = {
    ...(known instanceof AuthError ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(known instanceof HttpProblem ? known.headers : {}),
  };
  return { problem, headers, isUnexpected: known === undefined };
}

function asKnown(error: unknown): PinciteError | undefined {
  if (error instanceof PinciteError) return error;
  if (error instanceof HTTPException) return new HttpProblem(error.status, error.message);
  const { name } = error as Error;
  if (name === 'TimeoutError') {
    return new HttpProblem(504, 'The request took longer than the server allows', {
      hint: 'Ask for less at once; server.limits.requestMs is the limit.',
    });
  }
  if (name === 'AbortError') return new HttpProblem(499, 'The client went away');
  return undefined;
}

/** With the error once more in the shape that OpenAI's clients read. */
export function inOpenAiShape({ problem, ...rest }: ProblemAnswer): ProblemAnswer {
  const { status, code, detail, hint } = problem;
  const message = hint === undefined ? detail : `${detail}. ${hint}`;
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { ...rest, problem: { ...problem, error: { message, type, param: null, code } } };
}

/** A response with the error in its body: for whoever follows a link in a browser, as a page that leads on. */
export function problemResponse({ problem, headers }: ProblemAnswer, isShown = false): Response {
  if (isShown) {
    return new Response(problemPage(problem), {
      status: problem.status,
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': plainPolicy,
      },
    });
  }
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

/** Parameters of a query that a route does not have. */
export function unknownParameters(unknown: readonly string[], known: readonly string[]): ConfigError {
  const problems = unknown.map((name) => {
    const meant = nearestName(name, known);
    return `${name}: there is no such parameter${meant === undefined ? '' : `, did you mean ${meant}?`}`;
  });
  return new ConfigError(`Something in the query is wrong: ${problems.join('; ')}`, {
    hint: known.length === 0 ? 'This route takes none.' : `It takes ${known.join(', ')}.`,
    context: { problems },
  });
}

/** In words of this server where a value is missing, or is not the number that it has to be. */
function worded(message: string): string {
  if (message.endsWith('received undefined')) return 'is missing';
  return message.endsWith('received NaN') ? 'must be given, as a number' : message;
}

/** What is wrong in a part of a request, each mistake with its place. `known` are the keys that a body may have. */
export function invalidRequest(
  issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly message: string;
    readonly keys?: readonly string[];
  }[],
  target: string,
  known: readonly string[] = [],
): ConfigError {
  const problems = issues.map(({ path, message, keys = [] }) => {
    if (path.length > 0) return `${path.join('.')}: ${worded(message)}`;
    const meant = keys.flatMap((key) => nearestName(key, known) ?? []);
    return meant.length === 0 ? message : `${message}, did you mean ${meant.join(', ')}?`;
  });
  const part = { json: 'body', query: 'query', param: 'path' }[target] ?? target;
  return new ConfigError(`Something in the ${part} is wrong: ${problems.join('; ')}`, {
    hint: '/docs says what each route takes.',
    context: { problems },
  });
}

const style = `${pageStyle} body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere; }`;

/** What whoever follows a link that leads nowhere sees: what is wrong, and the way back. */
const problemPage = ({ status, title, detail, hint }: Problem): string => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Pincite</title><style>${style}</style>
<main><h1>${escapeHtml(status === 404 ? 'There is no such page' : title)}</h1>
<p>${escapeHtml(detail)}.${hint === undefined ? '' : ` ${escapeHtml(hint)}`}</p>
<p><a href="/">Ask your documents</a> · <a href="/library">See what there is</a></p></main></html>`;
