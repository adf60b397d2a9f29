import { PinciteError } from '../errors.ts';
import type { DocumentCounts } from './document-counts.ts';
import { addOptionsSchema, type AddProgress, type AddResponse, type DocumentFailure } from './add-options.ts';
import { addInputs } from './add.ts';
import { areStored } from './are-stored.ts';
import type { IngestionJob } from './ingestion-job.ts';
import { parseOptions } from './options.ts';
import type { Parts } from './parts.ts';

export type Added = Pick<AddResponse, keyof DocumentCounts | 'totalChunks'>;

interface Call {
  readonly job: IngestionJob;
  readonly signal: AbortSignal;
  readonly resolve: (added: Added) => void;
  readonly reject: (error: unknown) => void;
}

const nothing: Added = { documentsInserted: 0, documentsReplaced: 0, documentsSkipped: 0, totalChunks: 0 };
const skipped: Added = { ...nothing, documentsSkipped: 1 };

/**
 * Adds what jobs ask for. Those that come in one turn of the event loop and have the same options are added together, so
 * that their documents share the wait for the disk; each ends when its own is there. What fails among others is done once
 * more by itself, so that none fails for another.
 */
export class AddTogether {
  readonly #parts: Parts;
  #waiting: Call[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws what failed the document; what would fail every other one too; the signal's reason on abort. */
  add(job: IngestionJob, signal: AbortSignal): Promise<Added> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#begin());
      this.#waiting.push({ job, signal, resolve, reject });
    });
  }

  #begin(): void {
    const groups = new Map<string, Call[]>();
    for (const call of this.#waiting) {
      const key = groupOf(call.job);
      groups.set(key, [...(groups.get(key) ?? []), call]);
    }
    this.#waiting = [];
    for (const calls of groups.values()) void this.#addAll(calls);
  }

  async #addAll(calls: readonly Call[]): Promise<void> {
    const left = new Set(calls);
    if (calls.length > 1) await this.#addGroup(calls, left).catch(() => undefined); // told of what is left, below
    await Promise.all([...left].map((call) => this.#addAlone(call)));
  }

  /** Takes out of `left` what is done. */
  async #addGroup(calls: readonly Call[], left: Set<Call>): Promise<void> {
    const end = (call: Call, added: Added) => {
      left.delete(call);
      call.resolve(added);
    };
    const stored = await areStored(this.#parts, calls.map(jobOf));
    const missing = calls.filter((call, index) => {
      if (stored[index]) end(call, skipped);
      return !stored[index];
    });
    await this.#run(missing, (event) => {
      if (event.kind === 'end' && event.outcome !== 'failed') end(missing[event.index]!, addedOf(event));
    });
  }

  async #addAlone(call: Call): Promise<void> {
    try {
      const [isStored] = await areStored(this.#parts, [call.job]);
      const response = isStored ? skipped : await this.#run([call]);
      call.resolve(response);
    } catch (error) {
      call.reject(error);
    }
  }

  /** @throws what failed the document; an error that tells of all of a site where some pages failed. */
  async #run(calls: readonly Call[], onProgress?: (event: AddProgress) => void): Promise<Added> {
    const [first] = calls;
    if (first === undefined) return nothing;
    const { collection, metadata, force, keepVersions } = first.job;
    const { signal } = first;
    const given = { collection, metadata, force, keepVersions, returnChunks: false, signal, onProgress };
    const options = parseOptions(addOptionsSchema, given, 'options of the job');
    const inputs = calls.map(({ job }) => job.input);
    const response = await addInputs(this.#parts, { inputs, ignored: [], warnings: [] }, options);
    if (!response.success) throw failureOf(response);
    return response;
  }
}

/** A site is not read again for some of its pages: a link that leads nowhere would fail it each time. */
function failureOf({ errors, documentsProcessed }: AddResponse): PinciteError {
  const [{ error }] = errors as [DocumentFailure];
  if (errors.length === documentsProcessed) return error;
  const pages = `${errors.length} of ${documentsProcessed} pages could not be added`;
  return new PinciteError('PARTLY_ADDED', `${pages}; the first: ${error.message}`, {
    hint: error.hint,
    context: { sources: errors.map(({ source }) => source) },
    cause: error,
  });
}

const jobOf = ({ job }: Call) => job;

/** Equal for jobs with the same options; a site, which is many documents, is alone. */
function groupOf({ collection, metadata, force, keepVersions, input }: IngestionJob): string {
  return JSON.stringify([collection, metadata, force, keepVersions, input.crawl && input]);
}

function addedOf({ outcome, chunks }: Extract<AddProgress, { readonly kind: 'end' }>): Added {
  return {
    documentsInserted: outcome === 'inserted' ? 1 : 0,
    documentsReplaced: outcome === 'replaced' ? 1 : 0,
    documentsSkipped: outcome === 'skipped' ? 1 : 0,
    totalChunks: chunks,
  };
}
