/** The side of the process that works for another one. */
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
export type News = { readonly id: number; readonly residentBytes: number } & WhatIsNew;
type WhatIsNew =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: SentError };

/** Under this id a process tells that it is ready, as if that were a task. */
export const startId = 0;

/** Does what the parent process asks for, one task after the other, and ends with it. */
export function serve(tasks: Tasks): void {
  const controllers = new Map<number, AbortController>();
  let last = Promise.resolve();
  startWatchdog(Number(process.argv.at(-1)));
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => {}); // Ctrl-C goes to parent and children alike: the parent says what happens
  process.on('message', (order: Order) => {
    if ('isAborted' in order) return controllers.get(order.id)?.abort();
    const controller = new AbortController();
    controllers.set(order.id, controller);
    last = last
      .then(() => work(tasks[order.task]!, order, controller.signal))
      .finally(() => controllers.delete(order.id));
  });
  tell(startId, { kind: 'done', output: undefined });
}

async function work(
  task: Tasks[string],
  { id, input }: { readonly id: number; readonly input: unknown },
  signal: AbortSignal,
): Promise<void> {
  const onProgress = (done: number, total: number) => tell(id, { kind: 'progress', done, total });
  try {
    signal.throwIfAborted();
    tell(id, { kind: 'done', output: await task(input as never, { signal, onProgress }) });
  } catch (error) {
    tell(id, { kind: 'failed', error: toSent(error) });
  }
}

function tell(id: number, news: WhatIsNew): void {
  process.send!({ ...news, id, residentBytes: process.memoryUsage.rss() } satisfies News);
}
