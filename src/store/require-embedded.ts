import { EmbeddingDimensionError, StoreError } from '../errors.ts';
import type { ChunkText, CollectionModel, EmbeddedText } from './collection-model.ts';

/** @throws EmbeddingDimensionError, or StoreError when a text has no vector. */
export function requireEmbedded(
  { embeddingModel, dimensions }: CollectionModel,
  texts: readonly ChunkText[],
  embedded: readonly EmbeddedText[],
): void {
  if (embedded.length !== texts.length) {
    throw new StoreError(`${embedded.length} vectors came for ${texts.length} chunks.`);
  }
  for (const [index, { vector }] of embedded.entries()) {
    if (vector.length === dimensions) continue;
    throw new EmbeddingDimensionError(
      `${embeddingModel} gave a vector of ${vector.length} dimensions, not of ${dimensions}.`,
      { context: { chunk: texts[index]?.chunkId, given: vector.length, expected: dimensions } },
    );
  }
}
