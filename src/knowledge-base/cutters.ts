import { Slots } from '../util/slots.ts';
import type { CutDocument, CutOptions, CutRequest } from './cut.ts';
import { CuttingThread } from './cutting-thread.ts';

/** Work of this thread after which another one is worth what starting it takes. */
const usualStartMs = 300;
/**
 * What the other thread is given at once, so that it never waits for this one; more in one document only. Its first one
 * is alone: the others need not wait while it starts.
 */
const mostThreadBytes = 512 * 2 ** 10;

let opened: Promise<typeof import('./cut.ts')> | undefined;

/** A module of its own, so that another thread can load it. */
function openCut(): Promise<typeof import('./cut.ts')> {
  return (opened ??= import('./cut.ts'));
}

/** Cuts a document in this thread. */
export async function cutHere(request: CutRequest, options?: CutOptions): Promise<CutDocument> {
  return (await openCut()).cutDocument(request, options);
}

/** Cuts documents in this thread, one at a time, and beside it in another one once there is much to do. */
export class Cutters {
  readonly #startThreadAfterMs: number;
  readonly #here = new Slots(1);
  #thread: CuttingThread | undefined;
  #spentMs = 0;

  constructor({ startThreadAfterMs = usualStartMs } = {}) {
    this.#startThreadAfterMs = startThreadAfterMs;
  }

  /** @throws as `cutDocument` does. */
  async cut(request: CutRequest, options: CutOptions = {}): Promise<CutDocument> {
    while (this.#here.areTaken && !this.#threadTakes(request)) await this.#here.change();
    if (options.signal?.aborted) this.#here.wake(); // it is another one's turn
    options.signal?.throwIfAborted();
    const document = this.#threadTakes(request) && (await this.#cutThere(request, options));
    return document || this.#here.run(() => this.#cutHere(request, options));
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #threadTakes({ source, chunking }: CutRequest): boolean {
    if (!this.#thread || this.#thread.hasFailed) return false;
    // A chunker, the user's own or one that embeds, cannot be sent.
    if (typeof chunking.method !== 'string') return false;
    const { bytes, hasAnswered } = this.#thread;
    return bytes === 0 || (hasAnswered && bytes + source.bytes.length <= mostThreadBytes);
  }

  #cutThere(request: CutRequest, options: CutOptions): Promise<CutDocument | undefined> {
    const cut = this.#thread!.cut(request, options).finally(() => this.#here.wake());
    this.#here.wake(); // there may be room for another one, here or there
    return cut;
  }

  async #cutHere(request: CutRequest, options: CutOptions): Promise<CutDocument> {
    const { cutModule } = await openCut();
    const started = performance.now();
    try {
      return await cutHere(request, options);
    } finally {
      this.#spentMs += performance.now() - started;
      const isDue = this.#spentMs >= this.#startThreadAfterMs && this.#here.waiting > 0;
      if (isDue) this.#thread ??= new CuttingThread(cutModule);
    }
  }
}
