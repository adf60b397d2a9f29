/**
 * Takes tasks from a queue and has them done. It knows nothing of documents; what a task is (knowledge-base/work/ingestion-task.ts)
 * knows nothing of the queue.
 *
 * A source names its task and has no state but that it was cancelled. All else is read off the task, which sources of
 * several jobs may share while it waits. A task under way is never ended by others: its worker looks for what nobody wants any
 * more, and says how it ended. What fails one document is the outcome of its task; what would fail every document ends the
 * worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreError } from '../errors.ts';
import type { Queue, TakenTask, TaskOutput } from './queue.ts';
import { untilReached } from './until-reached.ts';

export type TaskOutcome =
  | { readonly kind: 'done'; readonly output: TaskOutput }
  | { readonly kind: 'failed'; readonly error: object; readonly again: boolean };

/** While a task is under way. */
export interface Attempt {
  /** Aborted when the worker stops, and when the task is cancelled. */
  readonly signal: AbortSignal;
  /** Has it noted how far the task is, within about a second. */
  readonly note: (output: TaskOutput) => void;
}

export interface WorkerOptions {
  /** Tasks under way at once. */
  readonly concurrency: number;
  /** End when nothing is left to do, neither here nor at other workers. */
  readonly drain: boolean;
  /** How long to wait for a queue whose server is away. */
  readonly longestOutageMs: number;
  readonly onAway?: ((error: StoreError) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What it throws ends the worker, unless the task was cancelled. */
  readonly perform: (task: TakenTask, attempt: Attempt) => Promise<TaskOutcome>;
  /** Called when it is in the queue that a task is done. */
  readonly onDone: (task: TakenTask) => Promise<void>;
}

/** How long an empty queue is left alone. */
const idleMs = 500;
/** How often the worker looks for what was cancelled, and has noted how far it is. */
const lookMs = 1000;
/** Times that a lease is extended before it would end. */
const beatsALease = 3;

/**
 * Performs the tasks of a queue, until none is left (`drain`) or for ever. When it is to stop, what is under way is given
 * back; should the queue be gone too, it comes back after its lease.
 * @throws what `perform` throws; StoreError when the queue stays away; the signal's reason on abort.
 */
export function workOn(queue: Queue, options: WorkerOptions): Promise<void> {
  return new Worker(queue, options).run();
}

/** A task may be here twice: when its lease ran out although the worker lives. */
class UnderWay {
  readonly id: string;
  readonly cancel = new AbortController();
  working = Promise.resolve();
  /** To be noted. */
  output: TaskOutput | undefined;

  constructor(id: string) {
    this.id = id;
  }
}

class Worker {
  readonly #tasks: Queue['tasks'];
  readonly #options: WorkerOptions;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #underWay = new Set<UnderWay>();

  constructor({ tasks }: Queue, options: WorkerOptions) {
    this.#tasks = tasks;
    this.#options = options;
    const { signal } = options;
    this.#signal = AbortSignal.any([this.#stop.signal, ...(signal ? [signal] : [])]);
  }

  async run(): Promise<void> {
    const abortAll = () => {
      for (const { cancel } of this.#underWay) cancel.abort(this.#signal.reason);
    };
    this.#signal.addEventListener('abort', abortAll);
    const looking = setInterval(() => void this.#look().catch(() => undefined), lookMs); // a queue that is away is noticed elsewhere
    try {
      while (await this.#takeSome());
    } catch (error) {
      this.#stop.abort(error);
    }
    await Promise.all(this.#working());
    clearInterval(looking);
    this.#signal.removeEventListener('abort', abortAll);
    this.#signal.throwIfAborted();
  }

  #working(): Promise<void>[] {
    return [...this.#underWay].map(({ working }) => working);
  }

  /** Begins as many tasks as there is room for, and waits until there may be more; false when all is done. */
  async #takeSome(): Promise<boolean> {
    this.#signal.throwIfAborted();
    const { concurrency } = this.#options;
    const room = concurrency - this.#underWay.size;
    const tasks = await this.#ask(() => this.#tasks.take(room)); // what an answer that was lost took comes back after its lease
    for (const task of tasks) this.#begin(task);
    if (tasks.length === 0 && (await this.#isDrained())) return false;
    if (this.#underWay.size < concurrency) await this.#pause();
    else await Promise.race(this.#working());
    return true;
  }

  /** Tasks of workers that have died count as left, and can be taken again. */
  async #isDrained(): Promise<boolean> {
    await this.#ask(() => this.#tasks.releaseLost());
    if (!this.#options.drain || this.#underWay.size > 0) return false;
    const { waiting, retrying, active } = await this.#ask(() => this.#tasks.counts());
    return waiting + retrying + active === 0;
  }

  async #pause(): Promise<void> {
    await sleep(idleMs, undefined, { signal: this.#signal }).catch(() => undefined); // the next round throws the reason
  }

  #begin(task: TakenTask): void {
    const underWay = new UnderWay(task.id);
    this.#underWay.add(underWay);
    if (this.#signal.aborted) underWay.cancel.abort(this.#signal.reason);
    underWay.working = this.#do(task, underWay).finally(() => this.#underWay.delete(underWay));
  }

  async #do(task: TakenTask, underWay: UnderWay): Promise<void> {
    const { signal } = underWay.cancel;
    const beat = setInterval(() => this.#extendLease(task), (task.leaseSeconds * 1000) / beatsALease);
    const note = (output: TaskOutput) => {
      underWay.output = output;
    };
    try {
      const outcome = await this.#options.perform(task, { signal, note });
      await this.#end(task, outcome);
    } catch (error) {
      if (signal.aborted && !this.#signal.aborted) {
        await this.#ask(() => this.#tasks.drop([task.id])).catch((reason: unknown) =>
          this.#stop.abort(reason),
        );
        return;
      }
      this.#stop.abort(error);
      await this.#tasks.giveBack([task.id]).catch(() => undefined);
    } finally {
      clearInterval(beat);
    }
  }

  async #end(task: TakenTask, outcome: TaskOutcome): Promise<void> {
    if (outcome.kind === 'failed') {
      await this.#ask(() => this.#tasks.fail(task.id, outcome.error, outcome));
      return;
    }
    await this.#ask(() => this.#tasks.complete(task.id, outcome.output));
    await this.#options.onDone(task);
  }

  /** Ends what was cancelled, and has noted how far the rest is. */
  async #look(): Promise<void> {
    if (this.#underWay.size === 0) return;
    const all = [...this.#underWay];
    const unwanted = new Set(await this.#tasks.unwanted(all.map(({ id }) => id)));
    for (const underWay of all) {
      const { id, cancel, output } = underWay;
      underWay.output = undefined;
      if (unwanted.has(id)) cancel.abort(new Error('The job was cancelled.'));
      else if (output !== undefined) await this.#tasks.note(id, output);
    }
  }

  #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const { longestOutageMs: longestMs, onAway } = this.#options;
    return untilReached(question, { longestMs, onAway, signal: this.#signal });
  }

  /** A queue that is away is noticed when the outcome is to be told. */
  #extendLease({ id }: TakenTask): void {
    this.#tasks.extendLeases([id]).catch(() => undefined);
  }
}
