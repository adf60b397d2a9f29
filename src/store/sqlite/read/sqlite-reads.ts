import type { Chunk, Document, PageRequest } from '../../../types.ts';
import type { FilterNode } from '../../filter/filter.ts';
import type {
  ChunkPlace,
  ChunkVector,
  DocumentContent,
  StatsGroup,
  StatsOptions,
  StoreReads,
  SyncedDocument,
} from '../../store.ts';
import type { KnownDocuments } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import * as read from './read.ts';
import { readStats } from './stats.ts';
import { readSyncedDocuments } from '../write/synced-files.ts';

/** Runs an action on one state of the database. @throws CollectionNotFoundError */
export type Reading = <Result>(
  collection: string,
  action: (database: SqlDatabase, row: CollectionRow) => Result,
) => Result;

/** The look-ups of a store, each of the state that it is given. */
export class SqliteReads implements StoreReads {
  readonly #reading: Reading;
  readonly #known: KnownDocuments | undefined;

  /** @param known of a state that is held: documents are read with their chunks, and not again. */
  constructor(reading: Reading, known?: KnownDocuments) {
    this.#reading = reading;
    this.#known = known;
  }

  async chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.#reading(collection, (database, row) =>
      read.readChunks(database, row, { chunkIds, known: this.#known }),
    );
  }

  async places(collection: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return this.#reading(collection, (database, row) => read.readPlaces(database, row, chunkIds));
  }

  async vectors(collection: string, chunkIds: readonly string[]): Promise<ChunkVector[]> {
    return this.#reading(collection, (database, row) => read.readVectors(database, row, chunkIds));
  }

  async chunksOf(collection: string, documentId: string): Promise<Chunk[]> {
    return this.#reading(collection, (database, row) => read.readChunksOf(database, row, documentId));
  }

  async documentsById(collection: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.#reading(collection, (database, row) =>
      read.readDocuments(database, row, { documentIds, known: this.#known }),
    );
  }

  async documents(collection: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]> {
    return this.#reading(collection, (database, row) => read.listDocuments(database, row, { filter, page }));
  }

  async content(collection: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.#reading(collection, (database, row) => read.readContent(database, row, documentId));
  }

  async documentText(collection: string, documentId: string): Promise<string | undefined> {
    return this.#reading(collection, (database, row) => read.readDocumentText(database, row, documentId));
  }

  async stats(collection: string, options: StatsOptions = {}): Promise<StatsGroup[]> {
    return this.#reading(collection, (database, row) => readStats(database, row, options));
  }

  async syncedDocuments(collection: string, root: string): Promise<SyncedDocument[]> {
    return this.#reading(collection, (database, row) => readSyncedDocuments(database, row.id, root));
  }
}
