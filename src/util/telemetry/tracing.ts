/** Spans of OpenTelemetry. Its types are not named in ours: the package is bundled, and nobody needs it for them. */
import type { Attributes as OpenTelemetryAttributes } from '@opentelemetry/api';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface OpenSpan {
  /** Runs work with the span as the active one. */
  within<Result>(work: () => Result): Result;
  set(attributes: Attributes): void;
  /** @param errorCode why it failed; without, it did not. */
  end(errorCode?: string): void;
}

export interface Tracing {
  /** Begins a span below the active one. */
  start(name: string, attributes: Attributes, kind?: 'internal' | 'client'): OpenSpan;
}

/** Where every copy of the OpenTelemetry API, from 1.0 on, keeps what an SDK registered. */
const registry = Symbol.for('opentelemetry.js.api.1');

/** Of this library, as instrumentation is told apart. */
const scope = 'pincite';

/**
 * Spans for the tracer that the program has registered; `undefined` where it has none, and nothing is loaded then.
 */
export async function openTracing(): Promise<Tracing | undefined> {
  const registered = (globalThis as Record<symbol, unknown>)[registry] as { trace?: unknown } | undefined;
  if (registered?.trace === undefined) return undefined;
  const { context, trace, SpanKind, SpanStatusCode } = await import('@opentelemetry/api');
  const tracer = trace.getTracer(scope);
  const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };
  return {
    start(name, attributes, kind = 'internal') {
      const above = context.active();
      const options = { kind: kinds[kind], attributes: attributes as OpenTelemetryAttributes };
      const span = tracer.startSpan(name, options, above);
      const active = trace.setSpan(above, span);
      return {
        within: (work) => context.with(active, work),
        set: (more) => void span.setAttributes(more as OpenTelemetryAttributes),
        end(errorCode) {
          if (errorCode !== undefined) {
            // The message of an error may hold words of a document or of a question.
            span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorCode);
          }
          span.end();
        },
      };
    },
  };
}
