import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreError } from '../errors.ts';
import type { JobQueue, TakenJob } from './job-queue.ts';
import { untilReached } from './until-reached.ts';

export type JobOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: object; readonly again: boolean };

export interface WorkerOptions {
  /** Jobs under way at once. */
  readonly concurrency: number;
  /** End when nothing is left to do, neither here nor at other workers. */
  readonly drain: boolean;
  /** How long to wait for a queue whose server is away. */
  readonly longestOutageMs: number;
  readonly onAway?: ((error: StoreError) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What it throws ends the worker. */
  readonly perform: (job: TakenJob, signal: AbortSignal) => Promise<JobOutcome>;
}

/** How long an empty queue is left alone. */
const idleMs = 500;
/** Times that a lease is extended before it would end. */
const beatsALease = 3;

/**
 * Performs the jobs of a queue, until none is left (`drain`) or for ever. When it is to stop, what is under way is given
 * back; should the queue be gone too, it comes back after its lease.
 * @throws what `perform` throws; StoreError when the queue stays away; the signal's reason on abort.
 */
export function workOn(queue: JobQueue, options: WorkerOptions): Promise<void> {
  return new Worker(queue, options).run();
}

class Worker {
  readonly #queue: JobQueue;
  readonly #options: WorkerOptions;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #underWay = new Set<Promise<void>>();

  constructor(queue: JobQueue, options: WorkerOptions) {
    this.#queue = queue;
    this.#options = options;
    const { signal } = options;
    this.#signal = AbortSignal.any([this.#stop.signal, ...(signal ? [signal] : [])]);
  }

  async run(): Promise<void> {
    try {
      while (await this.#takeSome());
    } catch (error) {
      this.#stop.abort(error);
    }
    await Promise.all(this.#underWay);
    this.#signal.throwIfAborted();
  }

  /** Begins as many jobs as there is room for, and waits until there may be more; false when all is done. */
  async #takeSome(): Promise<boolean> {
    this.#signal.throwIfAborted();
    const { concurrency } = this.#options;
    const room = concurrency - this.#underWay.size;
    const jobs = await this.#ask(() => this.#queue.take(room)); // what an answer that was lost took comes back after its lease
    for (const job of jobs) this.#begin(job);
    if (jobs.length === 0 && (await this.#isDrained())) return false;
    if (this.#underWay.size < concurrency) await this.#pause();
    else await Promise.race(this.#underWay);
    return true;
  }

  /** Jobs of workers that have died count as left, and can be taken again. */
  async #isDrained(): Promise<boolean> {
    await this.#ask(() => this.#queue.releaseLost());
    if (!this.#options.drain || this.#underWay.size > 0) return false;
    const { waiting, retrying, active } = await this.#ask(() => this.#queue.counts());
    return waiting + retrying + active === 0;
  }

  async #pause(): Promise<void> {
    await sleep(idleMs, undefined, { signal: this.#signal }).catch(() => undefined); // the next round throws the reason
  }

  #begin(job: TakenJob): void {
    const working = this.#do(job).finally(() => this.#underWay.delete(working));
    this.#underWay.add(working);
  }

  async #do(job: TakenJob): Promise<void> {
    const beat = setInterval(() => this.#extendLease(job), (job.leaseSeconds * 1000) / beatsALease);
    try {
      const outcome = await this.#options.perform(job, this.#signal);
      await this.#ask(() =>
        outcome.kind === 'done'
          ? this.#queue.complete(job.id)
          : this.#queue.fail(job.id, outcome.error, outcome),
      );
    } catch (error) {
      this.#stop.abort(error);
      await this.#queue.giveBack([job.id]).catch(() => undefined);
    } finally {
      clearInterval(beat);
    }
  }

  #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const { longestOutageMs: longestMs, onAway } = this.#options;
    return untilReached(question, { longestMs, onAway, signal: this.#signal });
  }

  /** A queue that is away is noticed when the outcome is to be told. */
  #extendLease({ id }: TakenJob): void {
    this.#queue.extendLeases([id]).catch(() => undefined);
  }
}
