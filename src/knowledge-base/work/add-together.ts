import { stat } from 'node:fs/promises';
import { PinciteError } from '../../errors.ts';
import { type DocumentCounts, parseOptions } from '../parts/options.ts';
import {
  type Added as AddedInputs,
  addOptionsSchema,
  type AddProgress,
  type DocumentFailure,
} from '../add/add-options.ts';
import { addInputs } from '../add/add.ts';
import type { TaskOutput } from '../../queue/queue.ts';
import { Recent } from '../../util/recent.ts';
import type { IngestionTask } from './ingestion-task.ts';
import { isUnchanged, keepDescription, sourceName, storedById } from '../add/locate.ts';
import type { Parts } from '../parts/parts.ts';
import { scopedParts } from '../scoped.ts';
import { groupBy } from '../../util/lists/group-by.ts';
import { ensureCollection } from '../parts/embedders.ts';
import { type CheckedInput, identify } from '../add/inputs.ts';
import { storableText } from './jobs.ts';
import { ownMetadata } from '../add/own-metadata.ts';

export type Added = Pick<AddedInputs, keyof DocumentCounts | 'totalChunks' | 'warnings'>;

interface Adding {
  readonly task: IngestionTask;
  readonly signal: AbortSignal;
  /** Called with how far it is, now and then. */
  readonly note: (output: TaskOutput) => void;
}

interface Call extends Adding {
  readonly resolve: (added: Added) => void;
  readonly reject: (error: unknown) => void;
  /** Of its file, before that is read. */
  state?: string | undefined;
}

export interface AddedTask {
  readonly added: Added;
  /** Of its file, as `stateOfFile` tells it, before that was read. */
  readonly state: string | undefined;
}

const nothing: Added = {
  documentsInserted: 0,
  documentsReplaced: 0,
  documentsSkipped: 0,
  totalChunks: 0,
  warnings: [],
};
const skipped: Added = { ...nothing, documentsSkipped: 1 };
/** Tenants whose caches are kept. */
const mostScopes = 100;

/** Of a source that are kept: a site may have one or more for each of its pages. */
const mostWarnings = 20;

