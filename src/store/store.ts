/**
 * The plug point of stores: what they keep, and how it is written and searched.
 *
 * Every look-up sees one state. Look-ups that have to agree (a document with its text, hits with what stands around them) are
 * joined by `Store.read`: one transaction of SQLite or PostgreSQL, one revision of Qdrant, held for ten seconds at most
 * (bounded-read.ts). Nobody calculates while a state is held. Filters are parsed once into one syntax tree, which each store
 * translates and applies before its searches. Scores are higher-is-better; a distance never leaves an adapter. A collection has
 * vectors of one model. Writes and searches name the model of their vectors, and one that comes late, after the collection
 * was embedded anew, is refused and embedded anew.
 */
import type { EmbeddingCache } from '../embed/embedding-cache.ts';
import type { ReplyCache } from '../models/reply-cache.ts';
import type {
  Bibliography,
  Chunk,
  Collection,
  CollectionAdaptation,
  Document,
  DocumentStructure,
  Metadata,
  Page,
  PageRequest,
  Section,
  VersionChoice,
} from '../types.ts';
import type { CollectionModel, EmbeddedText, ReembedRequest } from './collection-model.ts';
import type { BoundedReadOptions } from './read/bounded-read.ts';
import type { ChunkConstraint, FilterNode } from './filter/filter.ts';
import type { StoreMaintenance } from './maintenance.ts';

/** A chunk with what is kept beside it. */
export interface ChunkRecord extends EmbeddedText {
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
  /** The bytes with the hash `document.sourceHash`, to be kept beside the document; never read back with it. */
  readonly original?: Uint8Array | undefined;
  /** The file of a synchronised folder that it was read from; never read back with it. */
  readonly file?: SyncedFile | undefined;
}

/** A file of a synchronised folder, in the state that it had when it was read. Times are milliseconds since 1970. */
export interface SyncedFile {
  /** The folder, and whose documents its files are where there are several owners. */
  readonly root: string;
  /** Below the folder, parts divided by `/`. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  /** When reading it began. */
  readonly checkedMs: number;
}

/** A document that came from a file of a synchronised folder. */
export interface SyncedDocument extends Pick<
  Document,
  'documentId' | 'sourceHash' | 'settingsHash' | 'format'
> {
  readonly file: SyncedFile;
}

/** The file of a document was seen again, perhaps at another place; the document itself is as it was. */
export interface SeenFile {
  readonly documentId: string;
  readonly sourcePath: string;
  readonly file: SyncedFile;
}

/** The text of a document, and what it is made of. */
export interface DocumentContent {
  /** The canonical text that all offsets refer to. */
  readonly text: string;
  /** Its pages with their words; empty without pages. */
  readonly pages: readonly Page[];
  /** Its headings with what stands under them. */
  readonly sections: readonly Section[];
  /** Absent of a document that was stored before it was kept. */
  readonly structure?: DocumentStructure;
}

/** A stored document as it was when it was read. */
export type DocumentState = Pick<Document, 'documentId' | 'version' | 'updatedAt'>;

/** One atomic change: readers see all of it or nothing. */
export interface StoreChange {
  /** Documents that the change rests on: where one is no longer as it was read, nothing is stored. */
  readonly expected?: readonly DocumentState[];
  /** Document ids that go, with their earlier versions, chunks, vectors and postings. Unknown ids are ignored. */
  readonly remove?: readonly string[];
  /**
   * Documents that come; one with a stored id replaces it. One with `supersededAt` is stored as that earlier version of
   * its document, whatever the present one is.
   */
  readonly put?: readonly DocumentRecord[];
  /** What is replaced stays as an earlier version, and the chunk ids of what comes carry its version. */
  readonly keepVersions?: boolean;
  /** After `put`; unknown documents are ignored. */
  readonly seen?: readonly SeenFile[];
}

/** How a store is opened. */
export interface StoreOptions {
  /** Whether a store that is not there is made; true unless given. */
  readonly create?: boolean | undefined;
}

