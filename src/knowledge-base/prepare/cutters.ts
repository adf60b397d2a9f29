import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { WorkerProcess } from '../../util/processes/worker-process.ts';
import { once } from '../../util/async/once.ts';
import { Slots } from '../../util/async/slots.ts';
import type { CutDocument, CutOptions, CutRequest } from './cut.ts';
import { asPlain, processRequest, readAside } from './readers.ts';
import type { Readers } from './shared-readers.ts';

/** Work in this process after which another one is worth what it takes to start it, and documents that wait which are as much. */
const usualStartMs = 1_000;
const manyWaiting = 200;
/**
 * Plain documents that the other process is given at once, so that it never waits for this one. Its first one is alone,
 * so that the others need not wait while it starts.
 */
const mostGivenBytes = 512 * 2 ** 10;

/** Cuts one document. @throws as `cutDocument` does. */
export function cutOne(readers: Readers, request: CutRequest, options?: CutOptions): Promise<CutDocument> {
  return new Cutters(readers).cut(request, options);
}

/**
 * Cuts documents: short plain ones here, one at a time, and beside it in another process once there is much to do; all
 * others in processes of their own.
 */
export class Cutters {
  readonly #readers: Readers;
  readonly #helpAfterMs: number;
  readonly #here = new Slots(1);
  #helper: WorkerProcess | undefined;
  #helperBytes = 0;
  #spentMs = 0;

  constructor(readers: Readers, { helpAfterMs = usualStartMs } = {}) {
    this.#readers = readers;
    this.#helpAfterMs = helpAfterMs;
  }

  /** @throws as `cutDocument` does; LimitExceededError for the limits of a process. */
  async cut(request: CutRequest, options: CutOptions = {}): Promise<CutDocument> {
    const source = asPlain(request.source);
    return source === undefined
      ? this.#cutAside(request, options)
      : this.#cutPlain({ ...request, source }, options);
  }

  async #cutAside(request: CutRequest, options: CutOptions): Promise<CutDocument> {
    const asked = processRequest(request.source, options);
    if (canBeSent(request)) {
      return readAside(request.source, (source) => this.#readers.run('cut', { ...request, source }, asked));
    }
    const started = performance.now();
    const loaded = await readAside(request.source, (source) => this.#readers.run('load', source, asked));
    const { cutLoaded } = await openCut();
    return cutLoaded(request, loaded, { loadMs: performance.now() - started, signal: options.signal });
  }

  async #cutPlain(request: CutRequest, options: CutOptions): Promise<CutDocument> {
    while (this.#here.areTaken && !this.#canHelp(request)) await this.#here.change(options.signal);
    const document = this.#canHelp(request) && (await this.#cutByHelper(request, options));
    return document || this.#here.run(() => this.#cutHere(request, options), options.signal);
  }

  #canHelp(request: CutRequest): boolean {
    const { length } = request.source.bytes;
    const isLittle =
      this.#helper === undefined && this.#spentMs < this.#helpAfterMs && this.#here.waiting < manyWaiting;
    if (isLittle || !canBeSent(request)) return false;
    if (this.#helper === undefined) return this.#here.areTaken && this.#readers.hasRoom;
    return this.#helper.isReady && this.#helperBytes + length <= mostGivenBytes;
  }

  /** Gives nothing where the process ended: nobody knows for which document. */
  async #cutByHelper(request: CutRequest, options: CutOptions): Promise<CutDocument | undefined> {
    const { length } = request.source.bytes;
    const helper = (this.#helper ??= this.#readers.borrow(request.source.limits.maxMemoryMb)!);
    this.#helperBytes += length;
    this.#here.wake(); // there may be room for another one, here or there
    try {
      const asked = processRequest(request.source, options);
      return withOwnVectors((await helper.run('cut', request, asked)) as CutDocument);
    } catch (error) {
      if (error instanceof ProcessEnded) return undefined;
      throw error;
    } finally {
      this.#helperBytes -= length;
      if (this.#helperBytes === 0) {
        this.#readers.giveBack(helper);
        this.#helper = undefined;
      }
      this.#here.wake();
    }
  }

  async #cutHere(request: CutRequest, options: CutOptions): Promise<CutDocument> {
    const { cutDocument } = await openCut();
    const started = performance.now();
    try {
      return await cutDocument(request, options);
    } finally {
      this.#spentMs += performance.now() - started;
      await nextTurn(); // what the other process tells goes before the next one
    }
  }
}

/** Vectors that lie in a message hold on to all of it: to all documents that it told of. */
function withOwnVectors(cut: CutDocument): CutDocument {
  const { embedding } = cut;
  if (!embedding) return cut;
  const embedded = embedding.embedded.map((one) => ({ ...one, vector: one.vector.slice() }));
  return { ...cut, embedding: { ...embedding, embedded } };
}

/** A chunker, the user's own or one that embeds, cannot be sent. */
const canBeSent = ({ chunking }: CutRequest) => typeof chunking.method === 'string';

const openCut = once(() => import('./cut.ts'));
