/**
 * Adding by a queue. `enqueue.ts` notes what is to be added as tasks, which workers take (this file) and add together where their options
 * are alike (`add-together.ts`); `ingestion-queue.ts` is what a user sees of it, `jobs.ts` what became of an upload.
 */
import { z } from 'zod';
import {
  ConfigError,
  EmbeddingModelMismatchError,
  PdfEncryptedError,
  PinciteError,
  StoreError,
  type PinciteErrorCode,
} from '../../errors.ts';
import type { TakenTask } from '../../queue/queue.ts';
import { untilReached } from '../../queue/until-reached.ts';
import { workOn, type Attempt, type TaskOutcome } from '../../queue/worker.ts';
import { type DocumentCounts, parseOptions, callbackSchema, signalSchema } from '../parts/options.ts';
import { AddTogether, outputOf, stateOfFile, type Added } from './add-together.ts';
import { IngestionQueue, removeTemporary } from './ingestion-queue.ts';
import { type IngestionTask, parseTask } from './ingestion-task.ts';
import { placeOfTask, storableError } from './jobs.ts';
import type { Parts } from '../parts/parts.ts';

interface TaskPlace {
  /** A path, a URL, or the `uri` of a file. */
  readonly source: string;
  readonly collection: string;
}

/** What is told of a source that a worker adds; `kind` tells what. */
export type WorkProgress =
  | ({ readonly kind: 'start' } & TaskPlace)
  | ({ readonly kind: 'done'; readonly documentsStored: number; readonly chunks: number } & TaskPlace)
  /** `again`: the source is tried again later, else it is given up. */
  | ({ readonly kind: 'failed'; readonly error: PinciteError; readonly again: boolean } & TaskPlace)
  /** The server of the queue or of the store does not answer: it is asked again. */
  | { readonly kind: 'waiting'; readonly error: StoreError };

/** What `work` takes. */
export interface WorkOptions {
  /**
   * Sources under way at once, 1 to 64.
   * @default 16
   */
  readonly concurrency?: number;
  /**
   * End when nothing is left to do, neither here nor at other workers.
   * @default false
   */
  readonly drain?: boolean;
  /**
   * How long to wait for a server of the queue or of the store that is away, in milliseconds, 0 to 86,400,000.
   * @default 300000
   */
  readonly longestOutageMs?: number;
  /** Ends the work: what is under way is given back. */
  readonly signal?: AbortSignal;
  /** Called as sources are begun, done or failed. */
  readonly onProgress?: (event: WorkProgress) => void;
}

export const workOptionsSchema = z.strictObject({
  concurrency: z.int().min(1).max(64).default(16),
  drain: z.boolean().default(false),
  longestOutageMs: z.int().min(0).max(86_400_000).default(300_000),
  signal: signalSchema,
  onProgress: callbackSchema<WorkProgress>(),
});

export interface WorkResponse extends DocumentCounts {
  /** Of jobs: each is a file, a page or a site. */
  readonly sourcesDone: number;
  /** Times that a source failed and was left to be tried again. */
  readonly sourcesRetried: number;
  /** Given up. */
  readonly sourcesFailed: number;
  /** Chunks that were stored. */
  readonly totalChunks: number;
}

type Counts = { -readonly [Count in keyof WorkResponse]: WorkResponse[Count] };

/** What trying again does not change. */
const lasting: ReadonlySet<PinciteErrorCode> = new Set([
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
  'ACCESS',
  'FILTER',
]);

/** Answers of web servers that may be others soon, though the request is said to be wrong. */
const passingStatuses: ReadonlySet<unknown> = new Set([408, 425, 429]);

function isLasting({ code, context: { status, address } }: PinciteError): boolean {
  const isRefused = typeof status === 'number' && status >= 400 && status < 500;
  const isPrivate = address !== undefined; // what is not downloaded from, whoever asks
  return lasting.has(code) || isPrivate || (isRefused && !passingStatuses.has(status));
}

/**
 * Adds what a queue asks for. Doing a source twice changes nothing, so that one whose worker was killed is simply done
 * again: a document that is there with the same bytes and the same description is left as it is.
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
  const perform = (task: TakenTask, attempt: Attempt) => performer.perform(task, attempt);
  const cleaning = removeEndedHourly(queue);
  try {
    await workOn(queue.adapter, { ...options, onAway, perform, onDone });
  } finally {
    await cleaning.stop();
  }
  return performer.counts;
}

/** Where that fails, or the worker is killed before, it is done when the job is removed. */
const onDone = ({ data }: TakenTask) => removeTemporary(data).catch(() => undefined);

const hourMs = 3_600_000;

/** A queue that is away is noticed by the worker, and cleaned another time. */
function removeEndedHourly(queue: IngestionQueue): { readonly stop: () => Promise<void> } {
  const remove = () => queue.removeEnded().catch(() => undefined);
  let removing = remove();
  const timer = setInterval(() => (removing = remove()), hourMs);
  return {
    async stop() {
      clearInterval(timer);
      await removing;
    },
  };
}

interface PerformerOptions {
  readonly longestOutageMs: number;
  readonly onAway: (error: StoreError) => void;
  readonly onProgress: ((event: WorkProgress) => void) | undefined;
}

/** A file may change for ever. */
const mostReadings = 5;

class Performer {
  readonly counts: Counts = {
    sourcesDone: 0,
    sourcesRetried: 0,
    sourcesFailed: 0,
    documentsInserted: 0,
    documentsReplaced: 0,
    documentsSkipped: 0,
    totalChunks: 0,
  };
  readonly #parts: Parts;
  readonly #options: PerformerOptions;
  readonly #together: AddTogether;

  constructor(parts: Parts, options: PerformerOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#together = new AddTogether(this.#parts);
  }

  /** @throws what would fail every other job too; the signal's reason on abort. */
  async perform(taken: TakenTask, { signal, note }: Attempt): Promise<TaskOutcome> {
    const place = placeOfTask(taken.data);
    this.#options.onProgress?.({ kind: 'start', ...place });
    try {
      const task = parseTask(taken.data);
      const { longestOutageMs: longestMs, onAway } = this.#options;
      const add = (asked: IngestionTask) =>
        untilReached(() => this.#together.add({ task: asked, signal, note }), { longestMs, onAway, signal });
      let { added, state } = await add(task);
      // Where the file has changed, another worker may have stored that already, before this one stored what it was.
      for (let times = 1; times < mostReadings && (await stateOfFile(task)) !== state; times += 1) {
        ({ added, state } = await add({ ...task, sourceHash: undefined }));
      }
      this.#count(added);
      const output = outputOf(added);
      const { documentsStored, chunks } = output;
      this.#options.onProgress?.({ kind: 'done', ...place, documentsStored, chunks });
      return { kind: 'done', output };
    } catch (error) {
      signal.throwIfAborted();
      const failure = await this.#ownFailure(error);
      const again = !taken.isLastAttempt && !isLasting(failure);
      this.counts[again ? 'sourcesRetried' : 'sourcesFailed'] += 1;
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
    this.counts.sourcesDone += 1;
    this.counts.documentsInserted += documentsInserted;
    this.counts.documentsReplaced += documentsReplaced;
    this.counts.documentsSkipped += documentsSkipped;
    this.counts.totalChunks += totalChunks;
  }
}

/** A queue holds no passwords. */
function toBeAddedDirectly(error: PdfEncryptedError): PdfEncryptedError {
  const hint =
    'No password is kept for what is added later: give a copy that needs none, or run `pincite add FILE --password …` where the store is.';
  return new PdfEncryptedError(error.message, { hint, context: error.context, cause: error });
}