/** What changes take. */
export interface WriteOptions {
  /** Aborted before the change begins to be applied, also while it waits for another writer, nothing is stored. */
  readonly signal?: AbortSignal | undefined;
}

/** What a change did. */
export interface ChangeCounts {
  readonly documentsRemoved: number;
  /** With those of the earlier versions of removed documents. */
  readonly chunksRemoved: number;
  readonly chunksAdded: number;
  /** Earlier versions that went with their documents. */
  readonly versionsRemoved: number;
  /** Stored originals that no document refers to any more. */
  readonly originalsRemoved: number;
  /** The versions that the documents of `put` got, in its order. */
  readonly versions: readonly number[];
}

/** Which chunks may be found. Applied before the search, so that `limit` hits come whenever that many match. */
export interface SearchScope {
  readonly collection: string;
  readonly filter?: FilterNode;
  readonly constraint?: ChunkConstraint;
  /** The present versions alone unless given. */
  readonly versions?: VersionChoice;
  /** Of the chunks that the rest allows only these; unknown ids are left out. */
  readonly among?: readonly string[];
  readonly limit: number;
  /** Chunks of lower scores may be left out, as a store likes. It is asked when the search begins. */
  readonly atLeast?: () => number;
  readonly signal?: AbortSignal;
}

export interface VectorScope extends SearchScope {
  /** The model of the vector; not compared unless given. */
  readonly embeddingModel?: string;
}

export interface KeywordScope extends SearchScope {
  /** Words that mean the same as some of the query, such as an acronym spelt out: they count less than its own. */
  readonly expansions?: readonly string[] | undefined;
}

/** A chunk by its place, with its score. */
export interface ScoredChunk {
  readonly chunkId: string;
  /** Cosine −1…1 for vectors, BM25 ≥ 0 for keywords, higher for phrases; best first, ties by chunk id. */
  readonly score: number;
}

/** A chunk by its place, with its vector. */
export interface ChunkVector {
  readonly chunkId: string;
  /** Unit length, `collection.dimensions` long. */
  readonly vector: Float32Array;
}

/** What tells a chunk from others and where it stands, without what it says. */
export type ChunkPlace = Pick<
  Chunk,
  | 'chunkId'
  | 'documentId'
  | 'documentVersion'
  | 'charStart'
  | 'charEnd'
  | 'contentHash'
  | 'level'
  | 'embeddingModel'
>;

/** A term of a query, and what it counts. */
export interface KeywordTerm {
  readonly term: string;
  readonly weight: number;
  readonly idf: number;
  /** What the same word is in other languages of the documents, counted as this term. */
  readonly forms?: readonly string[];
  readonly isExpansion?: true;
}

/** What a keyword search found. */
export interface KeywordResult {
  readonly hits: readonly ScoredChunk[];
  /**
   * The query's distinct terms with their weight in the query and their inverse document frequency in the
   * collection, 0 for a term that no chunk has; then its prefixes (`invoic*`) and those of its phrases (`"silver tax"`)
   * that a chunk has, as terms. No score reaches Σ weight · idf. Those of expansions
   * alone say so.
   */
  readonly terms: readonly KeywordTerm[];
}

/** Creates a collection or states what an existing one must match. */
export interface CollectionSpec extends CollectionModel {
  readonly name: string;
}

