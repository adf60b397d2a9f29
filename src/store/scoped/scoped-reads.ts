import type { Chunk, Document, PageRequest } from '../../types.ts';
import { documentReference, placesOf, referenceOfChunk } from '../../util/ids/document-key.ts';
import { fieldsOf, resolveField } from '../filter/fields.ts';
import type { FilterNode } from '../filter/filter.ts';
import { matchesFilter } from '../filter/match-filter.ts';
import type {
  ChunkPlace,
  ChunkVector,
  DocumentContent,
  StatsGroup,
  StatsOptions,
  StoreReads,
  SyncedDocument,
} from '../store.ts';
import { shown, shownDocument, withIds } from './records.ts';
import type { StoreScope } from './store-scope.ts';

/** The look-ups of a store as a scope sees them: what is not the scope's is as if it were not there. */
export class ScopedReads implements StoreReads {
  readonly #reads: StoreReads;
  readonly #scope: StoreScope;

  constructor(reads: StoreReads, scope: StoreScope) {
    this.#reads = reads;
    this.#scope = scope;
  }

  chunks(collection: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.#run(collection, async (stored) => {
      const ids = await this.seenChunks(collection, chunkIds);
      return (await this.#reads.chunks(stored, ids)).map(this.#show);
    });
  }

  vectors(collection: string, chunkIds: readonly string[]): Promise<readonly ChunkVector[]> {
    return this.#run(collection, async (stored) => {
      const ids = await this.seenChunks(collection, chunkIds);
      return (await this.#reads.vectors(stored, ids)).map(this.#name);
    });
  }

  places(collection: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return this.#run(collection, async (stored) => {
      const ids = await this.seenChunks(collection, chunkIds);
      return (await this.#reads.places(stored, ids)).map(this.#name);
    });
  }

  chunksOf(collection: string, documentId: string): Promise<Chunk[]> {
    return this.#run(collection, async (stored) => {
      const chunks = await this.#reads.chunksOf(stored, this.#scope.idIn(documentId));
      return (await this.#sees(collection, documentId)) ? chunks.map(this.#show) : [];
    });
  }

  documentsById(collection: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.#run(collection, async () =>
      (await this.#byId(collection, documentIds)).map((document) => shownDocument(this.#scope, document)),
    );
  }

  documents(collection: string, filter?: FilterNode, page?: PageRequest): Promise<Document[]> {
    return this.#run(collection, async (stored) => {
      const { filter: seen } = this.#scope.seen(filter);
      const documents = await this.#reads.documents(stored, seen, page);
      return documents.map((document) => shownDocument(this.#scope, document));
    });
  }

  content(collection: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.#run(collection, async (stored) => {
      const content = await this.#reads.content(stored, this.#scope.idIn(documentId));
      return (await this.#sees(collection, documentId)) ? content : undefined;
    });
  }

  documentText(collection: string, documentId: string): Promise<string | undefined> {
    return this.#run(collection, async (stored) => {
      const text = await this.#reads.documentText(stored, this.#scope.idIn(documentId));
      return (await this.#sees(collection, documentId)) ? text : undefined;
    });
  }

  stats(collection: string, options: StatsOptions = {}): Promise<StatsGroup[]> {
    return this.#run(collection, async (stored) => {
      const { filter, groupBy, ...rest } = options;
      const grouping = groupBy === undefined ? {} : { groupBy: this.#scope.fieldIn(groupBy) };
      const groups = await this.#reads.stats(stored, { ...rest, ...grouping, ...this.#scope.seen(filter) });
      return groupBy === undefined ? groups : groups.map((group) => this.#showGroup(groupBy, group));
    });
  }

  syncedDocuments(collection: string, root: string): Promise<SyncedDocument[]> {
    return this.#run(collection, async (stored) => {
      const found = await this.#reads.syncedDocuments(stored, this.#scope.idIn(root));
      const ids = found.map(({ documentId }) => this.#scope.idOut(documentId));
      const seen = await this.seenReferences(collection, ids);
      return found
        .map(this.#name)
        .filter(({ documentId }) => seen.has(documentId))
        .map((document) => ({ ...document, file: { ...document.file, root } }));
    });
  }

  /** Those of the documents and versions that the scope sees, by the scope's names. */
  async seenReferences(collection: string, references: readonly string[]): Promise<ReadonlySet<string>> {
    if (this.#scope.filter === undefined) return new Set(references);
    const documents = await this.#byId(collection, [...new Set(references)]);
    const named = documents.map((document) => withIds(document, (id) => this.#scope.idOut(id)));
    return new Set(named.flatMap((document) => placesOf(document).map(documentReference)));
  }

  /** Ids of the store, of those of the chunks whose documents the scope sees. */
  protected async seenChunks(collection: string, chunkIds: readonly string[]): Promise<string[]> {
    const seen = await this.seenReferences(collection, chunkIds.map(referenceOfChunk));
    return chunkIds
      .filter((chunkId) => seen.has(referenceOfChunk(chunkId)))
      .map((id) => this.#scope.idIn(id));
  }

  async #byId(collection: string, references: readonly string[]): Promise<Document[]> {
    const { filter } = this.#scope;
    const ids = references.map((id) => this.#scope.idIn(id));
    const documents = await this.#reads.documentsById(this.#scope.collectionIn(collection), ids);
    return documents.filter((document) => filter === undefined || matchesFilter(filter, fieldsOf(document)));
  }

  async #sees(collection: string, reference: string): Promise<boolean> {
    return (await this.seenReferences(collection, [reference])).has(reference);
  }

  #run<Result>(collection: string, action: (stored: string) => Promise<Result>): Promise<Result> {
    return this.#scope.run(() => action(this.#scope.collectionIn(collection)));
  }

  readonly #show = (chunk: Chunk): Chunk => shown(this.#scope, chunk);

  readonly #name = <Value extends { readonly chunkId?: string; readonly documentId?: string }>(
    value: Value,
  ): Value => withIds(value, (id) => this.#scope.idOut(id));

  #showGroup(groupBy: string, group: StatsGroup): StatsGroup {
    const { level, name } = resolveField(groupBy);
    const { value } = group;
    if (level === 'metadata' || typeof value !== 'string') return group;
    if (name === 'collection') return { ...group, value: this.#scope.collectionOut(value) ?? value };
    return name === 'documentId' ? { ...group, value: this.#scope.idOut(value) } : group;
  }
}
