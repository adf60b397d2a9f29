import { Worker } from 'node:worker_threads';
import type { CutDocument, CutNews, CutOptions, CutRequest, CutTask } from './cut.ts';

/** What the thread runs. It is text so that it needs no file beside the code, whatever bundles that. */
const program = `
  const { parentPort, workerData: url } = require('node:worker_threads');
  const load = () =>
    url.endsWith('.ts')
      ? require('node:module').createRequire(url)('jiti').createJiti(url).import(url)
      : import(url);
  load().then(({ serveCuts }) => serveCuts(parentPort));
`;

interface Waiting {
  readonly onPage: CutOptions['onPage'];
  readonly resolve: (document: CutDocument | undefined) => void;
}

/** Another thread that cuts documents. */
export class CuttingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #bytes = 0;
  #hasAnswered = false;
  #hasFailed = false;

  /** @param module that of `cut.ts`. */
  constructor(module: string) {
    this.#worker = new Worker(program, { eval: true, workerData: module, execArgv: [] });
    this.#worker.on('message', (news: CutNews) => this.#hear(news));
    this.#worker.on('error', () => this.#fail());
    this.#worker.on('exit', () => this.#fail());
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether it has loaded all it needs: that takes as long as many documents do. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Of the sources that have been given to it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Gives nothing where cutting fails: errors do not travel between threads, and come again when it is tried here. */
  async cut(request: CutRequest, { signal, onPage }: CutOptions): Promise<CutDocument | undefined> {
    if (this.#hasFailed) return undefined;
    const id = (this.#lastId += 1);
    const bytes = request.source.bytes.length;
    const tell = (task: CutTask) => this.#worker.postMessage(task, []);
    const abort = () => tell({ id, isAborted: true });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve) => {
        this.#waiting.set(id, { onPage, resolve });
        this.#bytes += bytes;
        tell({ id, request });
      });
    } finally {
      this.#bytes -= bytes;
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(news: CutNews): void {
    const waiting = this.#waiting.get(news.id);
    if (news.kind === 'page') return waiting?.onPage?.(news.done, news.total);
    this.#hasAnswered = true;
    this.#waiting.delete(news.id);
    waiting?.resolve(news.kind === 'cut' ? news.document : undefined);
  }

  #fail(): void {
    this.#hasFailed = true;
    for (const { resolve } of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}
