/** The trace that a caller is in (`traceparent`), so that spans of the library belong to it. */
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './context.ts';

/** Where the OpenTelemetry of the program keeps what was registered; nothing is loaded where nothing was. */
const registry = Symbol.for('opentelemetry.js.api.1');

export const trace: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.header('traceparent') === undefined || !(registry in globalThis)) return next();
  const { context, propagation } = await import('@opentelemetry/api');
  const given = propagation.extract(context.active(), c.req.header());
  return context.with(given, next);
};
