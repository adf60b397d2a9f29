import { EmbeddingDimensionError, EmbeddingError } from '../errors.ts';
import type { EmbedOptions, Embedder } from './embedder.ts';

export interface BatchOptions extends EmbedOptions {
  /** Texts a call of the embedder, at least 1. */
  readonly batchSize?: number;
  /** Called after every batch with the number of texts embedded so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Embeds texts in input order, a batch at a time, and checks every vector that comes back.
 *
 * @throws EmbeddingDimensionError when a vector's length is not `embedder.dimensions`; EmbeddingError when the
 *   embedder fails, gives another number of vectors, or gives a number that is not finite; the signal's reason
 *   on abort.
 */
export async function embedInBatches(
  embedder: Embedder,
  texts: readonly string[],
  { batchSize = 100, onProgress, ...options }: BatchOptions,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    options.signal?.throwIfAborted();
    const batch = texts.slice(start, start + batchSize);
    const embedded = await embedBatch(embedder, batch, options);
    for (const [index, vector] of embedded.entries()) {
      checkVector(embedder, vector, start + index);
      vectors.push(vector);
    }
    onProgress?.(vectors.length, texts.length);
  }
  return vectors;
}

async function embedBatch(
  embedder: Embedder,
  batch: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  const vectors = await embedder.embed(batch, options);
  if (vectors.length === batch.length) return vectors;
  throw new EmbeddingError(`${embedder.modelId} gave ${vectors.length} vectors for ${batch.length} texts`, {
    hint: 'The embedder must return one vector a text, in order.',
    context: { model: embedder.modelId, expected: batch.length, received: vectors.length },
  });
}

function checkVector(embedder: Embedder, vector: Float32Array, index: number): void {
  const { modelId, dimensions } = embedder;
  if (vector.length !== dimensions) {
    throw new EmbeddingDimensionError(
      `${modelId} gave a vector of ${vector.length} dimensions where ${dimensions} are expected`,
      {
        hint: 'Check the model name and its dimension setting; another model needs another collection.',
        context: { model: modelId, text: index, expected: dimensions, received: vector.length },
      },
    );
  }
  if (!vector.every(Number.isFinite)) {
    throw new EmbeddingError(`${modelId} gave a vector with numbers that are not finite`, {
      hint: 'The model or its weights are damaged, or it ran in a precision that overflowed.',
      context: { model: modelId, text: index },
    });
  }
}
