/** `POST /v1/documents` and `/v1/jobs`: what is to be added, and how that goes on. */
import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { z } from '@hono/zod-openapi';
import {
  AccessError,
  ConfigError,
  type EnqueuedInput,
  type IngestionQueue,
  type Job,
  type JobSource,
  type JobWithSources,
} from '../../../index.ts';
import type { Api, ApiContext } from '../context.ts';
import { define, isJson } from '../define.ts';
import { findInPackage } from '../../../util/files/package-folder.ts';
import { HttpProblem } from '../problems.ts';
import { scopeOf } from '../access/scopes.ts';
import { sendEvents, type ServerEvent } from '../sse.ts';
import type { Uploads } from '../files/uploads.ts';

const described = {
  title: z.string().max(2000).optional(),
  creators: z.array(z.string().max(500)).max(100).optional(),
  dateCreated: z.string().max(40).optional().meta({ description: 'ISO 8601: 2026, 2026-03, 2026-03-14 …' }),
  type: z.string().max(200).optional(),
  tags: z.array(z.string().max(200)).max(200).optional(),
  project: z.string().max(200).optional(),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional()
    .meta({ description: 'Fields of your own, for filters.' }),
};

const documentSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(4000)
    .optional(),
  text: z.string().min(1).optional(),
  format: z.enum(['text', 'markdown', 'html']).default('text').meta({ description: 'Of text.' }),
  documentId: z.string().min(1).max(500).optional(),
  crawl: z
    .boolean()
    .default(false)
    .meta({ description: 'Read the site below the URL, each page as a document.' }),
  ...described,
});
type GivenDocument = z.output<typeof documentSchema>;

const addSchema = z
  .strictObject({
    collection: z.string().min(1).max(200).default('default'),
    documents: z.array(documentSchema).min(1).max(1000).meta({ description: 'Each has a url or a text.' }),
  })
  .meta({ id: 'AddRequest', example: { documents: [{ url: 'https://example.com/article.html' }] } });

const uploadSchema = z
  .object({
    files: z
      .array(z.string().meta({ format: 'binary' }))
      .optional()
      .meta({ description: 'Any number of parts named files.' }),
    collection: z.string().optional(),
    documentId: z.string().optional().meta({ description: 'For a single file.' }),
    title: z.string().optional().meta({ description: 'For a single file.' }),
    tags: z.string().optional().meta({ description: 'With commas between.' }),
    type: z.string().optional(),
    project: z.string().optional(),
    metadata: z.string().optional().meta({ description: 'A JSON object.' }),
  })
  .meta({ id: 'Upload' });

const fieldsSchema = z.strictObject({
  collection: z.string().min(1).max(200).default('default'),
  documentId: z.string().min(1).max(500).optional(),
  title: described.title,
  type: described.type,
  project: described.project,
  tags: z
    .string()
    .transform((tags) =>
      tags
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    )
    .optional(),
  metadata: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as NonNullable<z.output<typeof described.metadata>>;
      } catch {
        context.issues.push({ code: 'custom', message: 'is no JSON', input: text });
        return z.NEVER;
      }
    })
    .optional(),
});

