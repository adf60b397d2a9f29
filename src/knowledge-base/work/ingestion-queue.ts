import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { ConfigError, JobNotFoundError, type PinciteError } from '../../errors.ts';
import {
  sourceStates,
  type FailedTask,
  type Queue,
  type QueueCounts,
  type SourceState,
} from '../../queue/queue.ts';
import {
  enqueueDocuments,
  type EnqueuedInput,
  type EnqueueOptions,
  type EnqueueResponse,
} from './enqueue.ts';
import {
  describeJob,
  describeSource,
  errorOf,
  hasEnded,
  placeOfTask,
  type Job,
  type JobWithSources,
} from './jobs.ts';
import { parseOptions, signalSchema } from '../parts/options.ts';
import { tenantSchema } from '../scoped.ts';

/** A source that failed for good. */
export interface FailedSource {
  /** A path, a URL, or the `uri` of a file. */
  readonly source: string;
  /** The collection that it was to go to. */
  readonly collection: string;
  /** Why the last attempt failed. */
  readonly error: PinciteError;
  /** How often it was tried. */
  readonly attempts: number;
  /** ISO 8601. */
  readonly failedAt: string;
}

/** Sources of all jobs by their state. */
export interface QueueStatus extends QueueCounts {
  /** The latest of those that failed for good. */
  readonly failures: readonly FailedSource[];
}

/** What `status` of a queue takes. */
export interface QueueStatusOptions {
  /**
   * Failures to list at most, 0 to 10,000.
   * @default 20
   */
  readonly limit?: number;
}

export const statusSchema = z.strictObject({
  limit: z.int().min(0).max(10_000).default(20),
});

/** What `openQueue` takes. */
export interface OpenQueueOptions {
  /** Seconds that the sources of a worker that has died wait until another takes them, 1 to 86,399; what the queue has unless given. */
  readonly leaseSeconds?: number;
  /**
   * Days that jobs which have ended are kept, with what failed, 0 to 365: workers remove them then.
   * @default 30
   */
  readonly keepDays?: number;
}

export const openSchema = z.strictObject({
  leaseSeconds: z.int().min(1).max(86_399).optional(),
  keepDays: z.number().min(0).max(365).default(30),
});
type QueueOptions = z.output<typeof openSchema>;

/** Of the ids that jobs have. */
const jobIdPattern = /^[\w-]{1,100}$/;

/** Whose job is meant. */
export interface OfTenant {
  /** Whose job it must be; `null` for jobs of no tenant, anybody's unless given. */
  readonly tenant?: string | null;
}

export const ofTenantSchema = z.strictObject({
  tenant: tenantSchema.optional(),
});

/** What `jobs` of a queue takes. */
export interface JobListOptions extends OfTenant {
  /** Only jobs in this state. */
  readonly state?: SourceState;
  /**
   * Jobs to list at most, 1 to 1,000.
   * @default 50
   */
  readonly limit?: number;
  /** `nextCursor` of the list before. */
  readonly cursor?: string;
}

export const listSchema = ofTenantSchema.extend({
  state: z.enum(sourceStates).optional(),
  limit: z.int().min(1).max(1000).default(50),
  cursor: z.string().regex(jobIdPattern, 'is no cursor of a list').optional(),
});

/** A page of jobs. */
export interface JobList {
  /** The latest first. */
  readonly jobs: readonly Job[];
  /** Where there may be more. */
  readonly nextCursor?: string;
}

/** What `job` of a queue takes. */
export interface JobOptions extends OfTenant {
  /** Only sources in this state; the counts are of all. */
  readonly state?: SourceState;
  /**
   * Sources to list at most, 0 to 100,000.
   * @default 1000
   */
  readonly limit?: number;
  /**
   * Sources to pass over.
   * @default 0
   */
  readonly offset?: number;
}

export const jobSchema = ofTenantSchema.extend({
  state: z.enum(sourceStates).optional(),
  limit: z.int().min(0).max(100_000).default(1000),
  offset: z.int().min(0).default(0),
});

/** What `watchJob` of a queue takes. */
export interface WatchJobOptions extends JobOptions {
  /**
   * Milliseconds between two looks, at least, 50 to 60,000.
   * @default 500
   */
  readonly intervalMs?: number;
  /** Ends the watching, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const watchSchema = jobSchema.extend({
  intervalMs: z.int().min(50).max(60_000).default(500),
  signal: signalSchema,
});

const dayMs = 86_400_000;
const jobsAtOnce = 100;
/** To look at a job of a hundred thousand sources takes a while: the pause after it is so many times as long. */
const pausesALook = 10;

/** Documents that workers are to add: `kb.work(queue)`. Made by `openQueue`. */
export class IngestionQueue implements AsyncDisposable {
  /**
   * For workers.
   * @internal
   */
  readonly adapter: Queue;
  readonly #keepDays: number;

