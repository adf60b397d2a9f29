import type { CollectionAdaptation } from '../types.ts';
import { EmbeddingDimensionError, EmbeddingModelMismatchError, StoreError } from '../errors.ts';

/** What the chunks of a collection are embedded with. */
export interface CollectionModel {
  readonly embeddingModel: string;
  readonly dimensions: number;
  /** The longest text in the model's own tokens. */
  readonly maxTokens: number;
  /** The model itself, where it belongs to this collection alone. */
  readonly table?: Uint8Array | undefined;
  readonly adaptation?: CollectionAdaptation | undefined;
}

/** What is embedded of a stored chunk. */
export interface ChunkText {
  readonly chunkId: string;
  readonly content: string;
  readonly context: string;
}

/** A text that was embedded. */
export interface EmbeddedText {
  readonly vector: Float32Array;
  /** SHA-256 of the text that was embedded, 64 hex digits, where the vector is to be found again by it. */
  readonly textHash?: string | undefined;
}

/** What `reembed` of a store takes. */
export interface ReembedRequest {
  readonly model: CollectionModel;
  /** Embeds some hundred chunks: one vector a chunk, in order. Called again and again, never twice at a time. */
  readonly vectorsFor: (chunks: readonly ChunkText[]) => Promise<readonly EmbeddedText[]>;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of chunks that have their new vector. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What a collection is embedded with. */
export interface StoredModel extends Pick<CollectionModel, 'embeddingModel' | 'dimensions'> {
  readonly name: string;
}

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
