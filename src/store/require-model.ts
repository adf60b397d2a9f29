import { EmbeddingDimensionError, EmbeddingModelMismatchError } from '../errors.ts';
import type { CollectionSpec } from './store.ts';

/** What a collection is embedded with. */
export type StoredModel = Pick<CollectionSpec, 'name' | 'embeddingModel' | 'dimensions'>;

/** @throws EmbeddingModelMismatchError, EmbeddingDimensionError */
export function requireSameModel(stored: StoredModel, given: StoredModel): void {
  requireModel(stored, given.embeddingModel);
  if (stored.dimensions === given.dimensions) return;
  throw new EmbeddingDimensionError(
    `The collection ${stored.name} has vectors of ${stored.dimensions} dimensions, not of ${given.dimensions}.`,
    {
      hint: embedAgain(stored.name),
      context: { collection: stored.name, stored: stored.dimensions, given: given.dimensions },
    },
  );
}

/** @throws EmbeddingModelMismatchError */
export function requireModel({ name, embeddingModel }: StoredModel, given: string): void {
  if (embeddingModel === given) return;
  throw new EmbeddingModelMismatchError(
    `The collection ${name} is embedded with ${embeddingModel}, not with ${given}.`,
    { hint: embedAgain(name), context: { collection: name, stored: embeddingModel, given } },
  );
}

function embedAgain(name: string): string {
  return `Embed ${name} with the configured model (\`reembed\`), or choose another collection.`;
}

/** @throws EmbeddingDimensionError */
export function requireDimensions(stored: StoredModel, vector: Float32Array, chunk?: string): void {
  if (vector.length === stored.dimensions) return;
  const { name, embeddingModel, dimensions } = stored;
  throw new EmbeddingDimensionError(
    `A vector has ${vector.length} dimensions, those of the collection ${name} have ${dimensions}.`,
    {
      hint: `Embed with ${embeddingModel}, or choose another collection.`,
      context: { collection: name, chunk, given: vector.length, stored: dimensions },
    },
  );
}
