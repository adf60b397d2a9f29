/**
 * Adding documents: several are under way at once, and each is stored whole or not at all.
 *
 *   sources, in the order given ──▶ load → chunk → validate → finish ──▶ texts by a model ──▶ embed ──▶ write
 *                                   (prepare/cut.ts, mostly in           (written-by-model/)    groups of documents a
 *                                    processes: prepare/cutters.ts)                                transaction (write-groups.ts)
 *
 * Storing goes on in write-documents.ts and `Store.write`: in SQLite store/sqlite/write/write.ts, by the plan of store/changes/plan.ts.
 *
 * Formats that foreign or involved code reads are always cut in a process of their own, with limits on time and memory
 * (util/processes/). Plain ones are where a document is long, or once a call has taken long. A process that cuts also embeds where
 * the model is the one inside the package. Each document is reported once it is on disk. Documents of one id, of one call or
 * of several, take turns (document-turns.ts).
 */
import { setMaxListeners } from 'node:events';
import { PinciteError } from '../../errors.ts';
import { inVersion } from '../../store/changes/in-version.ts';
import type { Document } from '../../types.ts';
import { gatherCalls } from '../../util/async/gather-calls.ts';
import { Slots } from '../../util/async/slots.ts';
import type { CheckedOptions } from './add-options.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { Cutters } from '../prepare/cutters.ts';
import { ensureCollection } from '../parts/embedders.ts';
import type { CheckedInput } from './inputs.ts';
import {
  isUnchanged,
  keepDescription,
  locate,
  type Located,
  prepareLocated,
  sourceName,
  storedById,
} from './locate.ts';
import { openInputs } from './open-inputs.ts';
import type { Parts } from '../parts/parts.ts';
import type { PreparedDocument, Stages } from '../prepare/prepare.ts';
import type { Settings } from '../prepare/settings-hash.ts';
import { type Outcome, type Tally, warningsOf } from './tally.ts';
import { WriteGroups } from './write-groups.ts';

/**
 * Documents that are prepared at once, and how large their sources may be together; one alone may be larger. When there are so many,
 * others begin together when half of them are done: the store is asked for all of these at once.
 */
const mostAtOnce = 256;
const mostBytes = 16 * 2 ** 20;
/** Of documents: each embeds several batches at once where the model allows it. */
const mostEmbedding = 4;

interface IngestionOptions {
  readonly tally: Tally;
  readonly contexts: readonly ContextWriter[];
}

interface Task {
  readonly index: number;
  readonly input: CheckedInput;
  readonly located: Located;
}

/**
 * Documents on their way into a collection: read in order, prepared a few at a time, written in groups. Documents with
 * one id, of this call or of others, go one after the other.
 */
