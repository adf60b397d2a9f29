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
import { readChunks, readPlaces, readVectors } from '../chunks-by-id.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import * as read from './read.ts';
import { readStats } from './stats.ts';
import { readSyncedDocuments } from '../write/synced-files.ts';

export interface PostgresReading {
  /** For a single statement. */
  readonly session: Session;
  /** Runs an action on one state. @throws CollectionNotFoundError */
  readonly reading: <Result>(
    collection: string,
    action: (session: Session, row: CollectionRow) => Promise<Result>,
  ) => Promise<Result>;
}

/** The look-ups of a store, each of the state that it is given. */
export class PostgresReads implements StoreReads {
  readonly #session: Session;
  readonly #reading: PostgresReading['reading'];

  constructor({ session, reading }: PostgresReading) {
    this.#session = session;
    this.#reading = reading;
  }

  chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return readChunks(this.#session, { collection, chunkIds });
  }

  places(collection: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return readPlaces(this.#session, { collection, chunkIds });
  }

  vectors(collection: string, chunkIds: readonly string[]): Promise<ChunkVector[]> {
    return readVectors(this.#session, { collection, chunkIds });
  }

  chunksOf(name: string, documentId: string): Promise<Chunk[]> {
    return this.#reading(name, (session, row) => read.readChunksOf(session, row, documentId));
  }

  documentsById(name: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.#reading(name, (session, row) => read.readDocuments(session, row, documentIds));
  }

  documents(name: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]> {
    return this.#reading(name, (session, row) => read.listDocuments(session, row, { filter, page }));
  }

  content(name: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.#reading(name, (session, row) => read.readContent(session, row, documentId));
  }

  documentText(name: string, documentId: string): Promise<string | undefined> {
    return this.#reading(name, (session, row) => read.readDocumentText(session, row, documentId));
  }

  stats(name: string, options: StatsOptions = {}): Promise<StatsGroup[]> {
    return this.#reading(name, (session, row) => readStats(session, row, options));
  }

  syncedDocuments(name: string, root: string): Promise<SyncedDocument[]> {
    return this.#reading(name, (session, { id }) => readSyncedDocuments(session, id, root));
  }
}
