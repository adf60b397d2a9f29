/**
 * The default store: one folder with one SQLite database, and files derived from it.
 *
 *   database     documents, texts, layouts, chunks, vectors, postings: the truth
 *   derived/     the matrix that vector search scans; made again from the database where it is missing or old
 *   originals/   the files that were added, on disk before the transaction that refers to them
 *
 * A change is planned in memory (../changes/plan.ts) and carried out in one transaction (write/write.ts, database/connection.ts). Writers take turns,
 * readers never wait (write-ahead log), a write is acknowledged when it is on disk (`synchronous=FULL`). A process that is killed leaves the state before or
 * after: the log drops what was not committed, and the next opening sweeps stray originals (test/fault/every-instant.test.ts).
 * Several processes may have the folder open.
 *
 * Keyword search (keyword-index/): each write adds a segment in its own transaction. Later writes and idle moments merge
 * segments in small steps. Triggers note which chunks have gone.
 *
 * Vector search (search/vector-searches.ts, over the matrix of vector-index/; why: docs/decisions/0005-exact-vector-search.md): exact. A row has eight bits a number, in two planes of four, in memory that threads share. It
 * carries a bound of its error. A search reads the upper plane of all rows, the lower plane of few, and the stored vectors of
 * the fewer chunks that may be among the best.
 *
 * Filters: fields that all documents have are columns (filter/document-columns.ts), all else is a row a value (filter/filter-fields.ts).
 * Versions: an earlier version is a row beside the present one, left out before a search unless asked for (documents.ts).
 * Another model: its vectors are staged batch by batch and take their place in one transaction (vectors/reembed.ts).
 * Damage: texts, sections, pages, descriptions and chunks have checksums, compared whenever they are read (write/content.ts,
 * read/stored-document.ts, chunks.ts). database/driver.ts reads every text as bytes, as the engine aborts the process on a text that
 * is no valid UTF-8.
 * Upkeep (maintenance/): check, vacuum, backup, restore, in a thread with a connection of its own.
 */
import path from 'node:path';
import type { EmbeddingCache } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import { type BoundedReadOptions, readWithin } from '../read/bounded-read.ts';
import { type ReembedRequest, requireModel, requireSameModel } from '../collection-model.ts';
import type { StoreMaintenance } from '../maintenance.ts';
import { analyseDocuments } from '../changes/analyse-documents.ts';
import type {
  ChangeCounts,
  CollectionSpec,
  DocumentRecord,
  ExportOptions,
  KeywordResult,
  MetadataUpdate,
  ScoredChunk,
  KeywordScope,
  Store,
  StoreChange,
  StoreReads,
  VectorScope,
  WriteOptions,
  WatchedOptions,
} from '../store.ts';
import { keepAdaptation, readModel } from './vectors/adapted-model.ts';
import type { CollectionAccess } from './search/collection-access.ts';
import * as collections from './collections.ts';
import { openConnection, readTransaction, whenFree, writeTransaction } from './database/connection.ts';
import type { SqlDatabase } from './database/driver.ts';
import { findEmbedding, keepPending, findReply, keepReplies } from './caches.ts';
import { applyMetadata } from './write/metadata.ts';
import {
  OriginalGone,
  originalOf,
  originalsOfCollection,
  removeUnreferenced,
  sweepOriginals,
} from './write/original-references.ts';
import { openOriginals, type OriginalFiles } from './write/originals.ts';
import { KeywordIndexes } from './search/search-keyword.ts';
import { sweepAbandoned } from './maintenance/unfinished.ts';
import { createMaintenance } from './maintenance/maintenance.ts';
import type { StoreFiles } from './maintenance/store-files.ts';
import * as read from './read/read.ts';
import { reembed, requireOpenToDocuments } from './vectors/reembed.ts';
import { Snapshots } from './database/read-states.ts';
import { type Reading, SqliteReads } from './read/sqlite-reads.ts';
import { VectorSearches } from './search/vector-searches.ts';
import { findDocument } from './documents.ts';
import { applyChange } from './write/write.ts';

/**
 * Opens the store in the folder of `sqlite:<folder>`, made when missing unless told otherwise, or one in memory for
 * `sqlite::memory:`.
 * Several processes may have one folder open; writers wait for each other, readers for nobody.
 *
 * @throws ConfigError for another kind of URL, StoreError when the folder or its database cannot be used.
 */
export async function openSqliteStore(url: string, options?: WatchedOptions): Promise<Store> {
  return new SqliteStore(url, await openFiles(url, options));
}

