import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { PinciteError } from '../errors.ts';
import { readSource } from '../load/read-source.ts';
import { metadataSchema, type Chunk, type Document, type Metadata } from '../types.ts';
import { sha256 } from '../util/hash.ts';
import { expandInputs, identify, type CheckedInput, type DocumentInput } from './inputs.ts';
import { collectionNameSchema, parseOptions, signalSchema } from './options.ts';
import type { Parts } from './parts.ts';
import { prepareDocument, type PreparedDocument } from './prepare.ts';

export type AddProgress =
  | { readonly kind: 'start'; readonly source: string; readonly index: number; readonly total: number }
  | { readonly kind: 'page'; readonly source: string; readonly done: number; readonly total: number }
  | {
      readonly kind: 'end';
      readonly source: string;
      readonly index: number;
      readonly total: number;
      readonly outcome: 'inserted' | 'replaced' | 'skipped' | 'failed';
      readonly chunks: number;
    };

const addOptionsSchema = z.strictObject({
  /** Created when missing. */
  collection: collectionNameSchema.default('default'),
  /** For all documents; a document's own goes before it. */
  metadata: metadataSchema.default({}),
  /** Texts embedded at a time. */
  batchSize: z.int().min(1).max(10_000).optional(),
  /** Leave out and report chunks that are garbled, empty, too short or too long. */
  validateChunks: z.boolean().default(true),
  /** Process documents again even where nothing has changed. */
  force: z.boolean().default(false),
  /** Set to false to leave `chunks` empty in the response, for very large inputs. */
  returnChunks: z.boolean().default(true),
  signal: signalSchema,
  onProgress: z.custom<(event: AddProgress) => void>((value) => typeof value === 'function').optional(),
});
export type AddOptions = z.input<typeof addOptionsSchema>;
type CheckedOptions = z.output<typeof addOptionsSchema>;

export interface DocumentFailure {
  readonly source: string;
  /** The given one. */
  readonly documentId?: string;
  readonly error: PinciteError;
}

export interface AddResponse {
  /** True when no document failed. */
  readonly success: boolean;
  readonly documentsProcessed: number;
  readonly documentsInserted: number;
  readonly documentsReplaced: number;
  /** Same source or id, same bytes, same metadata: nothing to do. */
  readonly documentsSkipped: number;
  readonly totalChunks: number;
  readonly chunks: readonly Chunk[];
  /** One entry a failed document; the others are stored. */
  readonly errors: readonly DocumentFailure[];
  readonly warnings: readonly string[];
  readonly stats: {
    readonly totalTokens: number;
    readonly loadMs: number;
    readonly chunkingMs: number;
    readonly embeddingMs: number;
    readonly storeMs: number;
    readonly failedChunks: number;
    readonly bytes: number;
    readonly pages: number;
  };
}

type Outcome =
  | { readonly kind: 'skipped' }
  | { readonly kind: 'inserted' | 'replaced'; readonly prepared: PreparedDocument; readonly storeMs: number };

/** Adds documents one at a time, each in a transaction of its own. */
export async function addDocuments(
  parts: Parts,
  inputs: readonly (string | DocumentInput)[],
  rawOptions: AddOptions = {},
): Promise<AddResponse> {
  const options = parseOptions(addOptionsSchema, rawOptions, 'options of addDocuments');
  const expanded = await expandInputs(inputs);
  const exists = (await parts.store.collection(options.collection)) !== undefined;
  if (exists) await ensureCollection(parts, options.collection); // refuses another model before any work
  const tally = new Tally(options.returnChunks);
  if (expanded.ignored.length > 0) {
    tally.warnings.push(`Not read, because of their format: ${expanded.ignored.join(', ')}`);
  }
  const total = expanded.inputs.length;
  for (const [index, input] of expanded.inputs.entries()) {
    const source = sourceName(input);
    options.onProgress?.({ kind: 'start', source, index, total });
    const outcome = await attempt(() => addOne(parts, input, options), options.signal);
    const chunks = tally.count(input, outcome);
    options.onProgress?.({ kind: 'end', source, index, total, outcome: outcome.kind, chunks });
  }
  return tally.response();
}

async function addOne(parts: Parts, input: CheckedInput, options: CheckedOptions): Promise<Outcome> {
  options.signal?.throwIfAborted();
  const located = await locate(parts, input, options);
  const { collection } = options;
  await ensureCollection(parts, collection);
  const [existing] = await parts.store.documentsById(collection, [located.documentId]);
  const kept = keepDescription(input, located, existing);
  if (existing !== undefined && !options.force && isUnchanged(existing, kept.input, kept.located)) {
    return { kind: 'skipped' };
  }
  const prepared = await prepareLocated(parts, kept.input, options, kept.located);
  const started = performance.now();
  await parts.store.write(collection, { put: [prepared.record] }, { signal: options.signal });
  const kind = existing === undefined ? 'inserted' : 'replaced';
  return { kind, prepared, storeMs: performance.now() - started };
}

