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
export type News = { readonly id: number; readonly residentBytes: number } & (
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }
);

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
}

async function work(
  task: Tasks[string],
  { id, input }: { readonly id: number; readonly input: unknown },
  signal: AbortSignal,
): Promise<void> {
  const tell = (news: object) =>
    process.send!({ ...news, id, residentBytes: process.memoryUsage.rss() } as News);
  const onProgress = (done: number, total: number) => void tell({ kind: 'progress', done, total });
  try {
    signal.throwIfAborted();
    tell({ kind: 'done', output: await task(input as never, { signal, onProgress }) });
  } catch (error) {
    tell({ kind: 'failed', error: toSent(error) });
  }
}
