import { EmbeddingDimensionError, EmbeddingError } from '../errors.ts';
import type { Embedder } from './embedder.ts';

/**
 * @param index which of the texts the vector is of, for the error.
 * @throws EmbeddingDimensionError for another length; EmbeddingError for what is no vector of finite numbers.
 */
export function checkVector(
  { modelId, dimensions }: Pick<Embedder, 'modelId' | 'dimensions'>,
  vector: Float32Array,
  index: number,
): void {
  if (!(vector instanceof Float32Array)) {
    throw new EmbeddingError(`${modelId} gave a vector that is no Float32Array`, {
      hint: 'An embedder of your own returns one Float32Array a text.',
      context: { model: modelId, text: index },
    });
  }
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