/**
 * Creates the collection when it is missing.
 * @throws EmbeddingModelMismatchError when it was made with another model.
 */
export async function ensureCollection({ store, embedder }: Parts, name: string): Promise<void> {
  const { modelId: embeddingModel, dimensions, maxTokens } = embedder;
  await store.ensureCollection({ name, embeddingModel, dimensions, maxTokens });
}

type Located = Awaited<ReturnType<typeof locate>>;

/** Reads the source and says which document it is. */
export async function locate(
  parts: Parts,
  input: CheckedInput,
  options: Pick<CheckedOptions, 'metadata' | 'signal'>,
) {
  const source = await readSource(input, { limits: parts.config.loading, signal: options.signal });
  const metadata: Metadata = { ...options.metadata, ...input.metadata };
  const identityKeys = parts.config.ingest.identity;
  const documentId = identify(input, source.sourcePath, { metadata, identityKeys });
  return { source, metadata, documentId, sourceHash: sha256(source.bytes) };
}

export function prepareLocated(
  parts: Parts,
  input: CheckedInput,
  options: Pick<CheckedOptions, 'collection' | 'batchSize' | 'validateChunks' | 'signal' | 'onProgress'>,
  located: Located,
): Promise<PreparedDocument> {
  const source = sourceName(input);
  return prepareDocument(parts, {
    ...located,
    input,
    collection: options.collection,
    batchSize: options.batchSize ?? parts.config.embedding.batchSize,
    validate: options.validateChunks,
    signal: options.signal,
    onPage: (done, total) => options.onProgress?.({ kind: 'page', source, done, total }),
  });
}

/** What the input does not say of a stored document stays: adding a folder again wipes no tags. */
export function keepDescription(input: CheckedInput, located: Located, existing?: Document) {
  if (existing === undefined) return { input, located };
  const { tags, project, type } = existing;
  const saysMetadata = Object.keys(located.metadata).length > 0;
  return {
    input: {
      ...input,
      tags: input.tags ?? tags,
      project: input.project ?? project,
      type: input.type ?? type,
    },
    located: saysMetadata ? located : { ...located, metadata: existing.metadata },
  };
}

/** The same bytes with the same description: every field that the input names equals the stored one. */
export function isUnchanged(existing: Document, input: CheckedInput, located: Located): boolean {
  const described = ['title', 'creators', 'dateCreated', 'type', 'tags', 'project'] as const;
  return (
    existing.sourceHash === located.sourceHash &&
    isDeepStrictEqual(existing.metadata, located.metadata) &&
    described.every((key) => input[key] === undefined || isDeepStrictEqual(input[key], existing[key]))
  );
}

export function sourceName({ source, uri, documentId }: CheckedInput): string {
  return uri ?? documentId ?? (typeof source === 'string' ? source : 'bytes');
}

type Failure = { readonly kind: 'failed'; readonly error: PinciteError };

/** A failed document does not end the batch; an abort, or a failure that is not ours, does. */
async function attempt(run: () => Promise<Outcome>, signal?: AbortSignal): Promise<Outcome | Failure> {
  try {
    return await run();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PinciteError && error.code !== 'STORE') return { kind: 'failed', error };
    throw error;
  }
}

/** Adds up what became of each document. */
class Tally {
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
  };
  readonly #keepChunks: boolean;
  #totalChunks = 0;

  constructor(keepChunks: boolean) {
    this.#keepChunks = keepChunks;
  }

  /** Gives the number of chunks stored. */
  count(input: CheckedInput, outcome: Outcome | Failure): number {
    const source = sourceName(input);
    this.#outcomes[outcome.kind] += 1;
    if (outcome.kind === 'failed') {
      this.#errors.push({ source, documentId: input.documentId, error: outcome.error });
    }
    if (outcome.kind === 'failed' || outcome.kind === 'skipped') return 0;
    const { prepared, storeMs } = outcome;
    const { document, chunks } = prepared.record;
    this.#totalChunks += chunks.length;
    if (this.#keepChunks) for (const { chunk } of chunks) this.#chunks.push(chunk);
    for (const warning of prepared.warnings) this.warnings.push(`${source}: ${warning}`);
    for (const { sequence, reason } of prepared.failedChunks) {
      this.warnings.push(`${source}: chunk ${sequence} was left out: ${reason}`);
    }
    const stats = this.#stats;
    stats.totalTokens += document.totalTokens;
    stats.loadMs += prepared.loadMs;
    stats.chunkingMs += prepared.chunkingMs;
    stats.embeddingMs += prepared.embeddingMs;
    stats.storeMs += storeMs;
    stats.failedChunks += prepared.failedChunks.length;
    stats.bytes += document.bytes;
    stats.pages += document.pageCount;
    return chunks.length;
  }

  response(): AddResponse {
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
      stats: this.#stats,
    };
  }
}
