import type { Chunk, Document, PageRequest } from '../../types.ts';
import type { FilterNode } from '../filter/filter.ts';
import type {
  ChunkPlace,
  ChunkVector,
  DocumentContent,
  StatsGroup,
  StatsOptions,
  StoreReads,
  SyncedDocument,
} from '../store.ts';
import * as read from './read.ts';
import { readStats } from './stats.ts';
import { readSyncedDocuments } from './synced-files.ts';
import type { View } from './view.ts';

/** Runs an action on one state of a collection. @throws CollectionNotFoundError */
export type Reading = <Result>(
  collection: string,
  action: (view: View) => Promise<Result>,
) => Promise<Result>;

/** The look-ups of a store, each of the state that it is given. */
export class QdrantReads implements StoreReads {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  chunks(name: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.#reading(name, (view) => read.readChunks(view, chunkIds));
  }

  places(name: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return this.#reading(name, (view) => read.readPlaces(view, chunkIds));
  }

  vectors(name: string, chunkIds: readonly string[]): Promise<ChunkVector[]> {
    return this.#reading(name, (view) => read.readVectors(view, chunkIds));
  }

  chunksOf(name: string, documentId: string): Promise<Chunk[]> {
    return this.#reading(name, (view) => read.readChunksOf(view, documentId));
  }

  neighbours(name: string, chunkId: string, distance: number): Promise<Chunk[]> {
    return this.#reading(name, (view) => read.readNeighbours(view, { chunkId, distance }));
  }

  documentsById(name: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.#reading(name, (view) => read.readDocuments(view, documentIds));
  }

  documents(name: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]> {
    return this.#reading(name, (view) => read.listDocuments(view, { filter, page }));
  }

  content(name: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.#reading(name, (view) => read.readContent(view, documentId));
  }

  documentText(name: string, documentId: string): Promise<string | undefined> {
    return this.#reading(name, async (view) => (await read.readContent(view, documentId))?.text);
  }

  stats(name: string, options: StatsOptions = {}): Promise<StatsGroup[]> {
    return this.#reading(name, (view) => readStats(view, options));
  }

  syncedDocuments(name: string, root: string): Promise<SyncedDocument[]> {
    return this.#reading(name, (view) => readSyncedDocuments(view, root));
  }
}
