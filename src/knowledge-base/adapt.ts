import { z } from 'zod';
import { ConfigError, EmbeddingModelMismatchError } from '../errors.ts';
import type { CollectionAdaptation } from '../types.ts';
import { forwardOnly } from '../util/forward-only.ts';
import { embedChunks } from './embed-chunks.ts';
import { isAdaptedFrom } from './embedders.ts';
import { fingerprintOf } from './fingerprint.ts';
import { collectionNameSchema, parseOptions, progressSchema, signalSchema } from './options.ts';
import type { Parts } from './parts.ts';
import { requireSpec } from './reembed.ts';

/** First the model learns, then every chunk is embedded with what it has learned. */
export interface AdaptProgress {
  /** What is done. */
  readonly step: 'learn' | 'embed';
  /** Texts so far. */
  readonly done: number;
  /** Of so many. */
  readonly total: number;
}

/** What `adapt` takes. */
export interface AdaptOptions {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Adapt also where the documents are those of the latest attempt.
   * @default false
   */
  readonly force?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called as texts are learned from, then as chunks are embedded. */
  readonly onProgress?: (event: AdaptProgress) => void;
}

export const adaptOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  force: z.boolean().default(false),
  signal: signalSchema,
  onProgress: progressSchema<AdaptProgress>(),
});

/** What came of adapting the built-in model to a collection. */
export interface AdaptResponse {
  /** Name of the collection. */
  readonly collection: string;
  /**
   * `kept`: the texts held out said that the model is better as it was; `unchanged`: the documents are those
   * of the latest attempt.
   */
  readonly outcome: 'adapted' | 'kept' | 'unchanged';
  /** The model that its chunks are embedded with now. */
  readonly embeddingModel: string;
  /** What came of the attempt. */
  readonly adaptation: CollectionAdaptation;
  /** Milliseconds that it took. */
  readonly ms: number;
}

/** More documents than these do not make the model better, and take longer. */
const mostDocuments = 20_000;
const seed = 1;
/** Fewer chunks say too little. */
const fewestChunks = 200;

/**
 * Adapts the built-in model to a collection's documents and embeds them with it, where that finds texts held out better.
 * Searches find what they found before until all is done; an abort leaves the collection as it was.
 * @throws ConfigError for another model than the built-in one; CollectionNotFoundError; the signal's reason on abort.
 */
export async function adaptCollection(parts: Parts, rawOptions: AdaptOptions = {}): Promise<AdaptResponse> {
  const options = parseOptions(adaptOptionsSchema, rawOptions, 'options of adapt');
  const started = performance.now();
  const spec = await requireSpec(parts, options.collection);
  requireBuiltIn(parts, spec);
  const chunks = await countChunks(parts, spec.name);
  const documents = await fingerprintOf(parts.store, spec.name, options.signal);
  const { adaptation: latest, embeddingModel } = spec;
  const isNew = latest?.baseModel !== parts.embedder.modelId || latest.documents !== documents;
  if (latest && !isNew && !options.force) {
    return { collection: spec.name, outcome: 'unchanged', embeddingModel, adaptation: latest, ms: 0 };
  }
  const outcome = await learn(parts, spec.name, { ...options, chunks, documents });
  return { collection: spec.name, ...outcome, ms: performance.now() - started };
}

/**
 * Adapts a collection that has never been adapted and has enough chunks, or has twice those of the latest attempt.
 * @throws as `adaptCollection` does.
 */
async function adaptWhenDue(
  parts: Parts,
  options: AdaptOptions & { readonly collection: string },
): Promise<AdaptResponse | undefined> {
  const { config, embedder, store } = parts;
  if (config.embedding.adapt === 'off' || config.embedding.model !== 'built-in') return undefined;
  const spec = await store.collectionSpec(options.collection);
  const latest = spec?.adaptation?.baseModel === embedder.modelId ? spec.adaptation : undefined;
  const chunks = await countChunks(parts, options.collection);
  const isDue = chunks >= Math.max(fewestChunks, 2 * (latest?.chunks ?? 0));
  return isDue ? adaptCollection(parts, options) : undefined;
}

