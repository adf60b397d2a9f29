import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError, PinciteError } from '../../errors.ts';
import { hashFileSource, pathOf } from '../../load/source/read-source.ts';
import type { NewTask, Queue } from '../../queue/queue.ts';
import { timeOrderedId } from '../../util/ids/time-ordered-id.ts';
import { addOptionsSchema, type AddOptions, type DocumentFailure } from '../add/add-options.ts';
import {
  describeIgnored,
  documentInputSchema,
  expandInputs,
  type CheckedInput,
  type DocumentInput,
} from '../add/inputs.ts';
import { bodyOf, keyOfTask, parseTask, type IngestionTask } from './ingestion-task.ts';
import { storableError } from './jobs.ts';
import { sourceName } from '../add/locate.ts';
import { parseOptions } from '../parts/options.ts';
import { requireDocumentFields, jobScopeSchema, type JobScope } from '../scoped.ts';

/** A document that a worker is to add. */
export interface EnqueuedInput extends DocumentInput {
  /**
   * The file is the queue's from now on: it is deleted when it is stored, or when its job is removed, and its bytes are
   * kept as the document's original. Needs a `uri`, which stands for the path everywhere.
   */
  readonly temporary?: boolean;
}

export const enqueuedInputSchema = documentInputSchema.extend({
  temporary: z.boolean().optional(),
});

/** What `enqueue` of a queue takes. */
export interface EnqueueOptions extends Pick<
  AddOptions,
  'collection' | 'metadata' | 'force' | 'keepVersions' | 'signal'
> {
  /** Adds the documents as `kb.scoped` with write access would; the job is the tenant's. */
  readonly scope?: JobScope;
  /** 1 to 255 characters: the same key of the same tenant gives the same job within a day, and no second one. */
  readonly idempotencyKey?: string;
}

export const enqueueOptionsSchema = addOptionsSchema
  .pick({ collection: true, metadata: true, force: true, keepVersions: true, signal: true })
  .extend({
    scope: jobScopeSchema.optional(),
    idempotencyKey: z
      .string()
      .regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u, 'must be 1–255 characters, and no control characters')
      .optional(),
  });
type CheckedEnqueueOptions = z.output<typeof enqueueOptionsSchema>;

/** What became of a job that was asked for. */
export interface EnqueueResponse {
  /** What `queue.job` and the like are asked by. */
  readonly jobId: string;
  /** Whether that job has been there by its idempotency key; then nothing was queued. */
  readonly isRepeated: boolean;
  /** False when a source could not be read; it is among the failed sources of the job. */
  readonly success: boolean;
  /** Sources that wait because of this call. */
  readonly queued: number;
  /** The same has been asked for and is still to be done: the job waits for that. */
  readonly alreadyWaiting: number;
  /** Sources that could not be read. */
  readonly errors: readonly DocumentFailure[];
  /** What a person should know, in sentences. */
  readonly warnings: readonly string[];
}

/** Puts a job into a queue, with a task for each source: a file, a page, or a site to crawl. */
export async function enqueueDocuments(
  queue: Queue,
  inputs: readonly (string | EnqueuedInput)[],
  rawOptions: EnqueueOptions = {},
): Promise<EnqueueResponse> {
  const { idempotencyKey, signal, ...options } = parseOptions(
    enqueueOptionsSchema,
    rawOptions,
    'options of enqueue',
  );
  requireDocumentFields(options.scope?.filter); // a filter that is none would fail every source
  const expanded = await expandInputs(inputs, enqueuedInputSchema);
  for (const input of expanded.inputs) requireQueueable(input);
  const read: ReadTask[] = [];
  for (const { bytes: _bytes, ...input } of expanded.inputs)
    read.push(await readTask(input, options, signal));
  const tasks = read.map(({ task }) => task);
  const errors = read.flatMap(({ source, error }) => (error === undefined ? [] : [{ source, error }]));
  const warnings = [...describeIgnored(expanded.ignored), ...expanded.warnings];
  const id = timeOrderedId();
  const body = bodyOf(tasks);
  const added = await queue.jobs.add({
    id,
    tenant: options.scope?.tenant ?? '',
    idempotency: idempotencyKey === undefined ? undefined : { key: idempotencyKey, body },
    warnings,
    tasks: read.map(newTask),
  });
  const success = errors.length === 0;
  if (added.kind === 'repeated') {
    if (added.body !== body) throw otherBody(idempotencyKey!, added.id);
    await removeUploadedAgain(queue, added.id, tasks);
    return { jobId: added.id, isRepeated: true, success, queued: 0, alreadyWaiting: 0, errors, warnings };
  }
  const { queued } = added;
  const alreadyWaiting = tasks.length - errors.length - queued;
  return { jobId: id, isRepeated: false, success, queued, alreadyWaiting, errors, warnings };
}

