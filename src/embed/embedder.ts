export interface EmbedOptions {
  /** Whether the texts are what users ask or what is stored: many models treat the two differently. */
  readonly role: 'query' | 'passage';
  readonly signal?: AbortSignal;
}

/**
 * Turns texts into vectors of unit length, in input order. The same model id and text always give the same
 * vector. A text without any known token gives the zero vector, which is similar to nothing.
 *
 * @throws EmbeddingError when the model cannot be run or reached.
 */
export interface Embedder {
  /** Stored with every collection; another id is another vector space. */
  readonly modelId: string;
  readonly dimensions: number;
  /** Longest text in the model's own tokens; what is beyond it would be cut off. */
  readonly maxTokens: number;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}
