import { EmbeddingError, PinciteError } from '../errors.ts';
import { forEachBounded } from '../util/async/for-each-bounded.ts';
import { checkVector } from './check-vector.ts';
import type { EmbedLimits, EmbedOptions, Embedder } from './embedder.ts';
import { embeddingKey, type EmbeddingCache, type EmbeddingKey } from './embedding-cache.ts';
import { planBatches } from './plan-batches.ts';

export interface BatchOptions extends EmbedOptions {
  /** Texts a call of the embedder, at least 1; never more than the embedder allows. What is usual with it unless given. */
  readonly batchSize?: number;
  /** Asked before the embedder, and given what that makes; used only where the embedder is `cacheable`. */
  readonly cache?: EmbeddingCache;
  /** What stands for each text in the cache: the texts as they are sent. The texts themselves unless given. */
  readonly cachedAs?: readonly string[];
  /** Called with the number of texts that have their vector, after the cache and after every batch. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Of an embedder that says nothing of itself. */
const usualLimits: EmbedLimits = { batchSize: Infinity, usualBatchSize: 100, concurrency: 1 };

/**
 * Vectors of texts, in input order: equal texts are embedded once, known ones not at all, the others in batches, several
 * at once where the embedder allows it, and every vector is checked. When a batch fails nothing new begins, but what the
 * others give is kept in the cache, so that the next try embeds only the rest.
 *
 * @throws EmbeddingDimensionError when a vector's length is not `embedder.dimensions`; EmbeddingError when the embedder
 *   fails, gives another number of vectors, or gives a number that is not finite; the signal's reason on abort.
 */
export async function embedInBatches(
  embedder: Embedder,
  texts: readonly string[],
  { batchSize, cache, cachedAs = texts, onProgress, ...options }: BatchOptions,
): Promise<Float32Array[]> {
  options.signal?.throwIfAborted();
  const usedCache = embedder.cacheable === true ? cache : undefined;
  const positions = positionsByText(texts);
  const vectors = Array.from<Float32Array>({ length: texts.length });
  let done = 0;
  const place = (text: string, vector: Float32Array) => {
    const places = positions.get(text)!;
    for (const position of places) vectors[position] = vector;
    done += places.length;
  };

  const keyOf = (text: string) => embeddingKey(embedder, cachedAs[positions.get(text)![0]!]!, options.role);
  const unknown = await findUnknown(embedder, [...positions.keys()], { cache: usedCache, keyOf, place });
  if (done > 0) onProgress?.(done, texts.length);
  const limits = narrow(embedder.limits ?? usualLimits, batchSize);
  await forEachBounded(planBatches(unknown, limits), limits.concurrency, async (batch) => {
    options.signal?.throwIfAborted();
    const embedded = await embedBatch(embedder, batch, options);
    for (const [index, vector] of embedded.entries()) {
      checkVector(embedder, vector, positions.get(batch[index]!)![0]!);
    }
    await usedCache?.set(embedded.map((vector, index) => ({ key: keyOf(batch[index]!), vector })));
    for (const [index, vector] of embedded.entries()) place(batch[index]!, vector);
    onProgress?.(done, texts.length);
  });
  return vectors;
}

const narrow = (limits: EmbedLimits, batchSize = limits.usualBatchSize ?? Infinity): EmbedLimits => ({
  ...limits,
  batchSize: Math.min(limits.batchSize, batchSize),
});

/** Where each text stands, in order of first appearance. */
function positionsByText(texts: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const known = positions.get(text);
    if (known === undefined) positions.set(text, [index]);
    else known.push(index);
  }
  return positions;
}

interface LookUp {
  readonly cache: EmbeddingCache | undefined;
  readonly keyOf: (text: string) => EmbeddingKey;
  readonly place: (text: string, vector: Float32Array) => void;
}

/** Places what the cache has; gives the texts that it has not. */
async function findUnknown(
  embedder: Embedder,
  texts: readonly string[],
  { cache, keyOf, place }: LookUp,
): Promise<readonly string[]> {
  if (cache === undefined) return texts;
  const found = await cache.get(texts.map(keyOf));
  return texts.filter((text, index) => {
    const vector = found[index];
    if (vector === undefined || vector.length !== embedder.dimensions) return true;
    place(text, vector);
    return false;
  });
}

async function embedBatch(
  embedder: Embedder,
  batch: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  const { modelId: model } = embedder;
  const vectors = await embedder.embed(batch, options).catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    throw cause instanceof PinciteError ? cause : failedEmbedder(model, cause);
  });
  if (vectors.length === batch.length) return vectors;
  throw new EmbeddingError(`${model} gave ${vectors.length} vectors for ${batch.length} texts`, {
    hint: 'The embedder must return one vector a text, in order.',
    context: { model, expected: batch.length, received: vectors.length },
  });
}

/** One that the user wrote may throw anything, which is no reason to give up the other documents. */
function failedEmbedder(model: string, cause: unknown): EmbeddingError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddingError(`${model} failed: ${said}`, {
    hint: 'Look at the embedder that `embedding.model` was given.',
    context: { model },
    cause,
  });
}
