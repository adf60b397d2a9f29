import type { Chunk, Collection, Document, Metadata, Page, PageRequest, Section } from '../types.ts';
import type { ChunkConstraint, FilterNode } from './filter.ts';

/** A chunk with what is kept beside it. */
export interface ChunkRecord {
  readonly chunk: Chunk;
  /** Title, headings, table header: embedded and indexed with the content, not part of it. */
  readonly context: string;
  /** Unit length, `collection.dimensions` long. */
  readonly vector: Float32Array;
}

/** A document with everything that is stored for it; what `write` takes and `export` gives. */
export interface DocumentRecord {
  readonly document: Document;
  readonly content: DocumentContent;
  readonly chunks: readonly ChunkRecord[];
}

export interface DocumentContent {
  readonly text: string;
  readonly pages: readonly Page[];
  readonly sections: readonly Section[];
}

/** One atomic change: readers see all of it or nothing. */
export interface StoreChange {
  /** Document ids that go, with their chunks, vectors and postings. Unknown ids are ignored. */
  readonly remove?: readonly string[];
  /** Documents that come; one with a stored id replaces it. */
  readonly put?: readonly DocumentRecord[];
}

export interface WriteOptions {
  /** Aborted before the change begins to be applied, also while it waits for another writer, nothing is stored. */
  readonly signal?: AbortSignal | undefined;
}

export interface ChangeCounts {
  readonly documentsRemoved: number;
  readonly chunksRemoved: number;
  readonly chunksAdded: number;
}

/** Which chunks may be found. Applied before the search, so that `limit` hits come whenever that many match. */
export interface SearchScope {
  readonly collection: string;
  readonly filter?: FilterNode;
  readonly constraint?: ChunkConstraint;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export interface ScoredChunk {
  readonly chunkId: string;
  /** Cosine −1…1 for vectors, BM25 ≥ 0 for keywords; best first, ties by chunk id. */
  readonly score: number;
}

export interface KeywordResult {
  readonly hits: readonly ScoredChunk[];
  /**
   * The query's distinct terms with their weight in the query and their inverse document frequency in the
   * collection, 0 for a term that no chunk has. No score reaches Σ weight · idf.
   */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly idf: number }[];
}

/** Creates a collection or states what an existing one must match. */
export interface CollectionSpec {
  readonly name: string;
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly maxTokens: number;
}

export interface StatsGroup {
  /** Value of the grouping field; absent for the total and for documents without the field. */
  readonly value?: string | number | boolean;
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * Keeps collections of documents with their chunks, vectors and keyword index, and searches them.
 *
 * Costs: `write` is one transaction and is proportional to the documents in it; searches never look at chunks
 * outside the filter's reach for their result; look-ups by id are constant. Every method that takes a
 * collection throws CollectionNotFoundError when there is none of that name; every failure of the engine
 * becomes a StoreError with the engine's error as cause.
 */
export interface Store {
  /** Where the data is, without secrets. */
  readonly location: string;

  /** Resolves when the engine answers. */
  health(): Promise<void>;
  close(): Promise<void>;

  collections(): Promise<Collection[]>;
  /** `undefined` when there is none of that name. */
  collection(name: string): Promise<Collection | undefined>;
  /**
   * Gives the collection of that name, created when missing.
   * @throws EmbeddingModelMismatchError, EmbeddingDimensionError when it was made with another model.
   */
  ensureCollection(spec: CollectionSpec): Promise<Collection>;
  removeCollection(name: string): Promise<void>;

  /**
   * @throws EmbeddingModelMismatchError when a document is embedded with another model than the collection,
   * EmbeddingDimensionError when a vector's length is not the collection's, the signal's reason when aborted.
   */
  write(collection: string, change: StoreChange, options?: WriteOptions): Promise<ChangeCounts>;
  /**
   * Merges metadata shallowly into documents, or into single chunks; `null` removes a key. Embeds nothing;
   * filters see it at once. Unknown ids are ignored; the number of changed documents or chunks is returned.
   */
  updateMetadata(collection: string, target: MetadataTarget, patch: MetadataPatch): Promise<number>;

  searchVector(vector: Float32Array, scope: SearchScope): Promise<readonly ScoredChunk[]>;
  searchKeyword(query: string, scope: SearchScope): Promise<KeywordResult>;

  /** In the order of `chunkIds`; unknown ids are left out. */
  chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]>;
  /** All chunks of a document, by sequence. */
  chunksOf(collection: string, documentId: string): Promise<Chunk[]>;
  /** The chunks up to `distance` before and after, itself included, by sequence. */
  neighbours(collection: string, chunkId: string, distance: number): Promise<Chunk[]>;

  /** In the order of `documentIds`; unknown ids are left out. */
  documentsById(collection: string, documentIds: readonly string[]): Promise<Document[]>;
  /** Documents that match the filter, ordered by document id. */
  documents(collection: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]>;
  /** `undefined` when there is no such document. */
  content(collection: string, documentId: string): Promise<DocumentContent | undefined>;
  /** Total first; then, with `groupBy`, a group for each value of that field, largest first. */
  stats(collection: string, options?: { filter?: FilterNode; groupBy?: string }): Promise<StatsGroup[]>;
  /** Every document with chunks and vectors, ordered by document id: enough to rebuild the collection elsewhere. */
  export(collection: string, signal?: AbortSignal): AsyncIterable<DocumentRecord>;
}

export type MetadataTarget =
  | { readonly documentIds: readonly string[]; readonly chunkIds?: undefined }
  | { readonly chunkIds: readonly string[]; readonly documentIds?: undefined };

export type MetadataPatch = { readonly [key: string]: Metadata[string] | null };
