import { z } from 'zod';
import { CollectionNotFoundError } from '../../errors.ts';
import type { CollectionSpec } from '../../store/store.ts';
import { embedChunks } from '../prepare/embed-chunks.ts';
import { isOtherModel } from '../parts/embedders.ts';
import { collectionNameSchema, parseOptions, callbackSchema, signalSchema } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { forwardOnly } from '../../util/async/forward-only.ts';

/** How many chunks have their new vector. */
export interface ReembedProgress {
  /** Chunks so far. */
  readonly done: number;
  /** Of so many. */
  readonly total: number;
}

/** What `reembed` takes. */
export interface ReembedOptions {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Embed also where the collection has the vectors of the configured model, or of one adapted from it; then it is no longer adapted.
   * @default false
   */
  readonly force?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called as chunks are embedded. */
  readonly onProgress?: (event: ReembedProgress) => void;
}

export const reembedOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  force: z.boolean().default(false),
  signal: signalSchema,
  onProgress: callbackSchema<ReembedProgress>(),
});

/** What came of embedding a collection anew. */
export interface ReembedResponse {
  /** Name of the collection. */
  readonly collection: string;
  /** False when there was nothing to do. */
  readonly changed: boolean;
  /** Chunks that were embedded. */
  readonly chunks: number;
  /** The model that it was embedded with. */
  readonly previousModel: string;
  /** The model that it is embedded with. */
  readonly embeddingModel: string;
  /** Milliseconds that it took. */
  readonly ms: number;
}

/**
 * Embeds every chunk of a collection with the configured model. Until the end, and after an abort or a crash, searches
 * find what they found before; an aborted call is gone on with by the next one.
 * @throws CollectionNotFoundError; EmbeddingError when the model fails; the signal's reason on abort.
 */
export async function reembedCollection(
  parts: Parts,
  rawOptions: ReembedOptions = {},
): Promise<ReembedResponse> {
  const options = parseOptions(reembedOptionsSchema, rawOptions, 'options of reembed');
  const started = performance.now();
  const { store, embedder } = parts;
  const stored = await requireSpec(parts, options.collection);
  const { modelId: embeddingModel, dimensions, maxTokens } = embedder;
  const outcome = { collection: stored.name, previousModel: stored.embeddingModel };
  if (!options.force && (await hasEmbedder(parts, stored))) {
    return { ...outcome, changed: false, chunks: 0, embeddingModel: stored.embeddingModel, ms: 0 };
  }
  const { force, signal, onProgress } = options;
  // By force even what is known: the same name may stand for another model now.
  const cache = force ? undefined : store.embeddings;
  const chunks = await store.reembed(stored.name, {
    model: { embeddingModel, dimensions, maxTokens },
    vectorsFor: (texts) => embedChunks(embedder, texts, { cache, signal }),
    signal,
    onProgress: forwardOnly((done, total) => onProgress?.({ done, total })),
  });
  return { ...outcome, changed: true, chunks, embeddingModel, ms: performance.now() - started };
}

/** @throws CollectionNotFoundError, with the names that there are. */
export async function requireSpec({ store }: Parts, name: string): Promise<CollectionSpec> {
  const spec = await store.collectionSpec(name);
  if (spec) return spec;
  const existing = await store.collections();
  throw new CollectionNotFoundError(
    name,
    existing.map((one) => one.name),
  );
}

async function hasEmbedder({ embedderFor }: Parts, stored: CollectionSpec): Promise<boolean> {
  try {
    await embedderFor(stored);
    return true;
  } catch (error) {
    if (isOtherModel(error)) return false;
    throw error;
  }
}