/** As the queue keeps it. */
export function outputOf(added: Added): TaskOutput {
  const { documentsInserted, documentsReplaced, documentsSkipped, totalChunks: chunks } = added;
  const warnings = added.warnings.slice(0, mostWarnings).map(storableText);
  const more = added.warnings.length - warnings.length;
  if (more > 0) warnings.push(`… and ${more} more.`);
  return {
    documentsStored: documentsInserted + documentsReplaced,
    documentsSkipped,
    chunks,
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * Adds what tasks ask for. Those that come in one turn of the event loop and have the same options are added together, so
 * that their documents share the wait for the disk; each ends when its own is there. What fails among others is done once
 * more by itself, so that none fails for another.
 */
export class AddTogether {
  readonly #parts: Parts;
  readonly #scopes = new Recent<Parts>(mostScopes);
  #waiting: Call[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws what failed the document; what would fail every other one too; the signal's reason on abort. */
  add(adding: Adding): Promise<AddedTask> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#begin());
      const call: Call = {
        ...adding,
        resolve: (added) => resolve({ added, state: call.state }),
        reject,
      };
      this.#waiting.push(call);
    });
  }

  /** Those of the knowledge base itself, or as its scope sees them. @throws as `kb.scoped` does. */
  #partsOf({ scope }: IngestionTask): Parts {
    if (scope === undefined) return this.#parts;
    const key = JSON.stringify(scope);
    const parts = this.#scopes.get(key) ?? scopedParts(this.#parts, { ...scope, access: 'write' });
    this.#scopes.set(key, parts);
    return parts;
  }

  #begin(): void {
    const groups = groupBy(this.#waiting, ({ task }) => groupOf(task));
    this.#waiting = [];
    for (const calls of groups.values()) void this.#addAll(calls);
  }

  async #addAll(calls: readonly Call[]): Promise<void> {
    const left = new Set(calls);
    await Promise.all(calls.map(async (call) => (call.state = await stateOfFile(call.task))));
    if (calls.length > 1) await this.#addGroup(calls, left).catch(() => undefined); // told of what is left, below
    await Promise.all([...left].map((call) => this.#addAlone(call)));
  }

  /** Takes out of `left` what is done. */
  async #addGroup(calls: readonly Call[], left: Set<Call>): Promise<void> {
    const end = (call: Call, added: Added) => {
      left.delete(call);
      call.resolve(added);
    };
    const stored = await areStored(this.#partsOf(calls[0]!.task), calls.map(taskOf));
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
      call.signal.throwIfAborted();
      const [isStored] = await areStored(this.#partsOf(call.task), [call.task]);
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
    const { collection, metadata, force, keepVersions } = first.task;
    let soFar = nothing;
    const signal = AbortSignal.any(calls.map((call) => call.signal));
    const given = {
      collection,
      metadata,
      force,
      keepVersions,
      returnChunks: false,
      signal,
      onProgress: (event: AddProgress) => {
        if (event.kind === 'end' && event.outcome !== 'failed') soFar = sum(soFar, addedOf(event));
        noteProgress(calls, event, soFar);
        onProgress?.(event);
      },
    };
    const options = parseOptions(addOptionsSchema, given, 'options of the job');
    const inputs = calls.map(({ task }) => task.input);
    const expanded = { inputs, ignored: [], warnings: [] };
    const response = await addInputs(this.#partsOf(first.task), expanded, options);
    if (!response.success) throw failureOf(response);
    return { ...response, warnings: response.warnings.map((warning) => withoutName(warning, inputs)) };
  }
}

/** A source tells of itself; the pages of a site are named. */
function withoutName(warning: string, inputs: readonly CheckedInput[]): string {
  const names = inputs.map((input) => `${sourceName(input)}: `);
  const name = names.find((start) => warning.startsWith(start)) ?? '';
  return warning.slice(name.length);
}

/** Pages are told of by the name of their source; documents count where one task, such as a site, has all of them. */
function noteProgress(calls: readonly Call[], event: AddProgress, soFar: Added): void {
  if (event.kind === 'end' && calls.length === 1) calls[0]!.note(outputOf(soFar));
  if (event.kind !== 'page') return;
  const { done, total } = event;
  const stage = done < total ? 'reading' : 'indexing';
  const stored = outputOf(calls.length === 1 ? soFar : nothing);
  for (const { task, note } of calls) {
    if (sourceName(task.input) === event.source) note({ stage, pages: { done, total }, ...stored });
  }
}

const sum = (one: Added, other: Added): Added => ({
  documentsInserted: one.documentsInserted + other.documentsInserted,
  documentsReplaced: one.documentsReplaced + other.documentsReplaced,
  documentsSkipped: one.documentsSkipped + other.documentsSkipped,
  totalChunks: one.totalChunks + other.totalChunks,
  warnings: [...one.warnings, ...other.warnings],
});

/** A site is not read again for some of its pages: a link that leads nowhere would fail it each time. */
function failureOf({ errors, documentsProcessed }: AddedInputs): PinciteError {
  const [{ error }] = errors as [DocumentFailure];
  if (errors.length === documentsProcessed) return error;
  const pages = `${errors.length} of ${documentsProcessed} pages could not be added`;
  return new PinciteError('PARTLY_ADDED', `${pages}; the first: ${error.message}`, {
    hint: error.hint,
    context: { sources: errors.map(({ source }) => source) },
    cause: error,
  });
}

const taskOf = ({ task }: Call) => task;

/** Another one whenever the file is; `undefined` where the source is none, or has gone. */
export async function stateOfFile({ input }: IngestionTask): Promise<string | undefined> {
  if (input.sourceType !== 'file') return undefined;
  const found = await stat(input.source, { bigint: true }).catch(() => undefined);
  return found && [found.ino, found.size, found.mtimeNs, found.ctimeNs].join();
}

/** Equal for tasks with the same options; a site, which is many documents, is alone. */
function groupOf({ scope, collection, metadata, force, keepVersions, input }: IngestionTask): string {
  return JSON.stringify([scope, collection, metadata, force, keepVersions, input.crawl && input]);
}

function addedOf({ outcome, chunks, warnings }: Extract<AddProgress, { readonly kind: 'end' }>): Added {
  return {
    documentsInserted: outcome === 'inserted' ? 1 : 0,
    documentsReplaced: outcome === 'replaced' ? 1 : 0,
    documentsSkipped: outcome === 'skipped' ? 1 : 0,
    totalChunks: chunks,
    warnings,
  };
}

/** Whether the file of each task, as it was queued, is in the store: then it need not be read. All are of one collection. */
async function areStored(parts: Parts, tasks: readonly IngestionTask[]): Promise<boolean[]> {
  const documentIds = tasks.map((task) => idOf(parts, task));
  const { collection } = tasks[0]!;
  const stored = await storedById(parts, collection, documentIds);
  if (stored.size === 0) return tasks.map(() => false);
  const embedder = await ensureCollection(parts, collection);
  const settings = { config: parts.config, embedder, validate: true };
  return tasks.map((task, index) => {
    const { input, sourceHash, force } = task;
    const existing = stored.get(documentIds[index]!);
    if (sourceHash === undefined || force || existing === undefined) return false;
    const source = { sourcePath: sourceName(input) };
    const kept = keepDescription(input, { metadata: metadataOf(task), sourceHash, source }, existing);
    return isUnchanged(existing, kept, settings);
  });
}

const metadataOf = ({ metadata, input }: IngestionTask) => ownMetadata(metadata, input.metadata);

function idOf({ config }: Parts, task: IngestionTask): string {
  const { input } = task;
  const identity = { metadata: metadataOf(task), identityKeys: config.ingest.identity };
  return identify(input, sourceName(input), identity);
}
