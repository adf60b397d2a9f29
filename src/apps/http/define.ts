/** How routes are written: what comes in and goes out, once, for the checks, the types and the OpenAPI document. */
import { createRoute, type z } from '@hono/zod-openapi';
import type { ZodObject, ZodType } from 'zod';
import { AccessError, ConfigError } from '../../index.ts';
import type { MiddlewareHandler } from 'hono';
import type { Api, ApiContext, ApiEnv } from './context.ts';
import { invalidRequest, problemSchema, unknownParameters } from './problems.ts';

interface Answer {
  readonly description: string;
  /** Of a JSON body. */
  readonly schema?: ZodType;
  /** Other kinds of bodies. */
  readonly content?: readonly string[];
}

/** As OpenAPI writes it: `GET /v1/documents/{id}`. */
type Route = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

interface Definition<Params extends ZodObject, Query extends ZodObject, Body extends ZodType> {
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** What the caller must be allowed; `read` unless given. */
  readonly access?: 'write' | 'administrator';
  readonly params?: Params;
  readonly query?: Query;
  /** For clients that others made, which send parameters of their own. */
  readonly takesAnyQuery?: true;
  /** Of `application/json`. */
  readonly body?: Body;
  /** Bodies of other kinds, which the handler reads itself. */
  readonly otherBodies?: Readonly<Record<string, ZodType>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly handle: (c: ApiContext, given: Given<Params, Query, Body>) => Promise<Response> | Response;
}

interface Given<Params extends ZodObject, Query extends ZodObject, Body extends ZodType> {
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

const problemContent = { 'application/problem+json': { schema: problemSchema } };

/** What any request may be answered with. */
const usualProblems: Readonly<Record<number, string>> = {
  400: 'Something in the request is wrong',
  401: 'There is no key, or it is not valid',
  403: 'The key may not do this, or the request comes from where none may',
  404: 'There is no such thing',
  405: 'The path has no such method',
  409: 'It does not go with what there is now',
  413: 'Too much at once',
  415: 'The body is of another type than expected',
  422: 'The document cannot be read',
  429: 'Too many requests: wait as long as Retry-After says',
  500: 'The server failed',
  502: 'A model that the server asked failed',
  503: 'The store does not answer, or the server is stopping',
  504: 'It took too long',
};

/** Adds a route; what does not fit its definition is refused before the handler. */
export function define<Params extends ZodObject, Query extends ZodObject, Body extends ZodType>(
  api: Api,
  route: Route,
  definition: Definition<Params, Query, Body>,
): void {
  const [verb, path] = route.split(' ') as [string, string];
  const method = verb.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
  const { summary, description, tag, access, params, query, body, otherBodies } = definition;
  const json = body ? { 'application/json': { schema: body } } : {};
  const others = schemasOf(otherBodies);
  const described = {
    method,
    path,
    summary,
    description,
    tags: [tag],
    operationId: operationId(method, path),
    security: [{ key: [] }],
    request: { params, query },
    responses: { ...problemsOf(), ...answersOf(definition.answers) },
  };
  // Of the bodies that Hono is told of, it reads each kind into memory to check it: others are told to the document alone.
  const checkedBody = body && !otherBodies ? { body: { content: json, required: true } } : {};
  const everyBody = body ? { body: { content: { ...json, ...others }, required: true } } : {};
  api.openAPIRegistry.registerPath({ ...described, request: { ...described.request, ...everyBody } });
  const isChecked = path.startsWith('/v1/') && !definition.takesAnyQuery;
  const created = createRoute({
    ...described,
    request: { ...described.request, ...checkedBody },
    ...(isChecked ? { middleware: refuseUnknownQuery(Object.keys(query?.shape ?? {})) } : {}),
    hide: true,
  });
  api.openapi(
    created,
    (async (c: ApiContext) => {
      requireAccess(c, access);
      const valid = <Part>(part: string) => c.req.valid(part as never) as Part;
      return definition.handle(c, {
        params: params ? valid('param') : ({} as never),
        query: query ? valid('query') : ({} as never),
        body: otherBodies ? await jsonOf(c, body) : body ? valid('json') : (undefined as never),
      });
    }) as never,
    (result) => {
      if (!result.success) throw invalidRequest(result.error.issues, result.target, keysOf(body));
    },
  );
}

/** What a body may have; empty where it is no object. */
const keysOf = (body: ZodType | undefined): string[] =>
  body !== undefined && 'shape' in body ? Object.keys(body.shape as object) : [];

/** A parameter that is not known, such as `where` for `filter`, would otherwise restrict nothing. */
function refuseUnknownQuery(known: readonly string[]): MiddlewareHandler<ApiEnv> {
  return (c, next) => {
    const unknown = Object.keys(c.req.query()).filter((name) => !known.includes(name));
    if (unknown.length > 0) throw unknownParameters(unknown, known);
    return next();
  };
}

/** The checked body of a route that takes other kinds too; nothing of those is read. */
async function jsonOf<Body extends ZodType>(c: ApiContext, body: Body | undefined): Promise<z.output<Body>> {
  if (body === undefined || !isJson(c)) return undefined as never;
  const given = await c.req.json<unknown>().catch((cause: unknown) => {
    throw new ConfigError('Malformed JSON in request body', { cause });
  });
  const checked = body.safeParse(given);
  if (checked.success) return checked.data;
  throw invalidRequest(checked.error.issues, 'json', keysOf(body));
}

export const isJson = (c: ApiContext) => /^application\/json\b/i.test(c.req.header('content-type') ?? '');

function requireAccess(c: ApiContext, access: 'write' | 'administrator' | undefined): void {
  const { caller } = c.var;
  if (access === 'administrator' && !caller.isAdministrator) {
    throw new AccessError('Only an administrator may do this', {
      hint: 'Use a key that was made with `pincite keys add --admin`.',
    });
  }
  if (access === 'write' && caller.access !== 'write') {
    throw new AccessError('This key may read only', {
      hint: 'Use a key that was made with `pincite keys add --access write`.',
    });
  }
}

const schemasOf = (bodies: Readonly<Record<string, ZodType>> = {}) =>
  Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }]));

const problemsOf = () =>
  Object.fromEntries(
    Object.entries(usualProblems).map(([status, description]) => [
      status,
      { description, content: problemContent },
    ]),
  );

const answersOf = (answers: Readonly<Record<number, Answer>>) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema, content = [] }]) => {
      const json = schema ? { 'application/json': { schema } } : {};
      // Each event has a shape of its own, which the description says.
      const others = content.map((type) => [
        type,
        type === 'text/event-stream' ? {} : { schema: { type: 'string' as const } },
      ]);
      const kinds = { ...json, ...Object.fromEntries(others) };
      return [status, { description, ...(Object.keys(kinds).length > 0 ? { content: kinds } : {}) }];
    }),
  );

/** `getDocumentsByIdText` of `GET /v1/documents/{id}/text`; what is no part of the interface's version is a page. */
function operationId(method: string, path: string): string {
  const words = (path.startsWith('/v1/') ? path.slice(4) : `page${path}`)
    .replaceAll(/\{(\w+)\}/g, 'by_$1')
    .split(/\W|_/)
    .filter(Boolean);
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}