export interface AfterAdding {
  readonly adaptation?: AdaptResponse;
  readonly warnings?: readonly string[];
}

/**
 * Adapts a collection at the end of a call, where that is due: also one that stores nothing, as an earlier one may have been
 * stopped before its end. A failure is a warning: the documents are stored, and are found by the model as it was.
 * @throws the signal's reason on abort.
 */
export async function adaptAfter(
  parts: Parts,
  { collection, signal, onProgress }: AddingOptions,
): Promise<AfterAdding> {
  try {
    const adaptation = await adaptWhenDue(parts, {
      collection,
      signal,
      onProgress: (progress) => onProgress?.({ kind: 'adapt', ...progress }),
    });
    return adaptation ? { adaptation } : {};
  } catch (error) {
    signal?.throwIfAborted();
    const { message } = error as Error;
    return { warnings: [`The model was not adapted to the documents and stays as it was: ${message}`] };
  }
}

interface AddingOptions {
  readonly collection: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: { readonly kind: 'adapt' } & AdaptProgress) => void) | undefined;
}

function requireBuiltIn(
  { config, embedder }: Parts,
  { name, embeddingModel }: { readonly name: string; readonly embeddingModel: string },
): void {
  const context = { collection: name, stored: embeddingModel, configured: embedder.modelId };
  if (config.embedding.model !== 'built-in') {
    throw new ConfigError(`Only the built-in model can be adapted, and ${embedder.modelId} is configured`, {
      hint: 'Set embedding.model to built-in; `reembed` then embeds the collection with it.',
      context,
    });
  }
  if (embeddingModel === embedder.modelId || isAdaptedFrom(embeddingModel, embedder.modelId)) return;
  throw new EmbeddingModelMismatchError(`Collection "${name}" is embedded with ${embeddingModel}`, {
    hint: 'Embed it with the built-in model (`reembed`); then it can be adapted.',
    context,
  });
}

async function countChunks({ store }: Parts, name: string): Promise<number> {
  return (await store.collection(name))?.chunkCount ?? 0;
}

interface Learning extends Pick<AdaptOptions, 'signal' | 'onProgress'> {
  readonly chunks: number;
  readonly documents: string;
}

async function learn(
  parts: Parts,
  collection: string,
  { chunks, documents, signal, onProgress }: Learning,
): Promise<Pick<AdaptResponse, 'outcome' | 'embeddingModel' | 'adaptation'>> {
  const { store, embedder: base } = parts;
  const { openStaticEmbedder, readBuiltInTable } = await import('../embed/built-in.ts');
  const sample = store.texts(collection, { limit: mostDocuments, seed, signal });
  const learned = await parts.train(readBuiltInTable(), sample, {
    seed,
    signal,
    onProgress: forwardOnly((done, total) => onProgress?.({ step: 'learn', done, total })),
  });
  const { kind, heldOut, reason } = learned;
  const at = new Date().toISOString();
  const attempt = { baseModel: base.modelId, at, chunks, documents };
  const adaptation: CollectionAdaptation = { kind, ...attempt, heldOut, reason };
  if (kind === 'kept') {
    await store.recordAdaptation(collection, adaptation);
    const { embeddingModel } = await requireSpec(parts, collection);
    return { outcome: 'kept', embeddingModel, adaptation };
  }
  const embedder = openStaticEmbedder(learned.table);
  const { modelId: embeddingModel, dimensions, maxTokens } = embedder;
  await store.reembed(collection, {
    model: { embeddingModel, dimensions, maxTokens, table: learned.table, adaptation },
    vectorsFor: (texts) => embedChunks(embedder, texts, { signal }),
    signal,
    onProgress: forwardOnly((done, total) => onProgress?.({ step: 'embed', done, total })),
  });
  return { outcome: 'adapted', embeddingModel, adaptation };
}
