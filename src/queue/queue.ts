/**
 * The plug point of queues. A job is what one call brings; each of its sources is a task, done by one worker at a time.
 *
 *   waiting ──take──▶ active ──complete──▶ done
 *      ▲                │ fail, or the lease ran out
 *      └──── wait ◀─────┴──── again and again ────▶ failed
 *
 * A worker that dies keeps its tasks until their lease has run out; then others take them: work must be such that doing it
 * twice does no harm. Sources of several jobs that ask for the same share the task that waits for it. A job is changed
 * whole or not at all. Calls throw a StoreError where the database fails.
 */

export interface Queue {
  /** A folder, or host, port, database and schema; without user and password. */
  readonly location: string;
  readonly tasks: Tasks;
  readonly jobs: Jobs;
  close(): Promise<void>;
}

/** What workers need. Ids of tasks that are not active are passed over. */
export interface Tasks {
  /** Those that were added first; none when none waits. What nobody wants any more ends as cancelled instead. */
  take(most: number): Promise<TakenTask[]>;
  /** From now on, the tasks have their whole lease again. */
  extendLeases(ids: readonly string[]): Promise<void>;
  /** Of active tasks, those whose jobs have all been cancelled. */
  unwanted(ids: readonly string[]): Promise<string[]>;
  /** Notes how far an active task is, in place of what was noted before. */
  note(id: string, output: TaskOutput): Promise<void>;
  complete(id: string, output: TaskOutput): Promise<void>;
  /** Tries the task again later, or gives it up: when that is wanted, and after it has been tried often enough. */
  fail(id: string, error: object, options: { readonly again: boolean }): Promise<void>;
  /** Ends active tasks as cancelled. */
  drop(ids: readonly string[]): Promise<void>;
  /** The tasks wait as though they had not been taken. */
  giveBack(ids: readonly string[]): Promise<void>;
  /** Lets tasks whose lease has run out be taken by others, and ends those that are unwanted. */
  releaseLost(): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Those given up, the latest first. */
  failures(most: number): Promise<FailedTask[]>;
}

/** What those need who bring work and look after it. */
export interface Jobs {
  /**
   * Adds a job with its tasks. Of tasks with one key, one waits: a source that asks for the same shares it. Where the same
   * tenant has added a job by the same idempotency key within a day, nothing is added.
   */
  add(job: NewJob): Promise<AddedJob>;
  /** The latest first. */
  list(query: JobQuery): Promise<JobRecord[]>;
  sources(id: string, query: SourceQuery): Promise<SourceRecord[]>;
  /** Ends the sources that wait; tasks under way that nobody else wants become `unwanted`. */
  cancel(id: string): Promise<void>;
  /** Queues sources that failed or were cancelled anew, and gives their number. */
  retry(id: string): Promise<number>;
  /** The same for every task that was given up, of any job or none. Gives the number of tasks. */
  retryFailed(): Promise<number>;
  /** Removes jobs, and what no other job wants of their tasks. */
  remove(ids: readonly string[]): Promise<void>;
}

export interface NewTask {
  /** What JSON can hold. */
  readonly data: object;
  /** The same for those that ask for the same. */
  readonly key: string;
  /** Of the source, where known. */
  readonly bytes?: number | undefined;
  /** Why it is given up from the beginning. */
  readonly error?: object | undefined;
}

export interface NewJob {
  /** Ids of later jobs come later in the order of characters. */
  readonly id: string;
  /** `''` for none. */
  readonly tenant: string;
  readonly idempotency?: Idempotency | undefined;
  readonly warnings: readonly string[];
  readonly tasks: readonly NewTask[];
}

export interface Idempotency {
  readonly key: string;
  /** A hash of what was asked for. */
  readonly body: string;
}

export type AddedJob =
  /** `queued` are the tasks that are new and wait. */
  | { readonly kind: 'added'; readonly queued: number }
  | { readonly kind: 'repeated'; readonly id: string; readonly body: string };

export interface TakenTask {
  readonly id: string;
  readonly data: unknown;
  /** The task goes to another worker unless `extendLeases` is called within this time. */
  readonly leaseSeconds: number;
  /** When it fails now, it is given up. */
  readonly isLastAttempt: boolean;
}

export interface TaskOutput {
  /** `reading` while the pages of a document are read, `indexing` from then on; where that is known. */
  readonly stage?: 'reading' | 'indexing' | undefined;
  readonly pages?: { readonly done: number; readonly total: number } | undefined;
  /** Inserted or replaced. */
  readonly documentsStored: number;
  /** Found as they are already. */
  readonly documentsSkipped: number;
  readonly chunks: number;
  /** What a person should know of what was stored; left out where there is nothing. */
  readonly warnings?: readonly string[] | undefined;
}

export interface QueueCounts {
  /** Not begun. */
  readonly waiting: number;
  /** A worker is at it. */
  readonly active: number;
  /** To be tried again after a failure, at once or later. */
  readonly retrying: number;
  /** Given up. */
  readonly failed: number;
}

export interface FailedTask {
  readonly data: unknown;
  /** What `fail` was given; something else where a worker died. */
  readonly output: unknown;
  readonly attempts: number;
  readonly failedAt: Date;
}

export interface JobQuery {
  readonly id?: string | undefined;
  /** `''` for jobs of no tenant; of all unless given. */
  readonly tenant?: string | undefined;
  /** Only jobs that were added before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface SourceQuery {
  readonly state?: SourceState | undefined;
  readonly limit: number;
  readonly offset: number;
}

export const sourceStates = ['waiting', 'active', 'done', 'failed', 'cancelled'] as const;
/** Where a source of a job is. */
export type SourceState = (typeof sourceStates)[number];

/** A job with sums over its sources. */
export interface JobRecord extends Readonly<Record<SourceState, number>> {
  readonly id: string;
  readonly tenant: string;
  readonly warnings: readonly string[];
  readonly createdAt: Date;
  /** When it was added, or tried again the last time. */
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  /** Of the source that ended last. */
  readonly endedAt: Date | null;
  readonly documentsStored: number;
  readonly documentsSkipped: number;
  readonly chunks: number;
  /** Since `queuedAt`: when the first source was begun, and how many ended, with how many bytes. */
  readonly runStartedAt: Date | null;
  readonly runSources: number;
  readonly runBytes: number;
  /** Of sources that have not ended. */
  readonly bytesLeft: number;
  /** Sources whose size is not known. */
  readonly sizesUnknown: number;
}

export interface SourceRecord {
  readonly data: unknown;
  readonly state: SourceState;
  readonly attempts: number;
  /** A `TaskOutput` of what is active or done; what `fail` was given of what failed; of what was lost, anything. */
  readonly output: unknown;
  readonly bytes: number | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}
