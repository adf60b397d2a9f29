import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import kernel from '../../../util/kernels/vector-scan.wasm.ts';
import { startThread } from '../../../util/processes/start-thread.ts';
import { mostThreads, type Segment } from './segment.ts';

/** What a thread runs. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const kernels = new Map();
  parentPort.on('message', ({ opened, closed, tasks }) => {
    for (const { id, memory } of opened)
      kernels.set(id, new WebAssembly.Instance(workerData.module, { env: { memory } }).exports);
    for (const id of closed) kernels.delete(id);
    for (const { id, job, scratch, finds } of tasks) kernels.get(id).work(job, scratch, finds);
    Atomics.add(workerData.signal, 0, 1);
    Atomics.notify(workerData.signal, 0);
  });
`;

/** Longer than a block takes: a thread that has not done its own by then waits for a processor, or has failed. */
const patienceMs = 1;

/**
 * Threads that help to scan, started when they are first wanted. While they work the calling thread works too; what
 * they have begun and not done in time it does itself, so that neither a busy machine nor a failed thread stops it.
 */
export class ScanThreads {
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));
  private readonly count: number;
  private workers: Worker[] | undefined;
  private readonly ids = new Map<Segment, number>();
  private lastId = 0;
  private closed: number[] = [];

  constructor(count = Math.min(mostThreads, availableParallelism()) - 1) {
    this.count = count;
  }

  /** Wakes the threads, for jobs that are open. */
  help(segments: readonly Segment[]): void {
    this.workers ??= this.start();
    const opened = segments.filter((segment) => !this.ids.has(segment));
    for (const segment of opened) this.ids.set(segment, (this.lastId += 1));
    const memories = opened.map((segment) => ({ id: this.ids.get(segment), memory: segment.memory }));
    for (const [index, worker] of this.workers.entries()) {
      const tasks = segments.map((segment) => ({
        id: this.ids.get(segment),
        job: segment.layout.job,
        ...segment.layout.scratches[index + 1],
      }));
      worker.postMessage({ opened: memories, closed: this.closed, tasks }, []);
    }
    this.closed = [];
  }

  /** Waits a little until all blocks of the open jobs are done; `false` when some are not. */
  waitFor(segments: readonly Segment[]): boolean {
    const isDone = () => segments.every((segment) => segment.unfinished().length === 0);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const before = Atomics.load(this.signal, 0);
      if (isDone()) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      Atomics.wait(this.signal, 0, before, left);
    }
  }

  /** Lets the threads forget segments, whose memory they would keep. */
  forget(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const id = this.ids.get(segment);
      if (id !== undefined) this.closed.push(id);
      this.ids.delete(segment);
    }
  }

  /** For good: later scans are the calling thread's alone. */
  async stop(): Promise<void> {
    const workers = this.workers ?? [];
    this.workers = [];
    this.ids.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private start(): Worker[] {
    const module = new WebAssembly.Module(Buffer.from(kernel, 'base64'));
    const workerData = { module, signal: this.signal };
    try {
      return Array.from({ length: this.count }, () => {
        const worker = startThread(program, { workerData });
        // Neither waiting threads nor failed ones keep the process from ending or make it end.
        worker.unref();
        worker.on('error', () => void this.stop());
        return worker;
      });
    } catch {
      return [];
    }
  }
}
