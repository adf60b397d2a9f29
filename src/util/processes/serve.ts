/** The side of the process that works for another one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SentError, toSent } from './sent-error.ts';
import { startWatchdog } from './watchdog.ts';

export interface TaskOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** What a process can be asked to do. Input and output are plain data. */
export type Tasks = Readonly<Record<string, (input: never, options: TaskOptions) => Promise<unknown>>>;

/** What a process is told, and what it tells. */
export type Order =
  | { readonly id: number; readonly task: string; readonly input: unknown }
  | { readonly id: number; readonly isAborted: true };
export type News = { readonly id: number } & WhatIsNew;
type WhatIsNew =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: SentError };

/** What a process tells at a time: what each message takes is more than what small tasks do. */
export interface Report {
  readonly news: readonly News[];
  readonly residentBytes: number;
}

/** Done tasks that are told of together, when there are more to do. */
const mostTold = 16;

/** Under this id a process tells that it is ready, as if that were a task. */
export const startId = 0;

/** Does what the parent process asks for, one task after the other, and ends with it. */
export function serve(tasks: Tasks): void {
  const controllers = new Map<number, AbortController>();
  let last = Promise.resolve();
  startWatchdog(Number(process.argv.at(-1)));
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => {}); // Ctrl-C goes to parent and children alike: the parent says what happens
  let untold: News[] = [];
  const tell = () => {
    if (untold.length === 0) return;
    process.send!({ news: untold, residentBytes: process.memoryUsage.rss() } satisfies Report);
    untold = [];
  };
  const follow = (order: Order) => {
    const { id } = order;
    if ('isAborted' in order) return controllers.get(id)?.abort();
    const controller = new AbortController();
    controllers.set(id, controller);
    const { signal } = controller;
    const onProgress = (done: number, total: number) => {
      untold.push({ id, kind: 'progress', done, total });
      tell();
    };
    last = inTurn(last, async () => {
      const outcome = await outcomeOf(tasks[order.task]!, order.input, { signal, onProgress });
      untold.push({ id, ...outcome });
      controllers.delete(id);
      if (untold.length < mostTold && controllers.size > 0) return;
      tell();
      await nextTurn(); // lets what is told go out, and orders come in
    });
    last.catch(() => process.exit(1)); // an output that cannot be sent: its task breaks off, and those after it do not wait
  };
  process.on('message', (orders: readonly Order[]) => orders.forEach(follow));
  untold.push({ id: startId, kind: 'done', output: undefined });
  tell();
}

async function inTurn(before: Promise<void>, action: () => Promise<void>): Promise<void> {
  await before;
  await action();
}

async function outcomeOf(task: Tasks[string], input: unknown, options: TaskOptions): Promise<WhatIsNew> {
  try {
    options.signal.throwIfAborted();
    return { kind: 'done', output: await task(input as never, options) };
  } catch (error) {
    return { kind: 'failed', error: toSent(error) };
  }
}
