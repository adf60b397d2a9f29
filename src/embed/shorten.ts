import { ConfigError } from '../errors.ts';
import { membersOf } from '../util/members-of.ts';
import type { Embedder } from './embedder.ts';
import { toUnitVector } from './unit-vector.ts';

/**
 * The same model with only the first numbers of each vector, and `@<dimensions>` behind its id.
 * @throws ConfigError when the model gives fewer.
 */
export function shorten(embedder: Embedder, dimensions: number): Embedder {
  const { modelId } = embedder;
  if (dimensions === embedder.dimensions) return embedder;
  if (dimensions > embedder.dimensions) {
    throw new ConfigError(
      `${modelId} gives vectors of ${embedder.dimensions} dimensions, not of ${dimensions}`,
      {
        hint: `Set embedding.dimensions to at most ${embedder.dimensions}, or leave it out.`,
        context: { model: modelId, dimensions: embedder.dimensions, asked: dimensions },
      },
    );
  }
  return {
    ...membersOf(embedder),
    modelId: `${modelId}@${dimensions}`,
    dimensions,
    async embed(texts, options) {
      const vectors = await embedder.embed(texts, options);
      return vectors.map((vector) => toUnitVector(vector, dimensions));
    },
  };
}
