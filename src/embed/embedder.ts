/** What an embedder is told of texts. */
export interface EmbedOptions {
  /** Whether the texts are what users ask or what is stored: many models treat the two differently. */
  readonly role: 'query' | 'passage';
  /** Of embedders that call a server: attempts after the first one, instead of the configured number. */
  readonly maxRetries?: number;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a call of an embedder may hold at most, and how many may run at once; see `embedInBatches`. */
export interface EmbedLimits {
  /** Texts a call, at least 1. */
  readonly batchSize: number;
  /** Texts a call where nobody says how many; `batchSize` unless given. */
  readonly usualBatchSize?: number;
  /** Tokens a call, by a cautious estimate; a longer text goes alone. No limit unless given. */
  readonly batchTokens?: number;
  /** Calls under way at once, at least 1. */
  readonly concurrency: number;
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
  /** Numbers a vector. */
  readonly dimensions: number;
  /** Longest text in the model's own tokens; what is beyond it would be cut off. */
  readonly maxTokens: number;
  /** The model's own tokenizer where it is known: the name of a vocabulary, or the path of a `tokenizer.json`. */
  readonly tokenizer?: string;
  /**
   * Share of the vector search beside a keyword search for this query that measured best, 0…1: less where the model does
   * not know the query's words. ½ unless given.
   */
  vectorWeight?(query: string): number;
  /**
   * Share of the query, 0…1, that the model knows, of a model that gives unlike texts a cosine near 0 where it knows their
   * words: what a known query has in common with all texts of a collection is what both are about. A model that does not
   * say it may hold all texts for alike, and `relevanceScore` takes off what a query has in common with any of them.
   */
  knownShare?(query: string): number;
  /** 100 texts a call, one call at a time, unless given. */
  readonly limits?: EmbedLimits;
  /** Whether vectors are worth keeping by the hash of their text: for models that are slow or paid for. */
  readonly cacheable?: boolean;
  /**
   * Texts as they are sent to the model, in order, where that is not how they are given: vectors are kept by them.
   * @throws EmbeddingError where one must not be sent; the signal's reason.
   */
  asSent?(texts: readonly string[], signal?: AbortSignal): Promise<readonly string[]>;
  /** One vector a text, in order. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** Waits for what is under way, then frees what the model holds; nothing is embedded afterwards. */
  close?(): Promise<void>;
}

/** The vector of a word, of unit length; `undefined` for one that has none. */
export type WordVectors = (word: string) => Float32Array | undefined;
