import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import type { CheckedSync, SyncResult } from './sync-options.ts';

/** A folder that a collection keeps mirroring. */
export interface FolderWatch extends AsyncDisposable {
  /** What the first sync did. */
  readonly first: SyncResult;
  /** Ends the watching; resolves when a sync that is under way has stopped, between two documents. */
  close(): Promise<void>;
}

/** A file that is being written has been left alone for so long, in milliseconds, when it counts as changed. */
const settledMs = 200;
/** Where changes never cease, a sync runs at the latest after so many times the pause. */
const longestPauses = 10;

/**
 * Syncs, and again whenever something in the folder has changed and then been quiet for `debounceMs`. One sync runs at a
 * time; what changes meanwhile is seen to after it. A sync that fails is told to `onError`, and watching goes on.
 *
 * @param sync mirrors the folder once, until its signal is aborted.
 * @throws what the first sync throws.
 */
export async function watchFolder(
  folder: string,
  options: CheckedSync,
  sync: (signal: AbortSignal) => Promise<SyncResult>,
): Promise<FolderWatch> {
  const { watch } = await import('chokidar');
  options.signal?.throwIfAborted();
  const place = await realpath(folder).catch(() => folder);
  const watcher = watch(place, {
    ignoreInitial: true,
    followSymlinks: false,
    usePolling: options.usePolling,
    awaitWriteFinish: { stabilityThreshold: settledMs, pollInterval: settledMs / 4 },
    ignored: (path) => path !== place && isPassedOver(basename(path)),
  });
  const syncing = new Syncing(watcher, options, sync);
  try {
    // Watching before the first sync: nothing that changes during it is missed.
    await syncing.untilReady();
    const first = await syncing.runFirst();
    return { first, close: () => syncing.close(), [Symbol.asyncDispose]: () => syncing.close() };
  } catch (error) {
    await syncing.close();
    throw error;
  }
}

const isPassedOver = (name: string) =>
  name === 'node_modules' || (name.startsWith('.') && name !== '.gitignore' && name !== '.pinciteignore');

/** When syncs run: after a pause, one at a time, until closed. */
class Syncing {
  readonly #watcher: FSWatcher;
  readonly #options: CheckedSync;
  readonly #sync: (signal: AbortSignal) => Promise<SyncResult>;
  readonly #stop = new AbortController();
  readonly #onAbort = () => void this.close();
  #running: Promise<unknown> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #changedSince: number | undefined;

  constructor(watcher: FSWatcher, options: CheckedSync, sync: (signal: AbortSignal) => Promise<SyncResult>) {
    this.#watcher = watcher;
    this.#options = options;
    this.#sync = sync;
    watcher.on('all', () => this.#onChange());
    watcher.on('error', (error) => options.onError?.(error));
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** @throws the signal's reason: a watcher that is closed before it is ready never says so. */
  async untilReady(): Promise<void> {
    const ready = new Promise<void>((resolve) => this.#watcher.once('ready', () => resolve()));
    await unlessAborted(ready, this.#stop.signal);
  }

  async runFirst(): Promise<SyncResult> {
    const first = this.#sync(this.#signal());
    this.#running = first;
    const result = await first;
    this.#afterSync();
    return result;
  }

  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
    this.#stop.abort(this.#options.signal?.reason);
    await this.#watcher.close();
    await this.#running?.catch(() => undefined); // it was told, or ends because of the closing
  }

  #signal(): AbortSignal {
    const { signal } = this.#options;
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  #onChange(): void {
    this.#changedSince ??= performance.now();
    if (this.#running === undefined) this.#schedule();
  }

  #schedule(): void {
    if (this.#stop.signal.aborted || this.#changedSince === undefined) return;
    const { debounceMs } = this.#options;
    const waited = performance.now() - this.#changedSince;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#run(),
      Math.max(0, Math.min(debounceMs, longestPauses * debounceMs - waited)),
    );
  }

  async #run(): Promise<void> {
    this.#changedSince = undefined;
    const running = this.#sync(this.#signal());
    this.#running = running;
    try {
      const result = await running;
      if (hasNews(result)) this.#options.onSync?.(result);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#options.onError?.(error);
    } finally {
      this.#afterSync();
    }
  }

  #afterSync(): void {
    this.#running = undefined;
    this.#schedule();
  }
}

const hasNews = ({ success, documentsSkipped, files }: SyncResult) =>
  !success || files.length > documentsSkipped;