const counts = z.object({
  sources: z.int(),
  waiting: z.int(),
  active: z.int(),
  done: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
const state = z.enum(['waiting', 'active', 'done', 'failed', 'cancelled']);
const sourceSchema = z
  .object({
    source: z.string(),
    collection: z.string(),
    state,
    attempts: z.int(),
    stage: z.enum(['reading', 'indexing']).optional(),
    pages: z.object({ done: z.int(), total: z.int() }).optional(),
    documentsStored: z.int(),
    documentsSkipped: z.int(),
    chunks: z.int(),
    warnings: z.array(z.string()).optional(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
  })
  .meta({ id: 'JobSource' });
const jobSchema = z
  .object({
    id: z.string(),
    state: state.meta({
      description: 'failed and cancelled: at least one source was, and the job has ended.',
    }),
    createdAt: z.string(),
    startedAt: z.string().optional(),
    endedAt: z.string().optional(),
    counts,
    documentsStored: z.int(),
    documentsSkipped: z.int(),
    chunks: z.int(),
    progress: z.record(z.string(), z.number()).meta({ description: 'Share done, rate and remaining time.' }),
    warnings: z.array(z.string()),
    sources: z.array(sourceSchema).optional(),
  })
  .meta({ id: 'Job' });

const params = z.object({ id: z.string().min(1).max(100) });
const sourcesQuery = z.object({
  state: state.optional().meta({ description: 'Only sources in this state; counts are of all.' }),
  limit: z.coerce.number().int().min(0).max(10_000).default(1000),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
});

export type LeanJob = z.infer<typeof jobSchema>;

export interface JobParts {
  readonly queue: IngestionQueue;
  readonly uploads: Uploads;
  readonly tenancy: 'collection' | 'filter';
}

export function jobRoutes(api: Api, { queue, uploads, tenancy }: JobParts): void {
  /** Answers with the job; the files of inputs that cannot be enqueued go. */
  async function enqueue(c: ApiContext, collection: string, inputs: readonly EnqueuedInput[]) {
    const { caller, signal } = c.var;
    const { access: _access, ...scope } = scopeOf(caller, tenancy);
    const idempotencyKey = c.req.header('idempotency-key');
    try {
      const { jobId } = await queue.enqueue(inputs, { collection, scope, idempotencyKey, signal });
      const job = await queue.job(jobId, { tenant: caller.tenant });
      return c.json(toLeanJob(job), 202, { Location: `/v1/jobs/${jobId}` });
    } catch (error) {
      await uploads.discard(filesOf(inputs));
      throw error;
    }
  }

  define(api, 'POST /v1/documents', {
    tag: 'Documents',
    summary: 'Add documents',
    description:
      'Files as multipart/form-data, URLs and texts as JSON. The same file name, URL or documentId again replaces what is there. ' +
      'With an Idempotency-Key, the same request within a day gives the same job.',
    access: 'write',
    body: addSchema,
    otherBodies: { 'multipart/form-data': uploadSchema },
    answers: { 202: { description: 'A job; Location has its address', schema: jobSchema } },
    handle: async (c, { body }) => {
      const { collection, inputs } = isJson(c) ? await asInputs(body, uploads) : await asUpload(c, uploads);
      return enqueue(c, collection, inputs);
    },
  });

  define(api, 'POST /v1/examples', {
    tag: 'Documents',
    summary: 'Add the example documents of the package',
    access: 'write',
    query: z.object({ collection: z.string().min(1).max(200).default('default') }),
    answers: { 202: { description: 'A job; Location has its address', schema: jobSchema } },
    handle: async (c, { query: { collection } }) => {
      const folder = findInPackage('examples/documents');
      if (folder === undefined) throw new HttpProblem(404, 'The example documents are not installed');
      const names = (await readdir(folder)).sort();
      const paths = await uploads.copy(names.map((name) => join(folder, name)));
      const inputs = paths.map((source, index): EnqueuedInput => {
        return { source, sourceType: 'file', uri: `example:${names[index]}`, temporary: true };
      });
      return enqueue(c, collection, inputs);
    },
  });

  define(api, 'GET /v1/jobs', {
    tag: 'Jobs',
    summary: 'List jobs, the latest first',
    query: z.object({
      state: state.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
      cursor: z.string().max(100).optional(),
    }),
    answers: {
      200: {
        description: 'Jobs without their sources',
        schema: z.object({ jobs: z.array(jobSchema), nextCursor: z.string().optional() }),
      },
    },
    handle: async (c, { query }) => {
      const { caller } = c.var;
      if (caller.collections !== undefined || caller.filter !== undefined) {
        throw new AccessError('This key opens a part of the documents, and jobs may name others', {
          hint: 'Ask for jobs by their ids.',
        });
      }
      const { jobs, nextCursor } = await queue.jobs({ ...query, tenant: caller.tenant });
      return c.json({ jobs: jobs.map(toLeanJob), nextCursor });
    },
  });

  define(api, 'GET /v1/jobs/{id}', {
    tag: 'Jobs',
    summary: 'How a job stands, by source',
    params,
    query: sourcesQuery,
    answers: { 200: { description: 'The job', schema: jobSchema } },
    handle: async (c, { params: { id }, query }) =>
      c.json(toLeanJob(await queue.job(id, { ...query, tenant: c.var.caller.tenant }))),
  });

  define(api, 'GET /v1/jobs/{id}/events', {
    tag: 'Jobs',
    summary: 'How a job stands, at each change, until it has ended',
    params,
    query: sourcesQuery,
    answers: { 200: { description: 'Events of the kind job', content: ['text/event-stream'] } },
    handle: async (c, { params: { id }, query }) => {
      const { caller, signal } = c.var;
      await queue.job(id, { tenant: caller.tenant, limit: 0 }); // 404 before the stream begins
      return sendEvents(c, jobEvents(queue.watch(id, { ...query, tenant: caller.tenant, signal })));
    },
  });

  define(api, 'POST /v1/jobs/{id}/retry', {
    tag: 'Jobs',
    summary: 'Do what failed or was cancelled once more',
    access: 'write',
    params,
    answers: { 202: { description: 'The job', schema: jobSchema } },
    handle: async (c, { params: { id } }) =>
      c.json(toLeanJob(await queue.retry(id, { tenant: c.var.caller.tenant })), 202),
  });

  define(api, 'DELETE /v1/jobs/{id}', {
    tag: 'Jobs',
    summary: 'Cancel a job, or forget one that has ended',
    description: 'What is stored stays.',
    access: 'write',
    params,
    answers: {
      204: { description: 'What waits is cancelled; what is under way is stopped within seconds' },
    },
    handle: async (c, { params: { id } }) => {
      const { tenant } = c.var.caller;
      const { endedAt } = await queue.job(id, { tenant, limit: 0 });
      if (endedAt === undefined) await queue.cancel(id, { tenant });
      else await queue.remove(id, { tenant });
      return c.body(null, 204);
    },
  });
}

const extensions = { text: '.txt', markdown: '.md', html: '.html' } as const;

interface Given {
  readonly collection: string;
  readonly inputs: readonly EnqueuedInput[];
}

/** What waits in files that are the queue's once it has the job. */
const filesOf = (inputs: readonly EnqueuedInput[]) =>
  inputs.flatMap(({ source, temporary }) => (temporary ? [source as string] : []));

async function asInputs(
  { collection, documents }: z.output<typeof addSchema>,
  uploads: Uploads,
): Promise<Given> {
  const problems = documents.flatMap(({ url, text, documentId }, index) => [
    ...((url === undefined) === (text === undefined)
      ? [`documents.${index}: needs a url or a text, not both`]
      : []),
    ...(text !== undefined && documentId === undefined
      ? [`documents.${index}: a text needs a documentId`]
      : []),
  ]);
  if (problems.length > 0) {
    throw new ConfigError(`Something in the body is wrong: ${problems.join('; ')}`, {
      context: { problems },
    });
  }
  return { collection, inputs: await Promise.all(documents.map((given) => asInput(given, uploads))) };
}

/** A text waits in a file, as everything does that is not fetched. */
async function asInput(given: GivenDocument, uploads: Uploads): Promise<EnqueuedInput> {
  const { url, text = '', format, crawl, ...rest } = given;
  if (url !== undefined) return { ...rest, source: url, sourceType: 'url', ...(crawl ? { crawl: {} } : {}) };
  const uri = `text:${rest.documentId}${extensions[format]}`;
  const source = await uploads.write(text);
  return { title: rest.documentId, ...rest, source, sourceType: 'file', uri, temporary: true };
}

async function asUpload(c: ApiContext, uploads: Uploads): Promise<Given> {
  const { files, fields } = await uploads.receive(c.req.raw, c.var.signal);
  const checked = fieldsSchema.safeParse(fields);
  const problems = [
    ...(checked.error?.issues ?? []).map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    ),
    ...(files.length === 0 ? ['files: there is none'] : []),
    ...(files.length > 1 && (fields['documentId'] ?? fields['title']) !== undefined
      ? ['documentId and title are for a single file']
      : []),
  ];
  if (!checked.success || problems.length > 0) {
    await uploads.discard(files.map(({ path }) => path));
    throw new ConfigError(`Something in the upload is wrong: ${problems.join('; ')}`, {
      hint: `The fields are files, ${Object.keys(fieldsSchema.shape).join(', ')}.`,
      context: { problems },
    });
  }
  const { collection, ...rest } = checked.data;
  const names = distinct(files.map(({ name }) => name));
  const inputs = files.map(({ path }, index): EnqueuedInput => {
    const uri = `upload:${names[index]}`;
    return { ...rest, source: path, sourceType: 'file', uri, temporary: true };
  });
  return { collection, inputs };
}

/** A name replaces what had it before, but not within one upload: files of several folders may be sent without these. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const given of names) {
    const { ext } = parse(given);
    const name = given.slice(0, given.length - ext.length);
    let free = given;
    for (let n = 2; taken.has(free); n += 1) free = `${name} (${n})${ext}`;
    taken.add(free);
  }
  return [...taken];
}

async function* jobEvents(states: AsyncIterable<JobWithSources>): AsyncGenerator<ServerEvent> {
  for await (const job of states) yield { event: 'job', data: toLeanJob(job) };
}

function toLeanJob({ tenant: _tenant, ...job }: Job | JobWithSources): z.input<typeof jobSchema> {
  return {
    ...job,
    counts: { ...job.counts },
    warnings: [...job.warnings],
    progress: { ...job.progress },
    sources: 'sources' in job ? job.sources.map(toLeanSource) : undefined,
  };
}

function toLeanSource(source: JobSource): z.input<typeof sourceSchema> {
  const { source: name, collection, state: at, attempts, stage, pages, error } = source;
  const { documentsStored, documentsSkipped, chunks, warnings } = source;
  return {
    source: name,
    collection,
    state: at,
    attempts,
    stage,
    pages: pages && { ...pages },
    documentsStored,
    documentsSkipped,
    chunks,
    warnings: warnings && [...warnings],
    error: error && { code: error.code, message: error.message, hint: error.hint },
  };
}
