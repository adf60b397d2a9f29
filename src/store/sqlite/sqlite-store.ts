import type { Chunk, Collection, Document, PageRequest } from '../../types.ts';
import type { FilterNode } from '../filter.ts';
import type {
  ChangeCounts,
  CollectionSpec,
  DocumentContent,
  DocumentRecord,
  KeywordResult,
  MetadataPatch,
  MetadataTarget,
  ScoredChunk,
  SearchScope,
  StatsGroup,
  Store,
  StoreChange,
  WriteOptions,
} from '../store.ts';
import { ChunkMirror } from './chunk-mirror.ts';
import * as collections from './collections.ts';
import { openConnection, readTransaction, whenFree, writeTransaction } from './connection.ts';
import type { SqlDatabase } from './driver.ts';
import { applyMetadata } from './metadata.ts';
import * as read from './read.ts';
import { hasOtherTerms, reanalyse } from './reanalyse.ts';
import { ChunkLengths, type KeywordIndex, searchKeyword } from './search-keyword.ts';
import { searchVector, type VectorIndex } from './search-vector.ts';
import { readStats } from './stats.ts';
import { VectorMatrix } from './vectors.ts';
import { applyChange, prepareDocuments } from './write.ts';

/**
 * Opens the store in the folder of `sqlite:<folder>`, made when missing, or one in memory for `sqlite::memory:`.
 * Several processes may have one folder open; writers wait for each other, readers for nobody.
 *
 * @throws ConfigError for another kind of URL, StoreError when the folder or its database cannot be used.
 */
export async function openSqliteStore(url: string): Promise<Store> {
  return new SqliteStore(url, await openConnection(url));
}

type Row = collections.CollectionRow;

/** Every statement group runs in one turn of the event loop, inside one transaction: nothing interleaves. */
class SqliteStore implements Store {
  readonly location: string;
  private readonly database: SqlDatabase;
  /** By collection row id; ids are never used twice, so what is kept of a removed collection is never found again. */
  private readonly vectorIndexes = new Map<number, VectorIndex>();
  private readonly keywordIndexes = new Map<number, KeywordIndex>();

  constructor(location: string, database: SqlDatabase) {
    this.location = location;
    this.database = database;
  }

  async health(): Promise<void> {
    this.database.prepare('SELECT count(*) FROM collections').get();
  }

  async close(): Promise<void> {
    this.vectorIndexes.clear();
    this.keywordIndexes.clear();
    this.database.close();
  }

  async collections(): Promise<Collection[]> {
    return readTransaction(this.database, () => collections.allCollections(this.database));
  }

  async collection(name: string): Promise<Collection | undefined> {
    return readTransaction(this.database, () => {
      const row = collections.findCollection(this.database, name);
      return row && collections.describeCollection(this.database, row);
    });
  }

  async ensureCollection(spec: CollectionSpec): Promise<Collection> {
    const stored = await this.collection(spec.name);
    if (!stored) await this.createCollection(spec);
    return this.reading(spec.name, (row) => {
      collections.requireSameModel(row, spec);
      return collections.describeCollection(this.database, row);
    });
  }

  async removeCollection(name: string): Promise<void> {
    const id = await this.writing(name, (row) => {
      collections.deleteCollection(this.database, row);
      return row.id;
    });
    this.vectorIndexes.delete(id);
    this.keywordIndexes.delete(id);
  }

  async write(collection: string, change: StoreChange, { signal }: WriteOptions = {}): Promise<ChangeCounts> {
    const known = await this.withOurTerms(collection, signal);
    const put = await prepareDocuments(known, change.put ?? [], signal);
    const apply = (row: Row) => applyChange(this.database, row, { remove: change.remove, put });
    return this.writing(collection, apply, signal);
  }

  async updateMetadata(collection: string, target: MetadataTarget, patch: MetadataPatch): Promise<number> {
    return this.writing(collection, (row) => applyMetadata(this.database, row, { target, patch }));
  }