/** @throws ConfigError for what a queue cannot or must not hold. */
function requireQueueable(input: CheckedInput): void {
  const context = { document: sourceName(input) };
  if (input.password !== undefined) {
    throw new ConfigError('A password is not put into a queue, where it would be stored', {
      hint: 'Add encrypted files directly, without a queue.',
      context,
    });
  }
  if (input.sourceType !== 'file' && input.sourceType !== 'url') {
    throw new ConfigError('Only files and URLs are put into a queue', {
      hint: 'Write the text or the bytes to a file that the workers can read, or add them directly.',
      context,
    });
  }
  if (typeof input.chunking?.method === 'object') {
    throw new ConfigError('A chunker of your own is not put into a queue', {
      hint: 'Give it to the knowledge base that works on the queue, as chunking.method.',
      context,
    });
  }
  if (input.temporary && (input.sourceType !== 'file' || input.uri === undefined)) {
    throw new ConfigError('Only a file with a uri can be temporary', {
      hint: 'Give a uri such as upload:report.pdf, which the document is known by.',
      context,
    });
  }
}

interface ReadTask {
  readonly source: string;
  readonly task: IngestionTask;
  readonly bytes?: number;
  /** Why its file cannot be read. */
  readonly error?: PinciteError;
}

async function readTask(
  { read, ...input }: CheckedInput,
  options: Omit<CheckedEnqueueOptions, 'signal' | 'idempotencyKey'>,
  signal: AbortSignal | undefined,
): Promise<ReadTask> {
  signal?.throwIfAborted();
  const source = sourceName(input);
  if (input.sourceType === 'url') return { source, task: parseTask({ ...options, input }) };
  const file = absolute(String(input.source));
  const { uri } = input;
  const task = { ...options, input: { ...input, source: file } };
  try {
    if (read instanceof PinciteError) throw read;
    const { hash: sourceHash, bytes } = await hashFileSource(file, {
      limits: { maxBytes: Infinity },
      signal,
      uri,
    });
    return { source, task: parseTask({ ...task, sourceHash }), bytes };
  } catch (error) {
    if (error instanceof PinciteError) return { source, task: parseTask(task), error };
    throw error;
  }
}

function absolute(source: string): string {
  try {
    return pathOf(source);
  } catch {
    return source; // reading it says what is wrong with it
  }
}

const newTask = ({ task, bytes, error }: ReadTask): NewTask => ({
  data: task,
  key: keyOfTask(task),
  bytes,
  error: error && storableError(error),
});

const otherBody = (key: string, job: string): ConfigError =>
  new ConfigError(`The idempotency key ${JSON.stringify(key)} has been used for other documents or options`, {
    hint: 'Use a key for one request and its repetitions only.',
    context: { idempotencyKey: key, job },
  });

/** Temporary files that came once more with a request that was repeated. */
async function removeUploadedAgain(
  queue: Queue,
  job: string,
  tasks: readonly IngestionTask[],
): Promise<void> {
  const known = await queue.jobs.sources(job, { limit: tasks.length, offset: 0 });
  const kept = new Set(known.map(({ data }) => parseTask(data).input.source));
  for (const { input } of tasks) {
    if (input.temporary && !kept.has(input.source)) await rm(input.source, { force: true });
  }
}