/** What a store over the folder of `sqlite:<folder>` is made of. @throws as `openSqliteStore` does. */
export async function openFiles(url: string, options?: WatchedOptions): Promise<StoreFiles> {
  const database = await openConnection(url, options);
  const originals = openOriginals(database.location);
  // Whether files that a killed process left behind go now or later makes no difference to who opens the store.
  await sweepOriginals(database, originals).catch(() => undefined);
  return { database, originals };
}

type Row = collections.CollectionRow;

/**
 * Every statement group runs in one turn of the event loop, inside one transaction: nothing interleaves. A large vector
 * search has two, and begins anew when the database changed in between.
 */
export class SqliteStore extends SqliteReads implements Store {
  readonly specificationVersion = 1;
  readonly location: string;
  readonly maintenance: StoreMaintenance;
  protected readonly database: SqlDatabase;
  private readonly originals: OriginalFiles;
  private readonly vectorSearches: VectorSearches;
  private readonly keywordIndexes: KeywordIndexes;
  private readonly snapshots: Snapshots;

  constructor(location: string, { database, originals }: StoreFiles) {
    super((name, action) => this.reading(name, (row) => action(database, row)));
    this.maintenance = createMaintenance({ database, originals });
    this.location = location;
    this.database = database;
    this.originals = originals;
    const access: CollectionAccess = {
      database,
      reading: (name, action) => this.reading(name, action),
      writing: (name, action, signal) => this.writing(name, action, signal),
    };
    this.snapshots = new Snapshots(database);
    this.vectorSearches = new VectorSearches(access);
    this.keywordIndexes = new KeywordIndexes(access);
  }

  async health(): Promise<void> {
    this.database.prepare('SELECT count(*) FROM collections').get();
  }

  async close(): Promise<void> {
    await this.snapshots.close();
    await this.vectorSearches.close();
    this.keywordIndexes.close();
    this.database.close();
  }

  async collections(): Promise<Collection[]> {
    return readTransaction(this.database, () => [...collections.knownCollections(this.database)]);
  }

  async collection(name: string): Promise<Collection | undefined> {
    return readTransaction(this.database, () => {
      const row = collections.knownCollection(this.database, name);
      return row && collections.describeCollection(this.database, row);
    });
  }

  async ensureCollection(spec: CollectionSpec, { signal }: WriteOptions = {}): Promise<Collection> {
    const stored = await this.collection(spec.name);
    if (!stored) await this.createCollection(spec, signal);
    return this.reading(spec.name, (row) => {
      requireSameModel(collections.modelOf(row), spec);
      return collections.describeCollection(this.database, row);
    });
  }

  async removeCollection(name: string, { signal }: WriteOptions = {}): Promise<void> {
    const remove = (row: Row) => {
      const originals = originalsOfCollection(this.database, row.id);
      collections.deleteCollection(this.database, row);
      return { id: row.id, originals };
    };
    const { id, originals } = await this.writing(name, remove, signal);
    await this.vectorSearches.remove(id);
    this.keywordIndexes.forget(id);
    await this.removeOriginals(originals);
    await this.sweepCopies();
  }

  async write(collection: string, change: StoreChange, { signal }: WriteOptions = {}): Promise<ChangeCounts> {
    const known = await this.keywordIndexes.withOurTerms(collection, signal);
    const put = await analyseDocuments(collections.modelOf(known), change.put ?? [], signal);
    const prepared = { ...change, put, originals: this.originals };
    const apply = (row: Row) => {
      if (put.length > 0) requireOpenToDocuments(this.database, row);
      return applyChange(this.database, row, prepared);
    };
    const { originalsFreed, ...counts } = await this.withOriginals(change.put ?? [], () =>
      this.writing(collection, apply, signal),
    );
    this.keywordIndexes.wrote(known);
    if (counts.documentsRemoved > 0) await this.sweepCopies();
    const originalsRemoved = await this.removeOriginals(originalsFreed);
    await this.removeOriginals(originalsOf(change.put ?? [])); // nobody's, where another one of `put` replaces its document
    return { ...counts, originalsRemoved };
  }

  async updateMetadata(
    collection: string,
    update: MetadataUpdate,
    { signal }: WriteOptions = {},
  ): Promise<number> {
    return this.writing(collection, (row) => applyMetadata(this.database, row, update), signal);
  }

  async collectionSpec(name: string): Promise<CollectionSpec | undefined> {
    return readTransaction(this.database, () => {
      const row = collections.knownCollection(this.database, name);
      return row && collections.specOf(this.database, row);
    });
  }

  async collectionModel(name: string): Promise<Uint8Array | undefined> {
    return this.reading(name, (row) => readModel(this.database, row.id));
  }

  async reembed(collection: string, request: ReembedRequest): Promise<number> {
    return reembed(this.database, collection, request);
  }

