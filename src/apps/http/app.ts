/** The routes and what stands before them, as one Hono app: whatever serves `Request`s can serve it. */
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import type { MiddlewareHandler } from 'hono';
import packageJson from '../../../package.json' with { type: 'json' };
import type { KnowledgeBase } from '../../index.ts';
import { authenticate, type Authority } from './access/auth.ts';
import { type Api, type ApiContext, type ApiEnv, outgoingOf } from './context.ts';
import { guard, type GuardSettings, secureHeaders } from './access/guard.ts';
import type { KeyFolder } from './access/keys.ts';
import { limit, type Limits, type Load } from './access/limits.ts';
import { baseOf, linkTo } from './links.ts';
import type { Log } from './log.ts';
import { HttpProblem, inOpenAiShape, invalidRequest, problemOf, problemResponse } from './problems.ts';
import { plainPolicy, referencePage } from './reference.ts';
import { chatRoutes } from './routes/chat-completions.ts';
import { collectionRoutes } from './routes/collections.ts';
import { documentRoutes } from './routes/documents.ts';
import { evalRoutes } from './routes/eval.ts';
import { healthRoutes } from './routes/health.ts';
import { type JobParts, jobRoutes } from './routes/jobs.ts';
import { keyRoutes } from './routes/keys.ts';
import { searchRoutes } from './routes/search.ts';
import { isOfPage, viewRoutes } from './routes/view.ts';
import type { Scopes } from './access/scopes.ts';
import type { Services } from './services.ts';
import { handleMcp } from '../mcp/index.ts';
import { QueuedAdditions } from './queued-additions.ts';

export interface AppParts {
  readonly kb: Pick<KnowledgeBase, 'health' | 'collections'>;
  readonly scopes: Scopes;
  readonly keys: KeyFolder;
  readonly authority: Authority;
  readonly services: Services;
  readonly jobs: JobParts;
  readonly load: Load;
  readonly limits: Limits;
  readonly guard: GuardSettings;
  readonly log: Log;
  /** Aborts what is under way. */
  readonly stopping: AbortSignal;
  readonly isStopping: () => boolean;
}

/** Also those that OpenAI's clients call and this server does not have. */
const openAiPaths = new Set(
  ['chat/completions', 'models', 'completions', 'responses', 'embeddings'].map((path) => `/v1/${path}`),
);

/** Of a request that is no upload. */
const mostBodyBytes = 2 ** 20;

/** Routes that say nothing of any document, which probes and people ask for without a key. */
const openPaths = new Set(['/livez', '/readyz', '/openapi.json', '/docs']);
const isOpen = (path: string) => openPaths.has(path) || isOfPage(path);

/** Whether a browser shows the answer: programs ask for no HTML. */
const isFollowed = ({ req }: ApiContext) =>
  req.method === 'GET' && /\btext\/html\b/.test(req.header('accept') ?? '');

export function createApp(parts: AppParts): Api {
  const { scopes, authority, services, load, limits, keys, log, stopping } = parts;
  const api: Api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error.issues, result.target);
    },
  });
  api.onError((error, c) => {
    const answer = problemOf(error, c.var.requestId);
    if (answer.isUnexpected) log('error', 'failed', { requestId: c.var.requestId, error: error.stack });
    if (c.var.notes) c.var.notes['error'] = answer.problem.code;
    return problemResponse(openAiPaths.has(c.req.path) ? inOpenAiShape(answer) : answer, isFollowed(c));
  });
  api.use(observe(log, services), secureHeaders, guard(parts.guard), trace);
  api.use((c, next) => {
    c.set('links', (place) => linkTo(baseOf(c.req.url, parts.guard.publicUrl), place));
    return next();
  });
  api.use(async (c, next) => {
    if (isOpen(c.req.path)) return next();
    await authenticate(authority)(c, async () => {
      c.set('kb', scopes.of(c.var.caller));
      await limit(load, limits, stopping)(c, next);
    });
  });
  api.use(refuseBodies(mostBodyBytes));

  searchRoutes(api, services);
  documentRoutes(api, services);
  jobRoutes(api, parts.jobs);
  viewRoutes(api);
  collectionRoutes(api);
  chatRoutes(api, services);
  evalRoutes(api, stopping);
  keyRoutes(api, keys);
  healthRoutes(api, { kb: parts.kb, metrics: services.metrics, isStopping: parts.isStopping });
  mcpRoutes(api, { ...parts.jobs, log });
  describeApi(api);
  api.notFound((c) => {
    throw notFound(api, c);
  });
  return api;
}

