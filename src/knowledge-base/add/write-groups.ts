import type { DocumentRecord } from '../../store/store.ts';
import type { Parts } from '../parts/parts.ts';
import { writeDocuments } from './write-documents.ts';

/** Written together, documents share the wait for the disk; more at once would keep the event loop for too long. */
const mostDocuments = 128;
const mostChunks = 256;
const mostCharacters = 4_000_000;
/** How long a document waits for others. */
const longestWaitMs = 500;
/** What is prepared when a call is stopped is written all the same, unless the store takes longer than this. */
const longestAfterAbortMs = 5000;

export interface Written {
  /** The version that the document has got. */
  readonly version: number;
  /** Its share of the time of the transaction. */
  readonly ms: number;
}

interface WriteOptions {
  readonly collection: string;
  readonly keepVersions: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly record: DocumentRecord;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes documents in groups, each group in one transaction, also those that were prepared when the call was stopped. Where that fails, its documents are written one by one, so
 * that none fails for another. While a group is written, the next one fills; then who brings more has to wait.
 */
export class WriteGroups {
  readonly #parts: Parts;
  readonly #options: WriteOptions;
  #group: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Aborted a while after the caller's signal. */
  readonly #late = new AbortController();
  readonly #stopLate: () => void;

  constructor(parts: Parts, options: WriteOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#stopLate = onAbort(options.signal, () => {
      setTimeout(() => this.#late.abort(options.signal!.reason), longestAfterAbortMs).unref();
    });
  }

  /** Resolves when there was room for the document; `written` when it is on disk. */
  async accept(record: DocumentRecord): Promise<{ readonly written: Promise<Written> }> {
    while (isFull(this.#group)) await this.#writing;
    const written = new Promise<Written>((resolve, reject) => this.#group.push({ record, resolve, reject }));
    this.#beginWhenDue();
    return { written };
  }

  /** Resolves when nothing waits any more; nothing may come afterwards. */
  async end(): Promise<void> {
    for (this.#begin(); this.#writing; this.#begin()) await this.#writing;
    this.#stopLate();
  }

  #beginWhenDue(): void {
    if (isFull(this.#group)) this.#begin();
    else if (this.#group.length > 0) this.#timer ??= setTimeout(() => this.#begin(), longestWaitMs);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing || this.#group.length === 0) return;
    const group = this.#group;
    this.#group = [];
    this.#writing = this.#write(group).finally(() => {
      this.#writing = undefined;
      this.#beginWhenDue();
    });
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { collection, keepVersions } = this.#options;
    const { signal } = this.#late;
    const started = performance.now();
    try {
      const change = { put: group.map(({ record }) => record), keepVersions };
      const { versions } = await writeDocuments(this.#parts, collection, { change, signal });
      const ms = (performance.now() - started) / group.length;
      for (const [index, { resolve }] of group.entries()) resolve({ version: versions[index]!, ms });
    } catch (error) {
      if (group.length === 1 || signal.aborted) for (const { reject } of group) reject(error);
      else for (const one of group) await this.#write([one]);
    }
  }
}

/** Gives what stops listening. */
function onAbort(signal: AbortSignal | undefined, react: () => void): () => void {
  if (signal?.aborted) react();
  signal?.addEventListener('abort', react, { once: true });
  return () => signal?.removeEventListener('abort', react);
}

function isFull(group: readonly Waiting[]): boolean {
  let chunks = 0;
  let characters = 0;
  for (const { record } of group) {
    chunks += record.chunks.length;
    characters += record.content.text.length;
  }
  return group.length >= mostDocuments || chunks >= mostChunks || characters >= mostCharacters;
}
