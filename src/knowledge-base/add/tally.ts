import type { PinciteError } from '../../errors.ts';
import type { Chunk } from '../../types.ts';
import type { Added, DocumentFailure } from './add-options.ts';
import type { CheckedInput } from './inputs.ts';
import { sourceName } from './locate.ts';
import type { Inserted } from './same-content.ts';
import type { PreparedDocument } from '../prepare/prepare.ts';
import { redactionField } from '../../util/telemetry/operation.ts';

/** What became of a document. */
export type Outcome =
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly error: PinciteError }
  | {
      readonly kind: 'inserted' | 'replaced';
      /** As it is stored. */
      readonly prepared: PreparedDocument;
      readonly storeMs: number;
    };

/** What a person should know of a document that was stored. */
export function warningsOf(outcome: Outcome): string[] {
  if (outcome.kind === 'skipped' || outcome.kind === 'failed') return [];
  const { warnings, failedChunks } = outcome.prepared;
  return [
    ...warnings,
    ...failedChunks.map(({ sequence, reason }) => `chunk ${sequence} was left out: ${reason}`),
  ];
}

/** Adds up what became of each document. Lists are in the order of the inputs, whatever came first. */
export class Tally {
  readonly warnings: string[] = [];
  readonly #errors: DocumentFailure[] = [];
  readonly #chunks: Chunk[] = [];
  readonly #outcomes = { inserted: 0, replaced: 0, skipped: 0, failed: 0 };
  readonly #stats = {
    totalTokens: 0,
    loadMs: 0,
    chunkingMs: 0,
    embeddingMs: 0,
    storeMs: 0,
    failedChunks: 0,
    bytes: 0,
    pages: 0,
    documentsWithPages: 0,
  };
  readonly #keepChunks: boolean;
  readonly #inserted: Inserted[];
  readonly #early = new Map<number, () => void>();
  #next = 0;
  #totalChunks = 0;

  /** @param inserted is given the new documents. */
  constructor(keepChunks: boolean, inserted: Inserted[] = []) {
    this.#keepChunks = keepChunks;
    this.#inserted = inserted;
  }

  /** Counts the input at an index, and gives the number of chunks stored. */
  count(index: number, input: CheckedInput, outcome: Outcome): number {
    this.#outcomes[outcome.kind] += 1;
    this.#early.set(index, this.#listing(sourceName(input), input, outcome));
    for (let list = this.#early.get(this.#next); list; list = this.#early.get(this.#next)) {
      list();
      this.#early.delete(this.#next);
      this.#next += 1;
    }
    if (outcome.kind === 'failed' || outcome.kind === 'skipped') return 0;
    this.#measure(outcome.prepared, outcome.storeMs);
    return outcome.prepared.record.chunks.length;
  }

  /** Puts what is to be listed of the outcome into the lists. Holds on to nothing else of the document. */
  #listing(source: string, { documentId }: CheckedInput, outcome: Outcome): () => void {
    if (outcome.kind === 'skipped') return () => undefined;
    if (outcome.kind === 'failed') {
      const { error } = outcome;
      return () => this.#errors.push({ source, documentId, error });
    }
    const { record } = outcome.prepared;
    const chunks = this.#keepChunks ? record.chunks.map(({ chunk }) => chunk) : [];
    const { documentId: id, sourceHash } = record.document;
    return () => {
      if (outcome.kind === 'inserted') this.#inserted.push({ documentId: id, sourceHash });
      for (const chunk of chunks) this.#chunks.push(chunk);
      for (const warning of warningsOf(outcome)) this.warnings.push(`${source}: ${warning}`);
    };
  }

  #measure({ record, failedChunks, ...times }: PreparedDocument, storeMs: number): void {
    const { document, chunks } = record;
    this.#totalChunks += chunks.length;
    const stats = this.#stats;
    stats.totalTokens += document.totalTokens;
    stats.loadMs += times.loadMs;
    stats.chunkingMs += times.chunkingMs;
    stats.embeddingMs += times.embeddingMs;
    stats.storeMs += storeMs;
    stats.failedChunks += failedChunks.length;
    stats.bytes += document.bytes;
    stats.pages += document.pageCount;
    if (document.pageCount > 0) stats.documentsWithPages += 1;
  }

  response(elapsedMs: number): Added {
    const { inserted, replaced, skipped, failed } = this.#outcomes;
    return {
      success: failed === 0,
      documentsProcessed: inserted + replaced + skipped + failed,
      documentsInserted: inserted,
      documentsReplaced: replaced,
      documentsSkipped: skipped,
      totalChunks: this.#totalChunks,
      chunks: this.#chunks,
      errors: this.#errors,
      warnings: this.warnings,
      stats: { ...this.#stats, elapsedMs, ...redactionField() },
    };
  }
}
