import type { CollectionAdaptation } from '../types.ts';

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

/** What a document says, without where it says it. */
export interface DocumentTexts {
  readonly title: string;
  /** By sequence; parents are left out, whose text is that of others. */
  readonly chunks: readonly { readonly heading?: string; readonly content: string }[];
}

/** What `texts` of a store takes. */
export interface TextsOptions {
  /** Documents, at most. */
  readonly limit: number;
  /** Decides which documents come, and in which order: the same for the same seed and documents. */
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}