/** A line in the log and a measure for each request, once its last byte is sent. */
function observe(log: Log, { metrics }: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('notes', {});
    const { method, path } = c.req;
    const end = () => {
      const ms = performance.now() - start;
      const { status } = c.res;
      const route = routeOf(c);
      metrics.request({ method, route, status }, ms);
      const facts = { requestId, method, route, status, ms: Math.round(ms * 10) / 10, key: c.var.caller?.id };
      log(status >= 500 ? 'error' : isOpen(path) ? 'debug' : 'info', 'request', {
        ...facts,
        ...c.var.notes,
      });
    };
    const outgoing = outgoingOf(c);
    if (outgoing) outgoing.once('close', end);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    if (!outgoing) end();
  };
}

/** As it is written, so that neither log nor metrics have ids and words of users. */
function routeOf(c: ApiContext): string {
  const route = c.req.routePath;
  return route === '*' || route === '/*' ? 'none' : route;
}

const withBody = new Set(['POST', 'PATCH', 'PUT']);

/** JSON of a bounded size; uploads have limits of their own, and are read as they come. */
function refuseBodies(maxSize: number): MiddlewareHandler<ApiEnv> {
  const bounded = bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpProblem(413, `The body is larger than ${maxSize} bytes`, {
        hint: 'Files are uploaded as multipart/form-data.',
        headers: { Connection: 'close' }, // the rest of the body is not read
      });
    },
  });
  return async (c, next) => {
    if (!withBody.has(c.req.method)) return next();
    const type = c.req.header('content-type') ?? '';
    if (/^multipart\/form-data\b/i.test(type) && c.req.path === '/v1/documents') return next();
    const hasBody =
      type !== '' ||
      c.req.header('transfer-encoding') !== undefined ||
      Number(c.req.header('content-length') ?? 0) > 0;
    if (!hasBody) return next();
    if (!/^application\/json\b/i.test(type)) {
      throw new HttpProblem(415, 'The body is not JSON', { hint: 'Send Content-Type: application/json.' });
    }
    return bounded(c, next);
  };
}

/** A path that is there with other methods says which. */
function notFound(api: Api, c: ApiContext): HttpProblem {
  const methods = [...new Set(api.routes.map(({ method }) => method))].filter(
    (method) => method !== 'ALL' && method !== c.req.method,
  );
  const others = methods.filter((method) =>
    api.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
  );
  if (others.length > 0) {
    return new HttpProblem(405, `${c.req.method} is no method of this path`, {
      headers: { Allow: others.join(', ') },
      hint: `It takes ${others.join(' and ')}.`,
    });
  }
  return new HttpProblem(404, 'There is nothing at this path', { hint: '/docs lists what there is.' });
}

/** Written once it is asked for, when all routes are there. */
function describeApi(api: Api): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of `pincite keys add`, or a JSON Web Token. A server on this machine alone may need none.',
  });
  let described: ReturnType<Api['getOpenAPI31Document']> | undefined;
  const describe = () =>
    (described ??= withLargestIntegers(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Pincite',
          version: packageJson.version,
          description: packageJson.description,
          license: { name: packageJson.license, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
        },
        servers: [{ url: '/' }],
      }),
    ));
  api.get('/openapi.json', (c) => c.json(describe()));
  api.get('/docs', (c) => c.html(referencePage(describe()), 200, { 'Content-Security-Policy': plainPolicy }));
}

/** Whole numbers are those that JavaScript can hold, which a schema has to say. */
function withLargestIntegers<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withLargestIntegers) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, withLargestIntegers<unknown>(value)]);
  const isInteger = 'type' in part && part.type === 'integer';
  return Object.fromEntries([
    ...(isInteger ? [['maximum', Number.MAX_SAFE_INTEGER]] : []),
    ...entries,
  ]) as Part;
}

/** Where the OpenTelemetry of the program keeps what was registered; nothing is loaded where nothing was. */
const registry = Symbol.for('opentelemetry.js.api.1');

/** The trace that a caller is in (`traceparent`), so that spans of the library belong to it. */
const trace: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.header('traceparent') === undefined || !(registry in globalThis)) return next();
  const { context, propagation } = await import('@opentelemetry/api');
  const given = propagation.extract(context.active(), c.req.header());
  return context.with(given, next);
};

interface McpParts extends Pick<JobParts, 'queue' | 'tenancy'> {
  readonly log: Log;
}

/** `/mcp`: the Model Context Protocol over streamable HTTP, as the caller sees the documents. */
function mcpRoutes(api: Api, { queue, tenancy, log }: McpParts): void {
  api.on(['GET', 'POST', 'DELETE'], '/mcp', (c) => {
    const { caller, kb, links, requestId } = c.var;
    const additions = caller.access === 'write' ? new QueuedAdditions(queue, caller, tenancy) : undefined;
    const onError = (error: unknown) => log('error', 'failed', { requestId, error: (error as Error).stack });
    return handleMcp(c.req.raw, { kb, options: { urlOf: links, additions, onError } });
  });
}
