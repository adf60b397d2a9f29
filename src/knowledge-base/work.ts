import { z } from 'zod';
import {
  ConfigError,
  EmbeddingModelMismatchError,
  PdfEncryptedError,
  PinciteError,
  StoreError,
} from '../errors.ts';
import type { TakenJob } from '../queue/job-queue.ts';
import { untilReached } from '../queue/until-reached.ts';
import { workOn, type JobOutcome } from '../queue/worker.ts';
import type { DocumentCounts } from './document-counts.ts';
import { AddTogether, type Added } from './add-together.ts';
import { parseJob } from './ingestion-job.ts';
import { IngestionQueue, placeOfJob, storableError } from './ingestion-queue.ts';
import { parseOptions, progressSchema, signalSchema } from './options.ts';
import type { Parts } from './parts.ts';

interface JobPlace {
  /** A path or a URL. */
  readonly source: string;
  readonly collection: string;
}

export type WorkProgress =
  | ({ readonly kind: 'start' } & JobPlace)
  | ({ readonly kind: 'done'; readonly documentsStored: number; readonly chunks: number } & JobPlace)
  /** `again`: the job is tried again later, else it is given up. */
  | ({ readonly kind: 'failed'; readonly error: PinciteError; readonly again: boolean } & JobPlace)
  /** The server of the queue or of the store does not answer: it is asked again. */
  | { readonly kind: 'waiting'; readonly error: StoreError };

const workOptionsSchema = z.strictObject({
  /** Jobs under way at once. */
  concurrency: z.int().min(1).max(64).default(16),
  /** End when nothing is left to do, neither here nor at other workers. */
  drain: z.boolean().default(false),
  /** How long to wait for a server of the queue or of the store that is away, in milliseconds. */
  longestOutageMs: z.int().min(0).max(86_400_000).default(300_000),
  /** When aborted, jobs under way are given back. */
  signal: signalSchema,
  onProgress: progressSchema<WorkProgress>(),
});
export type WorkOptions = z.input<typeof workOptionsSchema>;

export interface WorkResponse extends DocumentCounts {
  readonly jobsDone: number;
  /** Times that a job failed and was left to be tried again. */
  readonly jobsRetried: number;
  /** Given up. */
  readonly jobsFailed: number;
  readonly totalChunks: number;
}

type Counts = { -readonly [Count in keyof WorkResponse]: WorkResponse[Count] };

/** What trying again does not change. */
const lasting: ReadonlySet<string> = new Set([
  'CONFIG',
  'UNREADABLE_DOCUMENT',
  'UNSUPPORTED_FORMAT',
  'PDF_ENCRYPTED',
  'PDF_CORRUPTED',
  'PDF_EMPTY',
  'CHUNKING',
  'EMBEDDING_DIMENSION',
  'LIMIT_EXCEEDED',
  'PARTLY_ADDED',
]);

/** Answers of web servers that may be others soon, though the request is said to be wrong. */
const passingStatuses: ReadonlySet<unknown> = new Set([408, 425, 429]);

function isLasting({ code, context: { status } }: PinciteError): boolean {
  const isRefused = typeof status === 'number' && status >= 400 && status < 500;
  return lasting.has(code) || (isRefused && !passingStatuses.has(status));
}

/**
 * Adds what a queue asks for. Doing a job twice changes nothing, so that one whose worker was killed is simply done again:
 * a document that is there with the same bytes and the same description is left as it is.
 */
export async function work(
  parts: Parts,
  queue: unknown,
  rawOptions: WorkOptions = {},
): Promise<WorkResponse> {
  const { onProgress, ...options } = parseOptions(workOptionsSchema, rawOptions, 'options of work');
  if (!(queue instanceof IngestionQueue)) {
    throw new ConfigError('That is no queue to work on', { hint: 'Give what openQueue(url) gives.' });
  }
  const { longestOutageMs } = options;
  const onAway = (error: StoreError) => onProgress?.({ kind: 'waiting', error });
  const performer = new Performer(parts, { longestOutageMs, onAway, onProgress });
  const perform = (job: TakenJob, signal: AbortSignal) => performer.perform(job, signal);
  await workOn(queue.jobs, { ...options, onAway, perform });
  return performer.counts;
}

interface PerformerOptions {
  readonly longestOutageMs: number;
  readonly onAway: (error: StoreError) => void;
  readonly onProgress: ((event: WorkProgress) => void) | undefined;
}

class Performer {
  readonly counts: Counts = {
    jobsDone: 0,
    jobsRetried: 0,
    jobsFailed: 0,
    documentsInserted: 0,
    documentsReplaced: 0,
    documentsSkipped: 0,
    totalChunks: 0,
  };
  readonly #parts: Parts;
  readonly #options: PerformerOptions;
  readonly #together: AddTogether;

  constructor(parts: Parts, options: PerformerOptions) {
    // Several workers would adapt at once, each to what happens to be there: that is left to the user.
    const embedding = { ...parts.config.embedding, adapt: 'off' as const };
    this.#parts = { ...parts, config: { ...parts.config, embedding } };
    this.#options = options;
    this.#together = new AddTogether(this.#parts);
  }

  /** @throws what would fail every other job too; the signal's reason on abort. */
  async perform(taken: TakenJob, signal: AbortSignal): Promise<JobOutcome> {
    const place = placeOfJob(taken.data);
    this.#options.onProgress?.({ kind: 'start', ...place });
    try {
      const job = parseJob(taken.data);
      const { longestOutageMs: longestMs, onAway } = this.#options;
      const added = await untilReached(() => this.#together.add(job, signal), { longestMs, onAway, signal });
      this.#count(added);
      const documentsStored = added.documentsInserted + added.documentsReplaced;
      this.#options.onProgress?.({ kind: 'done', ...place, documentsStored, chunks: added.totalChunks });
      return { kind: 'done' };
    } catch (error) {
      signal.throwIfAborted();
      const failure = await this.#ownFailure(error);
      const again = !taken.isLastAttempt && !isLasting(failure);
      this.counts[again ? 'jobsRetried' : 'jobsFailed'] += 1;
      this.#options.onProgress?.({ kind: 'failed', ...place, error: failure, again });
      return { kind: 'failed', error: storableError(failure), again };
    }
  }

  /** @throws what would fail every other job too. */
  async #ownFailure(error: unknown): Promise<PinciteError> {
    if (error instanceof EmbeddingModelMismatchError) throw error;
    if (error instanceof StoreError) await this.#parts.store.health();
    if (error instanceof PdfEncryptedError) return toBeAddedDirectly(error);
    if (error instanceof PinciteError) return error;
    const { message } = error as Error;
    return new PinciteError('UNEXPECTED', `Unexpected error: ${message}`, { cause: error });
  }

  #count({ documentsInserted, documentsReplaced, documentsSkipped, totalChunks }: Added): void {
    this.counts.jobsDone += 1;
    this.counts.documentsInserted += documentsInserted;
    this.counts.documentsReplaced += documentsReplaced;
    this.counts.documentsSkipped += documentsSkipped;
    this.counts.totalChunks += totalChunks;
  }
}

/** A queue holds no passwords. */
function toBeAddedDirectly(error: PdfEncryptedError): PdfEncryptedError {
  const hint =
    'Add it directly, without a queue, which holds no passwords: `pincite add <file> --password …`.';
  return new PdfEncryptedError(error.message, { hint, context: error.context, cause: error });
}