export class Ingestion {
  readonly #parts: Parts;
  readonly #options: CheckedOptions;
  readonly #keepVersions: boolean;
  readonly #tally: Tally;
  readonly #writes: WriteGroups;
  readonly #stages: Stages;
  readonly #contexts: readonly ContextWriter[];
  /** The stored document of an id; the store is asked for those of many at once. */
  readonly #stored = gatherCalls(async (documentIds: readonly string[]) => {
    const stored = await storedById(this.#parts, this.#options.collection, documentIds);
    return documentIds.map((documentId) => stored.get(documentId));
  });
  readonly #preparing = new Set<Promise<void>>();
  /** Of the sources of these. */
  #preparingBytes = 0;
  /** Woken when one of them is done. */
  readonly #room = new Slots(mostAtOnce);
  readonly #storing = new Set<Promise<void>>();
  #total = 0;
  /** Of all inputs together; not a number where not all are files that have been looked at. */
  #bytes = NaN;
  #failure: { readonly reason: unknown } | undefined;

  constructor(parts: Parts, options: CheckedOptions, { tally, contexts }: IngestionOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#tally = tally;
    this.#contexts = contexts;
    const { collection, signal, keepVersions = parts.config.ingest.keepVersions } = options;
    this.#keepVersions = keepVersions;
    if (signal) setMaxListeners(0, signal); // every document under way listens
    this.#stages = {
      cutters: new Cutters(parts.readers),
      embedding: new Slots(mostEmbedding),
      embedder: gatherCalls(async (documents: readonly unknown[]) => {
        const embedder = await ensureCollection(parts, collection);
        return documents.map(() => embedder);
      }),
    };
    this.#writes = new WriteGroups(parts, { collection, keepVersions, signal });
  }

  /**
   * A document that fails does not end the others; an abort, or a failure of the store, does. What is prepared by then is
   * still written, and reported. Nothing goes on behind the caller's back.
   * @throws the first failure that is not a document's own; the signal's reason.
   */
  async run(inputs: readonly CheckedInput[]): Promise<void> {
    this.#bytes = inputs.reduce((sum, input) => sum + sizeOf(input), 0);
    await this.#beginAll(inputs).catch((reason: unknown) => (this.#failure ??= { reason }));
    await Promise.all(this.#preparing);
    await this.#writes.end();
    await Promise.all(this.#storing);
    if (this.#failure) throw this.#failure.reason;
    this.#options.signal?.throwIfAborted();
  }

  async #beginAll(inputs: readonly CheckedInput[]): Promise<void> {
    const { signal } = this.#options;
    const onNote = (note: string) => this.#tally.warnings.push(note);
    let index = 0;
    for await (const { input, total } of openInputs(this.#parts, inputs, { signal, onNote })) {
      if (this.#isFull(mostAtOnce)) while (this.#isFull(mostAtOnce / 2)) await this.#room.change();
      if (this.#failure) return;
      this.#total = total;
      const at = index++;
      await this.#guard(at, input, () => this.#begin(at, input));
    }
  }

  #isFull(most: number): boolean {
    return this.#preparing.size >= most || this.#preparingBytes >= mostBytes;
  }

  /** Reads the source; the rest goes on by itself. */
  async #begin(index: number, input: CheckedInput): Promise<void> {
    const { onProgress, signal } = this.#options;
    signal?.throwIfAborted();
    const [source, total] = [sourceName(input), this.#total];
    onProgress?.({ kind: 'start', source, index, total, share: this.#shareOf(input) });
    const located = await locate(this.#parts, input, this.#options);
    const { length } = located.source.bytes;
    const preparing = this.#guard(index, input, () => this.#prepare({ index, input, located })).finally(
      () => {
        this.#preparing.delete(preparing);
        this.#preparingBytes -= length;
        this.#room.wake();
      },
    );
    this.#preparing.add(preparing);
    this.#preparingBytes += length;
  }

  #shareOf(input: CheckedInput): number {
    return this.#bytes > 0 ? sizeOf(input) / this.#bytes : 1 / this.#total;
  }

  async #prepare(task: Task): Promise<void> {
    const { collection, signal } = this.#options;
    const key = JSON.stringify([collection, task.located.documentId]);
    const leave = await this.#parts.turns.enter(key, signal);
    try {
      const { outcome } = await this.#process(task);
      const storing = this.#guard(task.index, task.input, async () => {
        this.#end(task.index, task.input, await outcome);
      }).finally(() => {
        leave();
        this.#storing.delete(storing);
      });
      this.#storing.add(storing);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Resolves when the document needs no more work than to be written with others. */
  async #process({ input, located }: Task): Promise<{ readonly outcome: Promise<Outcome> }> {
    const { force } = this.#options;
    const existing = await this.#stored(located.documentId);
    const kept = keepDescription(input, located, existing);
    if (existing !== undefined && !force && isUnchanged(existing, kept, await this.#settings(existing))) {
      await this.#followFile(input, existing);
      return { outcome: Promise.resolve({ kind: 'skipped' }) };
    }
    const prepared = await prepareLocated(
      this.#parts,
      kept.input,
      { ...this.#options, stages: this.#stages, contexts: this.#contexts },
      kept.located,
    );
    const { written } = await this.#writes.accept(prepared.record);
    const kind = existing === undefined ? 'inserted' : 'replaced';
    const outcome = written.then(({ version, ms }): Outcome => ({
      kind,
      prepared: this.#keepVersions ? inItsVersion(prepared, version) : prepared,
      storeMs: ms,
    }));
    return { outcome };
  }

  async #settings({ documentId }: Document): Promise<Settings> {
    const embedder = await this.#stages.embedder(documentId);
    return { config: this.#parts.config, embedder, validate: this.#options.validateChunks };
  }

  /** What a synchronised folder knows of the file of a document that has not changed. */
  async #followFile({ source, file }: CheckedInput, { documentId }: Document): Promise<void> {
    if (file === undefined) return;
    const { collection, signal } = this.#options;
    const seen = { documentId, sourcePath: String(source), file };
    await this.#parts.store.write(collection, { seen: [seen] }, { signal });
  }

  #end(index: number, input: CheckedInput, outcome: Outcome): void {
    const source = sourceName(input);
    const chunks = this.#tally.count(index, input, outcome);
    const { kind } = outcome;
    const warnings = warningsOf(outcome);
    this.#options.onProgress?.({
      kind: 'end',
      source,
      index,
      total: this.#total,
      outcome: kind,
      chunks,
      warnings,
    });
  }

  async #guard(index: number, input: CheckedInput, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#options;
    const recover = (error: unknown) => {
      const isItsOwn = error instanceof PinciteError && error.code !== 'STORE';
      if (!isItsOwn || signal?.aborted) throw error;
      this.#end(index, input, { kind: 'failed', error });
    };
    await work()
      .catch(recover)
      .catch((error: unknown) => {
        this.#failure ??= { reason: signal?.aborted ? signal.reason : error };
      });
  }
}

const sizeOf = ({ bytes, file }: CheckedInput) => bytes ?? file?.size ?? NaN;

/** As the store has it: chunk ids carry the version. */
function inItsVersion(prepared: PreparedDocument, version: number): PreparedDocument {
  const document = { ...prepared.record.document, version };
  const chunks = prepared.record.chunks.map((chunk) => inVersion(chunk, document));
  return { ...prepared, record: { ...prepared.record, document, chunks } };
}
