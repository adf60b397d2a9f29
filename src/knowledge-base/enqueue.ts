import { z } from 'zod';
import { ConfigError, PinciteError } from '../errors.ts';
import { readSource } from '../load/read-source.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { sha256 } from '../util/hash.ts';
import { addOptionsSchema, type DocumentFailure } from './add-options.ts';
import { describeIgnored } from './describe-ignored.ts';
import { keyOfJob, parseJob, type IngestionJob } from './ingestion-job.ts';
import { expandInputs, type CheckedInput, type DocumentInput } from './inputs.ts';
import { sourceName } from './locate.ts';
import { parseOptions } from './options.ts';

const enqueueOptionsSchema = addOptionsSchema.pick({
  collection: true,
  metadata: true,
  force: true,
  keepVersions: true,
  signal: true,
});
export type EnqueueOptions = z.input<typeof enqueueOptionsSchema>;
type CheckedEnqueueOptions = z.output<typeof enqueueOptionsSchema>;

export interface EnqueueResponse {
  /** False when a source could not be queued. */
  readonly success: boolean;
  readonly queued: number;
  /** The same has been asked for and is still to be done. */
  readonly alreadyWaiting: number;
  readonly errors: readonly DocumentFailure[];
  readonly warnings: readonly string[];
}

const jobsAtOnce = 1000;

/** Puts a job for each source into a queue: a file, a page, or a site to crawl. */
export async function enqueueDocuments(
  queue: JobQueue,
  inputs: readonly (string | DocumentInput)[],
  rawOptions: EnqueueOptions = {},
): Promise<EnqueueResponse> {
  const options = parseOptions(enqueueOptionsSchema, rawOptions, 'options of enqueue');
  const expanded = await expandInputs(inputs);
  for (const input of expanded.inputs) requireQueueable(input);
  const errors: DocumentFailure[] = [];
  let [given, queued] = [0, 0];
  for (let start = 0; start < expanded.inputs.length; start += jobsAtOnce) {
    const jobs: IngestionJob[] = [];
    for (const input of expanded.inputs.slice(start, start + jobsAtOnce)) {
      const job = await jobOf(input, options);
      if (job instanceof PinciteError) errors.push({ source: sourceName(input), error: job });
      else jobs.push(job);
    }
    given += jobs.length;
    queued += await queue.add(jobs.map((data) => ({ data, key: keyOfJob(data) })));
  }
  return {
    success: errors.length === 0,
    queued,
    alreadyWaiting: given - queued,
    errors,
    warnings: [...describeIgnored(expanded.ignored), ...expanded.warnings],
  };
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
}

/** The job, or why the source cannot be read. */
async function jobOf(
  { read, ...input }: CheckedInput,
  { signal, ...options }: CheckedEnqueueOptions,
): Promise<IngestionJob | PinciteError> {
  signal?.throwIfAborted();
  if (read instanceof PinciteError) return read;
  if (input.sourceType === 'url') return parseJob({ ...options, input });
  try {
    const source = { source: input.source, sourceType: input.sourceType };
    const { sourcePath, bytes } = await readSource(source, { limits: { maxBytes: Infinity }, signal });
    return parseJob({ ...options, input: { ...input, source: sourcePath }, sourceHash: sha256(bytes) });
  } catch (error) {
    if (error instanceof PinciteError) return error;
    throw error;
  }
}