/** What `export` of a store takes. */
export interface ExportOptions {
  /** Only these, in this order; unknown ids are left out. */
  readonly documentIds?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `stats` of a store takes. */
export interface StatsOptions {
  readonly filter?: FilterNode;
  readonly groupBy?: string;
  /** The present versions alone unless given. */
  readonly versions?: VersionChoice;
}

/** How much of everything has one value of a field; of the total, all. */
export interface StatsGroup {
  /** Value of the grouping field; absent for the total and for documents without the field. */
  readonly value?: string | number | boolean;
  /** How many. */
  readonly documents: number;
  /** How many they have. */
  readonly chunks: number;
  /** Of those chunks. */
  readonly tokens: number;
  /** Size of the sources. */
  readonly bytes: number;
}

/** Look-ups, each of one state. Several that are to agree go into one `read`. */
export interface StoreReads {
  /** In the order of `chunkIds`; unknown ids are left out. */
  chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]>;
  /** What the chunks are embedded as, in the order of `chunkIds`; unknown ids are left out. */
  vectors(collection: string, chunkIds: readonly string[]): Promise<readonly ChunkVector[]>;
  /**
   * As `chunks`, and for a fraction of the time. The present version of a document may come without `documentVersion`,
   * always or never for all its chunks.
   */
  places(collection: string, chunkIds: readonly string[]): Promise<ChunkPlace[]>;
  /** All chunks of a document, by sequence. */
  chunksOf(collection: string, documentId: string): Promise<Chunk[]>;

  /** In the order of `documentIds`; unknown ids are left out. */
  documentsById(collection: string, documentIds: readonly string[]): Promise<Document[]>;
  /** Documents that match the filter, ordered by document id. */
  documents(collection: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]>;
  /** `undefined` when there is no such document. */
  content(collection: string, documentId: string): Promise<DocumentContent | undefined>;
  /** The text of `content` alone, for a fraction of the time. */
  documentText(collection: string, documentId: string): Promise<string | undefined>;
  /** Total first; then, with `groupBy`, a group for each value of that field, largest first. */
  stats(collection: string, options?: StatsOptions): Promise<StatsGroup[]>;
  /** The documents that came from the files of a synchronised folder, by path. */
  syncedDocuments(collection: string, root: string): Promise<SyncedDocument[]>;
}

/** Look-ups, of which several are to see one state, and what is read as a whole. */
export interface StoreReader extends StoreReads {
  /** All of them, by name. */
  collections(): Promise<Collection[]>;
  /** `undefined` when there is none of that name. */
  collection(name: string): Promise<Collection | undefined>;
  /** What the collection is embedded with, without `table`: constant, where `collection` counts. */
  collectionSpec(name: string): Promise<CollectionSpec | undefined>;
  /** The model that belongs to the collection alone (`table`); `undefined` where it has none. */
  collectionModel(name: string): Promise<Uint8Array | undefined>;

  /**
   * Runs an action whose reads see one state of each collection, whatever is written meanwhile, and gives what it gives. The
   * action calls nothing else of the store, and may be run more than once. The state is held for as long as the action takes,
   * `withinMs` at most; what is read after that throws a StoreError.
   *
   * @throws what the action throws; StoreError when it takes longer; the signal's reason.
   */
  read<Result>(action: (reads: StoreReads) => Promise<Result>, options?: BoundedReadOptions): Promise<Result>;
  /** The bytes that the document was read from; `undefined` where they were not kept. */
  original(collection: string, documentId: string): Promise<Uint8Array | undefined>;
  /**
   * Every document with chunks and vectors, ordered by document id, earlier versions (`supersededAt`) among them: enough
   * to rebuild the collection elsewhere.
   * @throws EmbeddingModelMismatchError when it is embedded anew meanwhile.
   */
  export(collection: string, options?: ExportOptions): AsyncIterable<DocumentRecord>;
}

/** Searches by vectors and by words. They never look at chunks outside the filter's reach for their result. */
export interface StoreSearcher {
  /**
   * Nearest chunks by cosine, best first.
   * @throws EmbeddingModelMismatchError when the vector is of another model than the collection.
   */
  searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]>;
  /** By BM25 (`text/bm25.ts`); phrases and prefixes as `text/keyword-query.ts` has them. Chunks with phrases come first. */
  searchKeyword(query: string, scope: KeywordScope): Promise<KeywordResult>;
}

/** Changes, each one transaction. */
export interface StoreWriter {
  /**
   * Gives the collection of that name, created when missing.
   * @throws EmbeddingModelMismatchError, EmbeddingDimensionError when it was made with another model.
   */
  ensureCollection(spec: CollectionSpec, options?: WriteOptions): Promise<Collection>;
  /** Removes it with all that is in it. @throws CollectionNotFoundError */
  removeCollection(name: string, options?: WriteOptions): Promise<void>;

