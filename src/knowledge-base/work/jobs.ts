/** Jobs as people are told of them. */
import { z } from 'zod';
import { errorOfCode, PinciteError } from '../../errors.ts';
import { progressOfJob, stateOfJob, type JobProgress, type JobState } from '../../queue/job-progress.ts';
import type { JobRecord, SourceRecord, SourceState } from '../../queue/queue.ts';
import { sourceName } from '../add/locate.ts';

/** What one call of `enqueue` has brought. Times are ISO 8601. */
export interface Job {
  /** A UUID; ids of later jobs come later in the order of characters. */
  readonly id: string;
  /** `null` for none. */
  readonly tenant: string | null;
  /** `failed` and `cancelled` say that at least one source was, and that the job has ended. */
  readonly state: JobState;
  /** When it was asked for, in ISO 8601. */
  readonly createdAt: string;
  /** When the first source was begun. */
  readonly startedAt?: string;
  /** When the last source ended; only of a job that has. */
  readonly endedAt?: string;
  /** Sources, in all and by state. */
  readonly counts: Readonly<Record<'sources' | SourceState, number>>;
  /** Inserted or replaced so far; a site is one source and many documents. */
  readonly documentsStored: number;
  /** Found in the store as they were. */
  readonly documentsSkipped: number;
  /** Chunks that were stored. */
  readonly chunks: number;
  /** How far it is. */
  readonly progress: JobProgress;
  /** What `enqueue` has warned of. */
  readonly warnings: readonly string[];
}

/** A job with sources, in the order in which they were given. */
export interface JobWithSources extends Job {
  /** In the order in which they were asked for. */
  readonly sources: readonly JobSource[];
}

/** A source of a job: a file, a page, or a site. */
export interface JobSource {
  /** An absolute path, a URL, or the `uri` that was given for a file. */
  readonly source: string;
  /** The collection that it goes to. */
  readonly collection: string;
  /** A source that has failed and is tried again later waits, with `attempts` and the `error` of the last one. */
  readonly state: SourceState;
  /** 0 for a source that could not be read when it was queued. */
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error?: PinciteError;
  /** Of an active source with pages: `reading` them, or `indexing` what was read. */
  readonly stage?: 'reading' | 'indexing';
  /** Pages of a site that were read. */
  readonly pages?: { readonly done: number; readonly total: number };
  /** Documents that were stored. */
  readonly documentsStored: number;
  /** Documents that had not changed. */
  readonly documentsSkipped: number;
  /** Chunks that were stored. */
  readonly chunks: number;
  /** What was noted of what was stored, such as pages that were read by OCR; only where something was. */
  readonly warnings?: readonly string[];
  /** Size, where known. */
  readonly bytes?: number;
  /** Of the last attempt. ISO 8601. */
  readonly startedAt?: string;
  /** When it ended, in ISO 8601. */
  readonly endedAt?: string;
}

export function describeJob(record: JobRecord): Job {
  const { waiting, active, done, failed, cancelled } = record;
  const state = stateOfJob(record);
  const endedAt = waiting + active > 0 ? null : (record.endedAt ?? record.createdAt);
  return {
    id: record.id,
    tenant: record.tenant === '' ? null : record.tenant,
    state,
    createdAt: record.createdAt.toISOString(),
    ...instants({ startedAt: record.startedAt, endedAt }),
    counts: {
      sources: waiting + active + done + failed + cancelled,
      waiting,
      active,
      done,
      failed,
      cancelled,
    },
    documentsStored: record.documentsStored,
    documentsSkipped: record.documentsSkipped,
    chunks: record.chunks,
    progress: progressOfJob(record, new Date()),
    warnings: record.warnings,
  };
}

export const hasEnded = ({ state }: Job): boolean => state !== 'waiting' && state !== 'active';

const outputSchema = z.object({
  stage: z.enum(['reading', 'indexing']).optional(),
  pages: z.object({ done: z.number(), total: z.number() }).optional(),
  documentsStored: z.number(),
  documentsSkipped: z.number(),
  chunks: z.number(),
  warnings: z.array(z.string()).optional(),
});
const nothing = { documentsStored: 0, documentsSkipped: 0, chunks: 0 };

export function describeSource(record: SourceRecord): JobSource {
  const { data, state, attempts, output, bytes, startedAt, endedAt } = record;
  const hasFailed = state === 'failed' || (state === 'waiting' && attempts > 0 && output !== null);
  return {
    ...placeOfTask(data),
    state,
    attempts,
    ...(hasFailed ? { error: errorOf(output, attempts) } : {}),
    ...nothing,
    ...(state === 'active' || state === 'done' ? outputSchema.safeParse(output).data : {}),
    ...(bytes === null ? {} : { bytes }),
    ...instants({ startedAt, endedAt }),
  };
}

/** Those that are known. */
function instants<Name extends string>(
  dates: Readonly<Record<Name, Date | null>>,
): Partial<Readonly<Record<Name, string>>> {
  const known = Object.entries<Date | null>(dates).flatMap(([name, date]) =>
    date === null ? [] : [[name, date.toISOString()]],
  );
  return Object.fromEntries(known) as Partial<Record<Name, string>>;
}

const placeSchema = z.object({
  collection: z.string(),
  input: z.object({ source: z.string(), sourceType: z.enum(['file', 'url']), uri: z.string().optional() }),
});

/** What a task is about, also of one that is malformed. */
export function placeOfTask(data: unknown): { readonly source: string; readonly collection: string } {
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

/** What else a queue has there is that a lease ran out. */
export function errorOf(output: unknown, attempts: number): PinciteError {
  const stored = storedErrorSchema.safeParse(output);
  if (stored.success) return errorOfCode(stored.data.code, stored.data.message, stored.data);
  return new PinciteError('WORKER_LOST', `The worker ended while it was at this, ${attempts} times`, {
    hint: 'It may have run out of memory: look at its log, or let it do less at once (--concurrency 1).',
  });
}

/** An error as the queue keeps it. */
export const storableError = (error: PinciteError): object =>
  JSON.parse(JSON.stringify(error), (_key, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  ) as object;

/** As a database can hold it: without NUL and lone surrogates, which a document may bring in. */
export const storableText = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '\u{FFFD}');
