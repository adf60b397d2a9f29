/** `/v1/eval`: measuring retrieval over queries with known answers. Runs are kept in memory, the latest of each tenant. */
import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { NoDocumentsFoundError, type EvaluateOptions, type RetrieveOptions } from '../../../index.ts';
import { parseYamlQueries, renderReport, type EvaluationResult } from '../../../evaluate/index.ts';
import type { Api, ApiContext, Caller } from '../context.ts';
import { define } from '../define.ts';
import { HttpProblem, problemOf, problemSchema } from '../problems.ts';

const runsKept = 20;

const requestSchema = z
  .strictObject({
    name: z.string().min(1).max(200).default('queries'),
    collection: z.string().min(1).max(200).optional(),
    queries: z
      .array(z.looseObject({ query: z.string().min(1).max(4000) }))
      .min(1)
      .max(10_000)
      .meta({
        description:
          'As in a query set: query, and relevantDocuments, relevantPages, relevantChunks or answer.',
        example: [{ query: 'notice period', relevantDocuments: ['supply-agreement'] }],
      }),
    metrics: z
      .array(z.string().max(100))
      .max(50)
      .optional()
      .meta({ example: ['ndcg@10', 'mrr'] }),
    answers: z
      .boolean()
      .optional()
      .meta({ description: 'Also ask for answers, and measure their citations.' }),
    depth: z.int().min(1).max(1000).optional(),
    configurations: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(200),
          retrieve: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .max(20)
      .optional()
      .meta({
        description: 'Ways of searching to compare, by options of a search; the first is the baseline.',
      }),
  })
  .meta({ id: 'EvaluationRequest' });

const runSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    startedAt: z.string(),
    done: z.int().meta({ description: 'Queries that were run.' }),
    total: z.int(),
    configurations: z
      .array(
        z.object({
          name: z.string(),
          metrics: z.record(z.string(), z.number().nullable()),
          intervals: z
            .record(z.string(), z.object({ low: z.number().nullable(), high: z.number().nullable() }))
            .meta({ description: '95 % intervals of the means.' }),
          latencyMs: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }),
          recallCurve: z.array(z.object({ k: z.int(), recall: z.number().nullable() })),
          warnings: z.array(z.string()),
        }),
      )
      .optional(),
    problem: problemSchema.optional(),
  })
  .meta({ id: 'EvaluationRun' });

export type EvaluationRun = z.infer<typeof runSchema>;

interface Run {
  readonly description: z.infer<typeof runSchema>;
  result?: EvaluationResult;
}

/** A query a line from the second on, as the page has them: problems name lines. */
const querySet = (about: object, queries: readonly object[]): string =>
  `${JSON.stringify(about).slice(0, -1)},"queries":[\n${queries.map((query) => JSON.stringify(query)).join(',\n')}\n]}`;

const params = z.object({ id: z.uuid() });

/** @param stopping ends what is running. */
export function evalRoutes(api: Api, stopping: AbortSignal): void {
  const runs = new Map<string, Run[]>();
  const ownRuns = ({ tenant }: Caller) => {
    const key = JSON.stringify(tenant);
    const own = runs.get(key) ?? [];
    runs.set(key, own);
    return own;
  };
  const find = (c: ApiContext, id: string): Run => {
    const run = ownRuns(c.var.caller).find(({ description }) => description.id === id);
    if (run !== undefined) return run;
    throw new NoDocumentsFoundError(`There is no run ${id}`, {
      hint: `The latest ${runsKept} are kept, until the server is stopped.`,
    });
  };

  define(api, 'POST /v1/eval', {
    tag: 'Evaluation',
    summary: 'Measure retrieval over queries with known answers',
    body: requestSchema,
    answers: { 202: { description: 'It runs; ask for it by its id', schema: runSchema } },
    handle: async (c, { body: { name, collection, queries, configurations, ...options } }) => {
      const { kb, caller } = c.var;
      const own = ownRuns(caller);
      if (own.some(({ description }) => description.state === 'running')) {
        throw new HttpProblem(429, 'An evaluation is running already', { headers: { 'Retry-After': '10' } });
      }
      const dataset = await parseYamlQueries(querySet({ name, collection }, queries), 'queries');
      const checked = configurations?.map((one) => ({
        name: one.name,
        retrieve: (one.retrieve ?? {}) as RetrieveOptions, // the library says what is wrong
      }));
      const asked: EvaluateOptions = { ...options, collection, configurations: checked, signal: stopping };
      const run: Run = {
        description: {
          id: randomUUID(),
          name,
          state: 'running',
          startedAt: new Date().toISOString(),
          done: 0,
          total: queries.length * (checked?.length || 1),
        },
      };
      own.unshift(run);
      own.splice(runsKept);
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        Object.assign(run.description, { done, total });
      };
      void kb.evaluate(dataset, { ...asked, onProgress }).then(
        (result) => finish(run, result),
        (error: unknown) =>
          Object.assign(run.description, { state: 'failed', problem: problemOf(error).problem }),
      );
      return c.json(run.description, 202);
    },
  });

  define(api, 'GET /v1/eval', {
    tag: 'Evaluation',
    summary: 'List runs, the latest first',
    answers: { 200: { description: 'Runs', schema: z.object({ runs: z.array(runSchema) }) } },
    handle: (c) => c.json({ runs: ownRuns(c.var.caller).map(({ description }) => description) }),
  });

  define(api, 'GET /v1/eval/{id}', {
    tag: 'Evaluation',
    summary: 'How a run stands',
    params,
    answers: { 200: { description: 'The run', schema: runSchema } },
    handle: (c, { params: { id } }) => c.json(find(c, id).description),
  });

  define(api, 'GET /v1/eval/{id}/report', {
    tag: 'Evaluation',
    summary: 'The report as one page of HTML, with tables and plots',
    params,
    answers: { 200: { description: 'The page', content: ['text/html'] } },
    handle: (c, { params: { id } }) => {
      const { result } = find(c, id);
      if (result === undefined) throw new HttpProblem(409, 'The run has no result yet');
      return c.html(renderReport(result), 200, {
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      });
    },
  });
}

function finish(run: Run, result: EvaluationResult): void {
  run.result = result;
  const configurations = result.configurations.map(
    ({ name, metrics, intervals, latencyMs: { p50, p95 }, recallCurve, warnings }) => ({
      name,
      metrics,
      intervals,
      latencyMs: { p50, p95 },
      recallCurve,
      warnings,
    }),
  );
  Object.assign(run.description, { state: 'done', configurations });
}