  /** @internal */
  constructor(adapter: Queue, { keepDays }: Pick<QueueOptions, 'keepDays'>) {
    this.adapter = adapter;
    this.#keepDays = keepDays;
  }

  /** The file of the queue; or host, port and database, without user and password. */
  get location(): string {
    return this.adapter.location;
  }

  /**
   * Puts a job into the queue, with each file, page or site as a source, by its absolute path or its URL. What waits already
   * is not queued again: the job waits for that. A file that cannot be read is a failed source of the job, reported in
   * `errors` too. A job without sources is done, and its warnings say why.
   * @throws ConfigError for malformed input, a password, text or bytes, and for an idempotency key that was used for
   * something else; FilterError for the filter of a scope; StoreError when the queue fails; the signal's reason. Then
   * nothing is queued, and temporary files are the caller's.
   */
  enqueue(inputs: readonly (string | EnqueuedInput)[], options?: EnqueueOptions): Promise<EnqueueResponse> {
    return enqueueDocuments(this.adapter, inputs, options);
  }

  /** Jobs without their sources, the latest first. @throws ConfigError for a bad option; StoreError when the queue fails. */
  async jobs(options: JobListOptions = {}): Promise<JobList> {
    const { tenant, state, limit, cursor } = parseOptions(listSchema, options, 'options of jobs');
    const jobs: Job[] = [];
    for await (const job of this.#all({ tenant, before: cursor })) {
      if (state === undefined || job.state === state) jobs.push(job);
      if (jobs.length === limit) return { jobs, nextCursor: job.id };
    }
    return { jobs };
  }

  async *#all({ tenant, before }: OfTenant & { readonly before?: string | undefined }): AsyncGenerator<Job> {
    for (let last = before; ;) {
      const records = await this.adapter.jobs.list({
        tenant: stored(tenant),
        before: last,
        limit: jobsAtOnce,
      });
      for (const record of records) yield describeJob(record);
      if (records.length < jobsAtOnce) return;
      last = records.at(-1)!.id;
    }
  }

  /**
   * A job with its sources, 1000 of them unless `limit` says otherwise.
   * @throws JobNotFoundError where there is none of this id, or it is not the tenant's; ConfigError; StoreError.
   */
  async job(id: string, options: JobOptions = {}): Promise<JobWithSources> {
    const { tenant, ...wanted } = parseOptions(jobSchema, options, 'options of job');
    const job = await this.#find(id, tenant);
    const sources = wanted.limit === 0 ? [] : await this.adapter.jobs.sources(id, wanted);
    return { ...job, sources: sources.map(describeSource) };
  }