  /**
   * Removes and adds documents, all or nothing, as `planChange` decides (`changes/plan.ts`). Its time is proportional to the
   * documents in it.
   * @throws EmbeddingModelMismatchError when a document is embedded with another model than the collection,
   * EmbeddingDimensionError when a vector's length is not the collection's, a StoreError that `isOutdated` knows when a
   * document is not as expected, the signal's reason when aborted.
   */
  write(collection: string, change: StoreChange, options?: WriteOptions): Promise<ChangeCounts>;
  /**
   * Merges metadata shallowly into documents, or into single chunks; `null` removes a key. Embeds nothing;
   * filters see it at once. Unknown ids are ignored; the number of changed documents or chunks is returned.
   */
  updateMetadata(collection: string, update: MetadataUpdate, options?: WriteOptions): Promise<number>;

  /**
   * Gives every chunk another vector and the collection another model, in one transaction: readers see the old or the
   * new. Documents may come and go meanwhile. What an aborted or killed call has embedded is used when the same model
   * is begun again. Gives the number of chunks.
   *
   * @throws EmbeddingDimensionError; StoreError when another call has begun with another model; the signal's reason.
   */
  reembed(collection: string, request: ReembedRequest): Promise<number>;
  /** Remembers an attempt that left the model as it was. */
  recordAdaptation(collection: string, adaptation: CollectionAdaptation): Promise<void>;
}

/** What was paid for once. */
export interface StoreCaches {
  /** Vectors by the hash of their text: of stored chunks, and of texts that are not stored yet. Deleted text has none. */
  readonly embeddings: EmbeddingCache;
  /** What language models wrote of texts, for a year; those of deleted texts too, until `maintenance.vacuum`. */
  readonly replies: ReplyCache;
}

/**
 * Keeps collections of documents with their chunks, vectors and keyword index, and searches them.
 *
 * A look-up by document id gives the present version; `<documentId>#v<version>` names any version. Look-ups by id take constant
 * time. Every method that takes a collection throws CollectionNotFoundError when there is none of that name; every failure
 * of the engine becomes a StoreError with the engine's error as cause.
 */
export interface Store extends StoreReader, StoreSearcher, StoreWriter, StoreCaches {
  /** The version of this interface that the store is written for. It counts up with each change that stores have to follow. */
  readonly specificationVersion: 1;
  /** Where the data is, without secrets. */
  readonly location: string;
  /** For a store that keeps its own files; a server's are looked after there. */
  readonly maintenance?: StoreMaintenance;

  /** Resolves when the engine answers. */
  health(): Promise<void>;
  /** Lets go of the engine; nothing is asked afterwards. */
  close(): Promise<void>;
}

/** Metadata to change, and of what. */
export interface MetadataUpdate {
  readonly target: MetadataTarget;
  readonly patch: MetadataPatch;
  /** Of documents: their own fields. */
  readonly fields?: FieldPatch;
}

/** What a document says about itself, and the user of it; `null` removes a value, an empty list empties a list. */
export type FieldPatch = {
  readonly [Field in DescribedField]?:
    | Document[Field]
    | ([undefined] extends [Document[Field]] ? null : never);
};
type DescribedField = keyof Bibliography | 'type' | 'tags' | 'project';

/** Documents or chunks. */
export type MetadataTarget =
  | { readonly documentIds: readonly string[]; readonly chunkIds?: undefined }
  | { readonly chunkIds: readonly string[]; readonly documentIds?: undefined };

/** What to change; `null` removes a key. */
export type MetadataPatch = { readonly [key: string]: Metadata[string] | null };

/** What the stores of this package are opened with in tests, which end the process at a statement, or count them. */
export interface WatchedOptions extends StoreOptions {
  /** Called with each statement, or request, before it goes out. */
  readonly beforeStatement?: ((sql: string) => void) | undefined;
}
