import { sha256 } from '../util/ids/hash.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';

/** All that a vector depends on: the model with its settings, the role, and the text by its hash. */
export interface EmbeddingKey {
  readonly modelId: string;
  readonly dimensions: number;
  readonly role: EmbedOptions['role'];
  /** SHA-256 of the embedded text as UTF-8, 64 lower-case hex digits. */
  readonly hash: string;
}

/** A vector that is kept. */
export interface CachedEmbedding {
  readonly key: EmbeddingKey;
  readonly vector: Float32Array;
}

/** Vectors that were paid for once, so that the same text is not sent to a slow or costly model again. */
export interface EmbeddingCache {
  /** One entry a key, in order; `undefined` where the cache has none. */
  get(keys: readonly EmbeddingKey[]): Promise<(Float32Array | undefined)[]>;
  /** Called after every batch, so that an interrupted or failed run keeps what it has. */
  set(entries: readonly CachedEmbedding[]): Promise<void>;
}

export function embeddingKey(
  { modelId, dimensions }: Embedder,
  text: string,
  role: EmbedOptions['role'],
): EmbeddingKey {
  return { modelId, dimensions, role, hash: sha256(text) };
}