  async #find(id: string, tenant: string | null | undefined): Promise<Job> {
    const [record] = jobIdPattern.test(id)
      ? await this.adapter.jobs.list({ id, tenant: stored(tenant), limit: 1 })
      : [];
    if (record === undefined) throw jobNotFound(id);
    return describeJob(record);
  }

  /**
   * The job as it is now, and again after each change, until it has ended. A job that is removed meanwhile ends it too.
   * @throws as `job` does, and the signal's reason on abort.
   */
  async *watch(id: string, options: WatchJobOptions = {}): AsyncGenerator<JobWithSources, void, undefined> {
    const { intervalMs, signal, ...wanted } = parseOptions(watchSchema, options, 'options of watch');
    let last: JobWithSources | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const started = performance.now();
      const job = await this.job(id, wanted).catch((error: unknown) => {
        if (last !== undefined && error instanceof JobNotFoundError) return undefined;
        throw error;
      });
      if (job === undefined) return;
      if (last === undefined || !isAlike(job, last)) yield job;
      last = job;
      if (hasEnded(job)) return;
      const pauseMs = Math.max(intervalMs, (performance.now() - started) * pausesALook);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // the next round throws the reason
    }
  }

  /**
   * Cancels what has not ended of a job. Sources that wait are cancelled at once, unless another job waits for them too;
   * those under way are stopped by their worker within seconds, and are cancelled then, or done where they were stored
   * before. What is stored stays. Gives the job as it is then. Temporary files are kept until the job is removed, so that
   * `retry` finds them.
   * @throws as `job` does.
   */
  async cancel(id: string, options: OfTenant = {}): Promise<JobWithSources> {
    const { tenant } = parseOptions(ofTenantSchema, options, 'options of cancel');
    await this.#find(id, tenant);
    await this.adapter.jobs.cancel(id);
    return this.job(id, { tenant });
  }

  /** Queues the failed and the cancelled sources of a job anew, and gives the job as it is then. @throws as `job` does. */
  async retry(id: string, options: OfTenant = {}): Promise<JobWithSources> {
    const { tenant } = parseOptions(ofTenantSchema, options, 'options of retry');
    await this.#find(id, tenant);
    await this.adapter.jobs.retry(id);
    return this.job(id, { tenant });
  }

  /**
   * Removes a job that has ended, with its temporary files. What it has stored stays.
   * @throws as `job` does; ConfigError for a job that has not ended.
   */
  async remove(id: string, options: OfTenant = {}): Promise<void> {
    const { tenant } = parseOptions(ofTenantSchema, options, 'options of remove');
    if (!hasEnded(await this.#find(id, tenant))) {
      throw new ConfigError(`The job ${id} has not ended`, {
        hint: 'Cancel it first.',
        context: { job: id },
      });
    }
    await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    for (let offset = 0; ; offset += jobsAtOnce) {
      const sources = await this.adapter.jobs.sources(id, { limit: jobsAtOnce, offset });
      for (const { data } of sources) await removeTemporary(data);
      if (sources.length < jobsAtOnce) break;
    }
    await this.adapter.jobs.remove([id]);
  }

  /**
   * Removes jobs that ended before a date, `keepDays` of `openQueue` ago unless given, and gives their number. Workers do
   * it when they begin, and every hour.
   */
  async removeEnded({ before }: { readonly before?: Date } = {}): Promise<number> {
    const limit = (before ?? new Date(Date.now() - this.#keepDays * dayMs)).toISOString();
    let removed = 0;
    for await (const { id, endedAt } of this.#all({})) {
      if (endedAt === undefined || endedAt >= limit) continue;
      await this.#remove(id);
      removed += 1;
    }
    return removed;
  }

  /** Sources of all jobs by their state, and what failed. @throws StoreError when the queue fails. */
  async status(options: QueueStatusOptions = {}): Promise<QueueStatus> {
    const { limit } = parseOptions(statusSchema, options, 'options of status');
    const counts = await this.adapter.tasks.counts();
    return { ...counts, failures: (await this.adapter.tasks.failures(limit)).map(describeFailure) };
  }

  /** Queues what failed for good in any job anew, and gives the number of sources. */
  retryFailed(): Promise<number> {
    return this.adapter.jobs.retryFailed();
  }

  /** Lets go of the queue; jobs stay. */
  close(): Promise<void> {
    return this.adapter.close();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** As `openQueue` of the library, which says what it throws. */
export async function openQueue(url: string, options: OpenQueueOptions = {}): Promise<IngestionQueue> {
  const checked = parseOptions(openSchema, options, 'options of openQueue');
  return new IngestionQueue(await openAdapter(url, checked), checked);
}

async function openAdapter(url: string, options: QueueOptions): Promise<Queue> {
  if (url.startsWith('sqlite:')) {
    const { openSqliteQueue } = await import('../../queue/sqlite/sqlite-queue.ts');
    return openSqliteQueue(url, options);
  }
  const { openPostgresQueue } = await import('../../queue/postgres/postgres-queue.ts');
  return openPostgresQueue(url, options);
}

const temporarySchema = z.object({ input: z.object({ source: z.string(), temporary: z.literal(true) }) });

/** Deletes the file of a task that is not tried again, where it is temporary. */
export async function removeTemporary(data: unknown): Promise<void> {
  const temporary = temporarySchema.safeParse(data);
  if (temporary.success) await rm(temporary.data.input.source, { force: true });
}

const stored = (tenant: string | null | undefined) => (tenant === null ? '' : tenant);

const jobNotFound = (id: string): JobNotFoundError =>
  new JobNotFoundError(`There is no job ${JSON.stringify(id)}`, {
    hint: 'Jobs are removed some time after they have ended: list those that are there.',
    context: { job: id },
  });

/** Rates and what remains change with every second. */
const isAlike = (one: JobWithSources, other: JobWithSources) =>
  isDeepStrictEqual({ ...one, progress: undefined }, { ...other, progress: undefined });

function describeFailure({ data, output, attempts, failedAt }: FailedTask): FailedSource {
  return {
    ...placeOfTask(data),
    error: errorOf(output, attempts),
    attempts,
    failedAt: failedAt.toISOString(),
  };
}