  async searchVector(vector: Float32Array, scope: SearchScope): Promise<readonly ScoredChunk[]> {
    scope.signal?.throwIfAborted();
    return this.reading(scope.collection, (row) =>
      searchVector(this.database, row, { vector, scope, index: this.vectorIndex(row) }),
    );
  }

  async searchKeyword(query: string, scope: SearchScope): Promise<KeywordResult> {
    scope.signal?.throwIfAborted();
    await this.withOurTerms(scope.collection, scope.signal);
    return this.reading(scope.collection, (row) =>
      searchKeyword(this.database, row, { query, scope, index: this.keywordIndex(row) }),
    );
  }

  async chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.reading(collection, (row) => read.readChunks(this.database, row, chunkIds));
  }

  async chunksOf(collection: string, documentId: string): Promise<Chunk[]> {
    return this.reading(collection, (row) => read.readChunksOf(this.database, row, documentId));
  }

  async neighbours(collection: string, chunkId: string, distance: number): Promise<Chunk[]> {
    return this.reading(collection, (row) => read.readNeighbours(this.database, row, { chunkId, distance }));
  }

  async documentsById(collection: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.reading(collection, (row) => read.readDocuments(this.database, row, documentIds));
  }

  async documents(collection: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]> {
    return this.reading(collection, (row) => read.listDocuments(this.database, row, { filter, page }));
  }

  async content(collection: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.reading(collection, (row) => read.readContent(this.database, row, documentId));
  }

  async stats(
    collection: string,
    options: { filter?: FilterNode; groupBy?: string } = {},
  ): Promise<StatsGroup[]> {
    return this.reading(collection, (row) => readStats(this.database, row, options));
  }

  async *export(collection: string, signal?: AbortSignal): AsyncIterable<DocumentRecord> {
    const documentIds = this.reading(collection, (row) => read.documentIdsOf(this.database, row));
    for (const documentId of documentIds) {
      signal?.throwIfAborted();
      const record = this.reading(collection, (row) => read.readRecord(this.database, row, documentId));
      if (record) yield record;
    }
  }

  /** @throws CollectionNotFoundError */
  private reading<Result>(name: string, action: (row: Row) => Result): Result {
    return readTransaction(this.database, () => action(collections.requireCollection(this.database, name)));
  }

  /** @throws CollectionNotFoundError */
  private writing<Result>(name: string, action: (row: Row) => Result, signal?: AbortSignal): Promise<Result> {
    return whenFree(
      () => writeTransaction(this.database, () => action(collections.requireCollection(this.database, name))),
      signal,
    );
  }

  /** After an update of the program that changes the analyser, the postings are made anew. */
  private async withOurTerms(name: string, signal?: AbortSignal): Promise<Row> {
    const known = this.reading(name, (row) => row);
    if (!hasOtherTerms(known)) return known;
    const renew = (row: Row) => {
      if (hasOtherTerms(row)) reanalyse(this.database, row);
      return row;
    };
    return this.writing(name, renew, signal);
  }

  private async createCollection(spec: CollectionSpec): Promise<void> {
    await whenFree(() =>
      writeTransaction(this.database, () => {
        // Another process may have made it since.
        const stored = collections.findCollection(this.database, spec.name);
        if (!stored) collections.createCollection(this.database, spec);
      }),
    );
  }

  private vectorIndex(row: Row): VectorIndex {
    const known = this.vectorIndexes.get(row.id);
    if (known) return known;
    const matrix = new VectorMatrix(row.dimensions);
    const index = { matrix, mirror: new ChunkMirror(matrix) };
    this.vectorIndexes.set(row.id, index);
    return index;
  }

  private keywordIndex(row: Row): KeywordIndex {
    const known = this.keywordIndexes.get(row.id);
    if (known?.analyser === row.analyser) return known;
    const lengths = new ChunkLengths();
    const index = { analyser: row.analyser, lengths, mirror: new ChunkMirror(lengths) };
    this.keywordIndexes.set(row.id, index);
    return index;
  }
}
