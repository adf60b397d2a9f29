/** Where requests may come from and go to, on every route: no page of somebody else's, no name that was bound anew. */
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, outgoingOf } from '../context.ts';
import { isLoopback } from './auth.ts';
import { HttpProblem } from '../problems.ts';

export interface GuardSettings {
  /** What the server listens to. */
  readonly host: string;
  /** Where others reach it. */
  readonly publicUrl?: string | readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses names of hosts that are not the server's, so that a page cannot bind its own name to this machine, and origins of other
 * pages. A server that listens to a network and names no hosts takes any, as each request needs a key there.
 */
export function guard({ host, publicUrl = [], ...allowed }: GuardSettings): MiddlewareHandler<ApiEnv> {
  const hosts = new Set([publicUrl].flat().map((url) => new URL(url).hostname));
  const takesAny = !isLoopback(host) && hosts.size === 0;
  // An address cannot be bound anew: probes of orchestrators call by it.
  const isOwnAddress = (name: string) => !isLoopback(host) && isIP(name.replaceAll(/[[\]]/g, '')) !== 0;
  const isAllowed = (name: string) =>
    takesAny || isLoopback(name) || name === host.toLowerCase() || hosts.has(name) || isOwnAddress(name);
  const origins = new Set(allowed.allowedOrigins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));

  return async (c, next) => {
    // A request of the Fetch standard has no such header.
    const hostHeader = c.req.header('host') ?? (outgoingOf(c) ? '' : new URL(c.req.url).host);
    if (!isAllowed(nameOfHost(hostHeader))) {
      throw new HttpProblem(403, 'The request is for another host than this server', {
        hint: 'Name it in server.publicUrl, which may be a list.',
      });
    }
    const origin = c.req.header('origin')?.toLowerCase();
    const isForeign = origin !== undefined && !isSameHost(origin, hostHeader);
    if (isForeign && !origins.has(origin)) {
      throw new HttpProblem(403, 'The request comes from a page of another origin', {
        hint: 'Add it to server.allowedOrigins.',
      });
    }
    if (isForeign && c.req.method === 'OPTIONS') return preflight(origin);
    await next();
    if (isForeign) allowOrigin(c.res.headers, origin);
  };
}

/** The name without the port, in lower case. */
const nameOfHost = (header: string) => header.replace(/:\d+$/, '').toLowerCase();

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

function allowOrigin(headers: Headers, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin);
  headers.append('Vary', 'Origin');
  headers.set('Access-Control-Expose-Headers', 'Location, Retry-After, X-Request-Id');
}

function preflight(origin: string): Response {
  const headers = new Headers({
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Traceparent',
    'Access-Control-Max-Age': '600',
  });
  allowOrigin(headers, origin);
  return new Response(null, { status: 204, headers });
}

/** On every response: no guessing of types, no frames of others, nothing cached but what says so. */
export const secureHeaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cross-Origin-Resource-Policy', 'same-site');
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};