  async recordAdaptation(collection: string, adaptation: CollectionAdaptation): Promise<void> {
    await this.writing(collection, (row) => keepAdaptation(this.database, row.id, adaptation));
  }

  get embeddings(): EmbeddingCache {
    const { database } = this;
    return {
      get: async (keys) => readTransaction(database, () => keys.map((key) => findEmbedding(database, key))),
      set: (entries) => whenFree(() => writeTransaction(database, () => keepPending(database, entries))),
    };
  }

  get replies(): ReplyCache {
    const { database } = this;
    return {
      get: async (hashes) => readTransaction(database, () => hashes.map((hash) => findReply(database, hash))),
      set: (replies) => whenFree(() => writeTransaction(database, () => keepReplies(database, replies))),
    };
  }

  async searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    return this.vectorSearches.search(vector, scope);
  }

  async searchKeyword(query: string, scope: KeywordScope): Promise<KeywordResult> {
    scope.signal?.throwIfAborted();
    return this.keywordIndexes.search(query, scope);
  }

  read<Result>(
    action: (reads: StoreReads) => Promise<Result>,
    options?: BoundedReadOptions,
  ): Promise<Result> {
    return readWithin(
      (bound) =>
        this.snapshots.run((readState) => {
          const reading: Reading = (name, work) => {
            bound.throwIfOver();
            return readState((database) =>
              work(database, collections.requireKnownCollection(database, name)),
            );
          };
          return bound.unlessOver(action(new SqliteReads(reading, new Map())));
        }),
      options,
    );
  }

  async original(collection: string, documentId: string): Promise<Uint8Array | undefined> {
    const find = () =>
      this.reading(collection, (row) => {
        const stored = findDocument(this.database, row.id, documentId);
        return stored && originalOf(this.database, stored.id);
      });
    for (let hash = find(); hash !== undefined;) {
      const bytes = await this.originals.read(hash).catch((error: unknown) => error as Error);
      if (!(bytes instanceof Error)) return bytes;
      // The file goes with the last document that was read from it, and that one may have been replaced.
      const before = hash;
      hash = find();
      if (hash === before) throw bytes;
    }
    return undefined;
  }

  async *export(
    collection: string,
    { documentIds, signal }: ExportOptions = {},
  ): AsyncIterable<DocumentRecord> {
    const { wanted, embeddingModel } = this.reading(collection, (row) => ({
      wanted: documentIds ?? read.documentIdsOf(this.database, row),
      embeddingModel: row.embedding_model,
    }));
    for (const documentId of wanted) {
      signal?.throwIfAborted();
      const record = this.reading(collection, (row) => {
        requireModel(collections.modelOf(row), embeddingModel);
        return read.readRecord(this.database, row, documentId);
      });
      if (record) yield record;
    }
  }

  /** @throws CollectionNotFoundError */
  private reading<Result>(name: string, action: (row: Row) => Result): Result {
    return readTransaction(this.database, () =>
      action(collections.requireKnownCollection(this.database, name)),
    );
  }

  /** @throws CollectionNotFoundError */
  private writing<Result>(name: string, action: (row: Row) => Result, signal?: AbortSignal): Promise<Result> {
    return whenFree(
      () => writeTransaction(this.database, () => action(collections.requireCollection(this.database, name))),
      signal,
    );
  }

  /** Files are written before the change that refers to them, and again where another process removes them meanwhile. */
  private async withOriginals<Result>(
    records: readonly DocumentRecord[],
    action: () => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      for (const { document, original } of records) {
        if (original !== undefined) await this.originals.keep(document.sourceHash, original);
      }
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof OriginalGone)) throw error;
      }
    }
  }

  /** The change is made; a file that cannot be removed now is removed by the next sweep. */
  private removeOriginals(hashes: Iterable<string>): Promise<number> {
    return removeUnreferenced(this.database, this.originals, hashes).catch(() => 0);
  }

  /** What was removed shall not stay in copies that killed backups and restores have left. */
  private async sweepCopies(): Promise<void> {
    const { location } = this.database;
    if (location !== ':memory:') await sweepAbandoned(path.dirname(location));
  }

  private async createCollection(spec: CollectionSpec, signal?: AbortSignal): Promise<void> {
    const create = () => {
      // Another process may have made it since.
      const stored = collections.findCollection(this.database, spec.name);
      if (!stored) collections.createCollection(this.database, spec);
    };
    await whenFree(() => writeTransaction(this.database, create), signal);
  }
}

const originalsOf = (records: readonly DocumentRecord[]): string[] =>
  records.flatMap(({ document, original }) => (original === undefined ? [] : document.sourceHash));
