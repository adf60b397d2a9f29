/** Chunks, candidates and a small store in memory for the tests of this folder. */
import type { ChunkRecord, ScoredChunk, Store } from '../store/store.ts';
import type { Chunk, Document } from '../types.ts';
import type { Candidate } from './candidate.ts';
import type { RetrieveRequest } from './request.ts';

export function makeChunk(overrides: Partial<Chunk> = {}): Chunk {
  const {
    documentId = 'a',
    sequence = 0,
    charStart = 0,
    content = `text ${sequence} of ${documentId}`,
  } = overrides;
  return {
    chunkId: `${documentId}#${String(sequence).padStart(4, '0')}`,
    documentId,
    sequence,
    charStart,
    charEnd: charStart + content.length,
    content,
    contentHash: `hash of ${content}`,
    pageNumbers: [],
    headingPath: [],
    kind: 'text',
    tokenCount: content.split(' ').length,
    charCount: content.length,
    overlapPrevChars: 0,
    overlapNextChars: 0,
    uniqueStart: charStart,
    uniqueEnd: charStart + content.length,
    level: 3,
    hierarchyPath: '',
    chunkingMethod: 'test',
    embeddingModel: 'test',
    embeddedAt: '2024-01-01T00:00:00.000Z',
    totalChunks: 1,
    rects: [],
    metadata: {},
    ...overrides,
  };
}

/** As it is found, with its whole chunk. */
export function makeCandidate(
  chunk: Chunk,
  overrides: Partial<Omit<Candidate, 'chunk'>> = {},
): Candidate & { readonly chunk: Chunk } {
  return { collection: 'default', chunk, relevanceScore: 0.5, fusedScore: 0.5, duplicates: [], ...overrides };
}

export function makeDocument(documentId: string, collection = 'default'): Document {
  return {
    documentId,
    collection,
    title: documentId,
    creators: [],
    subjects: [],
    sourcePath: documentId,
    sourceHash: '0'.repeat(64),
    format: 'text',
    chunkCount: 1,
    totalChars: 1,
    totalTokens: 1,
    bytes: 1,
    pageCount: 0,
    embeddingModel: 'test',
    ingestedAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    version: 1,
    tags: [],
    metadata: {},
  };
}

/** Chunks of the given spans of a text, in order. */
export function cut(
  documentId: string,
  text: string,
  spans: readonly (readonly [number, number])[],
): Chunk[] {
  return spans.map(([charStart, charEnd], sequence) =>
    makeChunk({ documentId, sequence, charStart, content: text.slice(charStart, charEnd) }),
  );
}

export interface SampleDocument {
  readonly collection: string;
  readonly documentId: string;
  readonly text: string;
  readonly chunks: readonly Pick<ChunkRecord, 'chunk' | 'vector'>[];
}

const best = (scores: ScoredChunk[], limit: number) =>
  scores.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
const has = ({ content }: Chunk, word: string) => content.toLowerCase().split(/\W+/).includes(word);

/** The part of a store that retrieval reads; keyword search counts the query's words that a chunk has, idf 1 each. */
export function makeStore(documents: readonly SampleDocument[], change: Partial<Store> = {}): Store {
  const of = (collection: string) => documents.filter((document) => document.collection === collection);
  const recordsOf = (collection: string, among?: readonly string[]) =>
    of(collection)
      .flatMap((document) => document.chunks)
      .filter(({ chunk }) => !among || among.includes(chunk.chunkId));
  const describeCollection = (name: string) => ({
    name,
    embeddingModel: 'test',
    dimensions: 2,
    maxTokens: 100,
    documentCount: of(name).length,
    chunkCount: recordsOf(name).length,
    createdAt: '2024-01-01T00:00:00.000Z',
  });
  const store: Partial<Store> = {
    async collections() {
      return [...new Set(documents.map(({ collection }) => collection))].map(describeCollection);
    },
    async searchVector(vector, { collection, limit, among }) {
      const scores = recordsOf(collection, among).map(({ chunk, vector: other }) => ({
        chunkId: chunk.chunkId,
        score: vector.reduce((sum, value, index) => sum + value * other[index]!, 0),
      }));
      return best(scores, limit);
    },
    async searchKeyword(query, { collection, limit, among }) {
      const words = query.toLowerCase().split(' ');
      const scores = recordsOf(collection, among).map(({ chunk }) => ({
        chunkId: chunk.chunkId,
        score: words.filter((word) => has(chunk, word)).length / 2,
      }));
      const known = (word: string) => recordsOf(collection).some(({ chunk }) => has(chunk, word));
      return {
        hits: best(
          scores.filter(({ score }) => score > 0),
          limit,
        ),
        terms: words.map((term) => ({ term, weight: 1, idf: known(term) ? 1 : 0 })),
      };
    },
    async chunks(collection, chunkIds) {
      const chunks = recordsOf(collection).map(({ chunk }) => chunk);
      return chunkIds.flatMap((id) => chunks.filter((chunk) => chunk.chunkId === id));
    },
    async places(collection, chunkIds) {
      return store.chunks!(collection, chunkIds);
    },
    async vectors(collection, chunkIds) {
      return recordsOf(collection, chunkIds).map(({ chunk, vector }) => ({ chunkId: chunk.chunkId, vector }));
    },
    async documents(collection, _filter, { limit = Infinity } = {}) {
      const counted = ({ documentId, chunks }: SampleDocument) => ({
        ...makeDocument(documentId, collection),
        chunkCount: chunks.length,
      });
      return of(collection).slice(0, limit).map(counted);
    },
    async documentsById(collection, ids) {
      return ids.map((id) => makeDocument(id, collection));
    },
    async documentText(collection, documentId): Promise<string | undefined> {
      return of(collection).find((candidate) => candidate.documentId === documentId)?.text;
    },
    read: (action) => action(store as Store),
    ...change,
  };
  return store as Store;
}

/** A search for everything, without what some stages add. */
export const plainRequest: RetrieveRequest = {
  query: 'wing of the hall',
  collections: ['default'],
  mode: 'full',
  keyword: true,
  topK: 20,
  candidates: { vector: 25, keyword: 50 },
  fusion: { method: 'minmax', vectorWeight: 0.4, k: 60 },
  mmr: 1,
  maxChunksPerDocument: 3,
  deduplicate: true,
  scoring: { recency: 0, recencyDays: 180, typeWeights: {} },
  now: 0,
  sections: 0,
  contextWindow: 0,
  groupByDocument: false,
};
