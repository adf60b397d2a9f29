import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProcessEnded } from './process-ended.ts';
import { fromSent } from './sent-error.ts';
import { type News, type Order, type Report, startId } from './serve.ts';
import { memoryMark } from './watchdog.ts';

export interface TaskRequest {
  readonly signal?: AbortSignal | undefined;
  /** Longest time without progress. */
  readonly timeoutMs: number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: (done: number, total: number) => void;
}

/** What a process may do about an abort before it is ended. */
const graceMs = 300;
/** Ordinary starts take tenths of a second. */
const longestStartMs = 30_000;
/** Of what it writes to its standard error, which says why it ended. */
const mostErrorText = 4096;
/** Of the memory that a process may take, what its JavaScript objects may have; WASM and buffers come beside them. */
const heapShare = 3 / 4;
/** All of the environment that a process gets: keys are none of its business. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'SystemRoot',
  'NODE_OPTIONS',
];

/** Set in the environment of a process. Where a program is one file, that is started in place of ours: it is not to start itself again. */
const mark = 'PINCITE_PROCESS';

/** Another process, which does tasks in the order given. It does not keep this one alive while it has none. */
export class WorkerProcess {
  readonly maxMemoryMb: number;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  /** Not sent yet. */
  readonly #orders: Order[] = [];
  /** With a start that fails, all tasks do. */
  readonly #ready: Promise<unknown>;
  #lastId = startId;
  #isReady = false;
  #errorText = '';
  #reason: ProcessEnded['reason'] = 'crash';
  #residentBytes = 0;
  #hasEnded = false;

  /** @param file a module that calls `serve`. */
  constructor(file: URL, maxMemoryMb: number) {
    this.maxMemoryMb = maxMemoryMb;
    this.#child = start(file, maxMemoryMb);
    this.#child.on('message', ({ news, residentBytes }: Report) => {
      this.#residentBytes = residentBytes;
      for (const one of news) this.#hear(one);
    });
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', (code, signal) => this.#end(signal ?? `exit code ${code}`));
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#errorText = (this.#errorText + text.toString()).slice(-mostErrorText);
    });
    this.#letProgramEnd();
    this.#ready = this.#start();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether it has started: that takes as long as many small tasks do. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Memory that it had when its last task was done. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /**
   * @throws what the task or `onProgress` throws; ProcessEnded, for all its tasks, when it ends; the signal's reason on
   * abort.
   */
  async run(task: string, input: unknown, { signal, timeoutMs, onProgress }: TaskRequest): Promise<unknown> {
    await this.#ready;
    signal?.throwIfAborted();
    if (this.#hasEnded) throw new ProcessEnded('crash', 'it has ended before');
    const id = (this.#lastId += 1);
    const limit = setTimeout(() => this.#kill('time'), timeoutMs);
    let grace: NodeJS.Timeout | undefined;
    const abort = () => {
      this.#tell({ id, isAborted: true });
      grace = setTimeout(() => this.#kill('crash'), graceMs);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, {
          resolve,
          reject,
          onProgress: (done, total) => {
            limit.refresh();
            try {
              onProgress?.(done, total);
            } catch (error) {
              reject(error as Error); // whoever asked hears of it, where it would end the program here
              this.#kill('crash');
            }
          },
        });
        this.#tell({ id, task, input });
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(limit);
      clearTimeout(grace);
      signal?.removeEventListener('abort', abort);
    }
  }

  async #start(): Promise<void> {
    const limit = setTimeout(() => this.#kill('crash'), longestStartMs);
    try {
      await new Promise((resolve, reject) => {
        this.#waiting.set(startId, { resolve, reject, onProgress: () => {} });
      });
      this.#isReady = true;
    } finally {
      clearTimeout(limit);
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#child.kill('SIGKILL');
  }

  /** Whoever waits for its task hears of the end, also in a program that has nothing else to do. */
  #kill(reason: ProcessEnded['reason']): void {
    this.#reason = reason;
    this.#child.ref();
    (this.#child.stderr as Socket).ref();
    this.end();
  }

  /** Orders of one turn of the event loop go together. */
  #tell(order: Order): void {
    if (this.#orders.length === 0) setImmediate(() => this.#send());
    this.#orders.push(order);
  }

  #send(): void {
    const orders = this.#orders.splice(0);
    if (this.#child.connected) this.#child.send(orders, () => {}); // `close` tells of a process that has ended
  }

  #hear(news: News): void {
    const waiting = this.#waiting.get(news.id);
    if (news.kind === 'progress') return waiting?.onProgress(news.done, news.total);
    this.#waiting.delete(news.id);
    if (news.kind === 'done') waiting?.resolve(news.output);
    else waiting?.reject(fromSent(news.error));
  }

  #end(how: string): void {
    this.#hasEnded = true;
    const isMemory = this.#errorText.includes(memoryMark) || /heap out of memory/.test(this.#errorText);
    const reason = this.#isReady ? this.#reason : 'start';
    const error = new ProcessEnded(isMemory ? 'memory' : reason, `${how} ${this.#errorText}`.trim());
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** What keeps the program alive while there is a task is its time limit. */
  #letProgramEnd(): void {
    const { stderr, channel } = this.#child;
    this.#child.unref();
    // Bun's channel has no such method, and needs none.
    (channel as Partial<typeof channel>)?.unref?.();
    (stderr as Socket | null)?.unref();
  }
}

function start(file: URL, maxMemoryMb: number): ChildProcess {
  if (process.env[mark] !== undefined)
    throw new ProcessEnded('start', 'it would be started by one of its kind');
  const mostHeapMb = Math.ceil(maxMemoryMb * heapShare);
  const path = fileURLToPath(file);
  const [program, ...argumentsOfIt] = path.endsWith('.ts') ? [typeScriptRunner(), path] : [path];
  return fork(program!, [...argumentsOfIt, String(maxMemoryMb * 2 ** 20)], {
    execArgv: [`--max-old-space-size=${mostHeapMb}`],
    env: environmentOfIt(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function environmentOfIt(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  // What says how Node takes text for a program, is refused with the file of one.
  return { ...env, [mark]: '1', NODE_OPTIONS: env['NODE_OPTIONS']?.replace(/--input-type[= ]\S+/g, '') };
}

/** Where the code has not been built. */
function typeScriptRunner(): string {
  const library = createRequire(import.meta.url).resolve('jiti/package.json');
  return join(dirname(library), 'lib/jiti-cli.mjs');
}
