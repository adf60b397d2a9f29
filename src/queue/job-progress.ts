import type { JobRecord } from './queue.ts';

/** Where a job is. */
export type JobState = 'waiting' | 'active' | 'done' | 'failed' | 'cancelled';

/** How far a job is. */
export interface JobProgress {
  /** Of the work, 0…1: by bytes where the size of every source is known, else by sources. */
  readonly share: number;
  /** Since the job was queued the last time; not there before a source has ended. */
  readonly sourcesPerSecond?: number;
  /** The same where the size of every source is known. */
  readonly bytesPerSecond?: number;
  /** What is left at that rate. */
  readonly remainingSeconds?: number;
}

/**
 * `waiting` before anything was begun and while nothing is under way or done, `active` until the last source has ended; then
 * `failed` where a source failed, else `cancelled` where one was, else `done`, as is a job without any.
 */
export function stateOfJob({ waiting, active, done, failed, cancelled }: Sums): JobState {
  if (waiting + active === 0) return failed > 0 ? 'failed' : cancelled > 0 ? 'cancelled' : 'done';
  return active + done === 0 ? 'waiting' : 'active';
}

type Sums = Pick<JobRecord, 'waiting' | 'active' | 'done' | 'failed' | 'cancelled'>;
type Run = Pick<
  JobRecord,
  'runStartedAt' | 'runSources' | 'runBytes' | 'bytesLeft' | 'sizesUnknown' | 'endedAt'
>;

/** How far a job is, how fast, and how long it will take at that rate. @param now for a job that has not ended. */
export function progressOfJob(job: Sums & Run, now: Date): JobProgress {
  const left = job.waiting + job.active;
  const total = left + job.done + job.failed + job.cancelled;
  if (left === 0) return { share: 1, ...ratesOf(job, job.endedAt ?? now) };
  const isSized = job.sizesUnknown === 0 && job.runBytes + job.bytesLeft > 0;
  const share = isSized ? job.runBytes / (job.runBytes + job.bytesLeft) : (total - left) / total;
  const rates = ratesOf(job, now);
  const { sourcesPerSecond, bytesPerSecond } = rates;
  if (!sourcesPerSecond) return { share };
  const remainingSeconds = bytesPerSecond ? job.bytesLeft / bytesPerSecond : left / sourcesPerSecond;
  return { share, ...rates, remainingSeconds };
}

function ratesOf(
  { runStartedAt, runSources, runBytes, sizesUnknown }: Run,
  until: Date,
): Pick<JobProgress, 'sourcesPerSecond' | 'bytesPerSecond'> {
  const seconds = runStartedAt === null ? 0 : (until.getTime() - runStartedAt.getTime()) / 1000;
  if (seconds <= 0 || runSources === 0) return {};
  const sourcesPerSecond = runSources / seconds;
  return sizesUnknown === 0 ? { sourcesPerSecond, bytesPerSecond: runBytes / seconds } : { sourcesPerSecond };
}
