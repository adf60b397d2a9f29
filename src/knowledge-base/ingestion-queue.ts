import { z } from 'zod';
import { errorOfCode, PinciteError } from '../errors.ts';
import { JobQueue, type FailedJob, type QueueCounts } from '../queue/job-queue.ts';
import { enqueueDocuments, type EnqueueOptions, type EnqueueResponse } from './enqueue.ts';
import type { DocumentInput } from './inputs.ts';
import { sourceName } from './locate.ts';
import { parseOptions } from './options.ts';

export interface FailedSource {
  readonly source: string;
  readonly collection: string;
  readonly error: PinciteError;
  readonly attempts: number;
  /** ISO 8601. */
  readonly failedAt: string;
}

export interface QueueStatus extends QueueCounts {
  /** The latest of those that failed for good. */
  readonly failures: readonly FailedSource[];
}

const statusSchema = z.strictObject({
  /** Failures to list at most. */
  limit: z.int().min(0).max(10_000).default(20),
});

const openSchema = z.strictObject({
  /** How long the jobs of a worker that has died wait until another takes them. */
  leaseSeconds: z.int().min(1).max(86_399).optional(),
});

/** Documents that workers are to add: `kb.work(queue)`. Made by `openQueue`. */
export class IngestionQueue implements AsyncDisposable {
  /** For workers. */
  readonly jobs: JobQueue;

  constructor(jobs: JobQueue) {
    this.jobs = jobs;
  }

  /** Host, port and database, without user and password. */
  get location(): string {
    return this.jobs.location;
  }

  /**
   * Puts a job for each file, page or site into the queue, by its absolute path or its URL. What waits already is not
   * queued again; a file that cannot be read is reported in `errors`.
   * @throws ConfigError for malformed input, a password, text or bytes; StoreError when the server fails; the signal's reason.
   */
  enqueue(inputs: readonly (string | DocumentInput)[], options?: EnqueueOptions): Promise<EnqueueResponse> {
    return enqueueDocuments(this.jobs, inputs, options);
  }

  /** @throws StoreError when the server fails. */
  async status(options: z.input<typeof statusSchema> = {}): Promise<QueueStatus> {
    const { limit } = parseOptions(statusSchema, options, 'options of status');
    const counts = await this.jobs.counts();
    return { ...counts, failures: (await this.jobs.failures(limit)).map(describeFailure) };
  }

  /** Queues what failed for good anew, and gives the number of jobs. */
  retryFailed(): Promise<number> {
    return this.jobs.retryFailed();
  }

  close(): Promise<void> {
    return this.jobs.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Opens the queue in a PostgreSQL database, and makes it where there is none.
 * @param url `postgres://user:password@host:5432/database`; it may be that of a store.
 * @throws ConfigError for a URL that is none, or where pg-boss is not installed; StoreError when the server does not answer.
 */
export async function openQueue(
  url: string,
  options: z.input<typeof openSchema> = {},
): Promise<IngestionQueue> {
  return new IngestionQueue(
    await JobQueue.open(url, parseOptions(openSchema, options, 'options of openQueue')),
  );
}

function describeFailure({ data, output, attempts, failedAt }: FailedJob): FailedSource {
  return {
    ...placeOfJob(data),
    error: errorOf(output, attempts),
    attempts,
    failedAt: failedAt.toISOString(),
  };
}

const placeSchema = z.object({
  collection: z.string(),
  input: z.object({ source: z.string(), sourceType: z.enum(['file', 'url']) }),
});

/** What a job is about, also of one that is malformed. */
export function placeOfJob(data: unknown): { readonly source: string; readonly collection: string } {
  const place = placeSchema.safeParse(data);
  if (!place.success) return { source: '(no job of this version)', collection: '' };
  return { source: sourceName(place.data.input), collection: place.data.collection };
}

const storedErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  context: z.record(z.string(), z.unknown()).optional(),
});

/** What else pg-boss has there is that a lease ran out. */
function errorOf(output: unknown, attempts: number): PinciteError {
  const stored = storedErrorSchema.safeParse(output);
  if (stored.success) return errorOfCode(stored.data.code, stored.data.message, stored.data);
  return new PinciteError('WORKER_LOST', `The worker ended while it was at this, ${attempts} times`, {
    hint: 'It may have run out of memory: look at its log, or let it do less at once (--concurrency 1).',
  });
}

/** An error as the queue keeps it: its database cannot hold NUL and lone surrogates, which a document may bring in. */
export function storableError(error: PinciteError): object {
  return JSON.parse(JSON.stringify(error), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/[\0\p{Cs}]/gu, '\u{FFFD}') : value,
  ) as object;
}
