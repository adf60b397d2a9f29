/** Whether the server lives, is ready, and how it does: for orchestrators and Prometheus. */
import { z } from '@hono/zod-openapi';
import type { KnowledgeBase } from '../../../index.ts';
import type { Api } from '../context.ts';
import { define } from '../define.ts';
import type { Metrics } from '../metrics.ts';

const readySchema = z
  .object({
    ready: z.boolean(),
    parts: z.array(z.object({ part: z.string(), ok: z.boolean(), detail: z.string().optional() })),
  })
  .meta({ id: 'Readiness' });

/** How long it counts that all parts have answered: models are asked for it, which may cost. The store is asked each time. */
const knownForMs = 300_000;
/** A part that takes longer does not answer. */
const timeoutMs = 5_000;

interface Health {
  readonly kb: Pick<KnowledgeBase, 'health' | 'collections'>;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
}

export function healthRoutes(api: Api, { kb, metrics, isStopping }: Health): void {
  let asked: { readonly at: number; readonly parts: ReturnType<KnowledgeBase['health']> } | undefined;
  const health = () => {
    if (asked === undefined || Date.now() - asked.at > knownForMs)
      asked = { at: Date.now(), parts: kb.health({ timeoutMs }) };
    return asked.parts;
  };
  const store = () =>
    kb.collections().then(
      () => [],
      () => [{ part: 'store', ok: false, detail: 'It does not answer' }],
    );

  define(api, 'GET /livez', {
    tag: 'Health',
    summary: 'Whether the process answers',
    answers: { 200: { description: 'It does', schema: z.object({ live: z.literal(true) }) } },
    handle: (c) => c.json({ live: true as const }),
  });

  define(api, 'GET /readyz', {
    tag: 'Health',
    summary: 'Whether every part answers, and which does not',
    answers: {
      200: { description: 'Ready', schema: readySchema },
      503: { description: 'Not ready', schema: readySchema },
    },
    handle: async (c) => {
      const parts = (await health()).map(({ part, ok, detail }) => ({ part, ok, ...(ok ? {} : { detail }) }));
      const stopping = isStopping() ? [{ part: 'server', ok: false, detail: 'It is stopping' }] : [];
      const all = [...parts, ...(await store()), ...stopping];
      const ready = all.every(({ ok }) => ok);
      if (!ready) asked = undefined;
      return c.json({ ready, parts: all }, ready ? 200 : 503);
    },
  });

  define(api, 'GET /metrics', {
    tag: 'Health',
    summary: 'Metrics for Prometheus',
    access: 'administrator',
    answers: { 200: { description: 'In its text format', content: ['text/plain'] } },
    handle: async () =>
      new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } }),
  });
}
