import { availableParallelism } from 'node:os';
import { Slots } from '../async/slots.ts';
import { ProcessEnded } from './process-ended.ts';
import type { Tasks } from './serve.ts';
import { type TaskRequest, WorkerProcess } from './worker-process.ts';

export interface ProcessLimits extends Pick<TaskRequest, 'timeoutMs'> {
  /** Of the process, resident, in mebibytes. */
  readonly maxMemoryMb: number;
}

type PoolRequest = TaskRequest & ProcessLimits;

type InputOf<Task extends Tasks[string]> = Parameters<Task>[0];
type OutputOf<Task extends Tasks[string]> = Awaited<ReturnType<Task>>;

/** More than these one process cannot feed. */
const mostProcesses = 8;
/** Processes without work are ended after this. */
const usualIdleMs = 10_000;
/** One that holds more of its memory than this is not used again: the next task is to have all of it. */
const keptShare = 1 / 2;

/** Processes that are started when there is work, kept for more of it, and ended when there is none for a while. */
export class ProcessPool<Table extends Tasks> {
  readonly #file: () => URL;
  readonly #slots: Slots;
  readonly #idleMs: number;
  readonly #idle: WorkerProcess[] = [];
  readonly #users = new Set<object>();
  #timer: NodeJS.Timeout | undefined;

  /** @param file a module that calls `serve` with the table of tasks; asked for when there is work. */
  constructor(
    file: () => URL,
    { most = Math.min(mostProcesses, availableParallelism()), idleMs = usualIdleMs } = {},
  ) {
    this.#file = file;
    this.#slots = new Slots(most);
    this.#idleMs = idleMs;
  }

  /**
   * Does a task alone in a process, when it is its turn. One that breaks off in a process that has done others is done once
   * more in a new one: what they left there, or what ended it while it waited, is not the task's doing.
   * @throws as `WorkerProcess.run` does.
   */
  async run<Name extends keyof Table & string>(
    task: Name,
    input: InputOf<Table[Name]>,
    request: PoolRequest,
  ): Promise<OutputOf<Table[Name]>> {
    const runIn = async (process: WorkerProcess) => {
      try {
        return (await process.run(task, input, request)) as OutputOf<Table[Name]>;
      } finally {
        this.#keep(process);
      }
    };
    return this.#slots.run(async (): Promise<OutputOf<Table[Name]>> => {
      const process = this.#open(request.maxMemoryMb);
      const isUsed = process.isReady;
      try {
        return await runIn(process);
      } catch (error) {
        const isOthersDoing = isUsed && error instanceof ProcessEnded && error.reason === 'crash';
        if (!isOthersDoing) throw error;
        return await runIn(new WorkerProcess(this.#file(), request.maxMemoryMb));
      }
    }, request.signal);
  }

  /** Whether one more process may be at work. */
  get hasRoom(): boolean {
    return !this.#slots.areTaken;
  }

  /** A process that does nothing, the borrower's until it is given back; none when all may be at work. */
  borrow(maxMemoryMb: number): WorkerProcess | undefined {
    return this.#slots.tryTake() ? this.#open(maxMemoryMb) : undefined;
  }

  giveBack(process: WorkerProcess): void {
    this.#keep(process);
    this.#slots.release();
  }

  #keep(process: WorkerProcess): void {
    if (process.residentBytes > process.maxMemoryMb * 2 ** 20 * keptShare) process.end();
    if (!process.hasEnded) this.#idle.push(process);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endIdle(), this.#idleMs).unref();
  }

  /** The user may have work until it says `leave`. */
  join(user: object): void {
    this.#users.add(user);
  }

  /** Ends the processes without work when it was the last user. */
  leave(user: object): void {
    this.#users.delete(user);
    if (this.#users.size === 0) this.#endIdle();
  }

  /** One without work, or a new one: then at the cost of one that has other limits, so that they are not too many. */
  #open(maxMemoryMb: number): WorkerProcess {
    const living = this.#idle.splice(0).filter(({ hasEnded }) => !hasEnded);
    const index = living.findIndex((process) => process.maxMemoryMb === maxMemoryMb);
    const [found] = living.splice(Math.max(index, 0), 1);
    this.#idle.push(...living);
    if (index !== -1) return found!;
    found?.end();
    return new WorkerProcess(this.#file(), maxMemoryMb);
  }

  #endIdle(): void {
    for (const process of this.#idle.splice(0)) process.end();
  }
}
