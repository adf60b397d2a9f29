import type { EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import { AccessError, ConfigError } from '../../errors.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Collection, CollectionAdaptation, Document } from '../../types.ts';
import type { BoundedReadOptions } from '../read/bounded-read.ts';
import type { ReembedRequest } from '../collection-model.ts';
import { fieldsOf } from '../filter/fields.ts';
import { matchesFilter } from '../filter/match-filter.ts';
import { patchedFields, patchedMetadata } from '../changes/own-metadata.ts';
import { referenceOf } from '../changes/in-version.ts';
import type {
  ChangeCounts,
  CollectionSpec,
  DocumentRecord,
  ExportOptions,
  KeywordResult,
  KeywordScope,
  MetadataUpdate,
  ScoredChunk,
  SearchScope,
  Store,
  StoreChange,
  StoreReads,
  VectorScope,
  WriteOptions,
} from '../store.ts';
import { requireUnreserved, shownCollection, shownRecord, storedRecord } from './records.ts';
import { ScopedReads } from './scoped-reads.ts';
import { type ScopeSettings, StoreScope } from './store-scope.ts';

/** Of stored names of collections, in characters: what an export may name, `import` takes in. */
const longestName = 200;

/** A store for somebody: see `ScopeSettings`. To close it closes nothing; its files are looked after elsewhere. */
export function scopeStore(store: Store, settings: ScopeSettings): Store {
  return new ScopedStore(store, new StoreScope(settings));
}

class ScopedStore extends ScopedReads implements Store {
  readonly specificationVersion = 1;
  readonly #store: Store;
  readonly #scope: StoreScope;
  readonly embeddings: EmbeddingCache;
  readonly replies: ReplyCache;

  constructor(store: Store, scope: StoreScope) {
    super(store, scope);
    this.#store = store;
    this.#scope = scope;
    this.embeddings = scopedEmbeddings(store.embeddings, scope);
    this.replies = scopedReplies(store.replies, scope);
  }

  get location(): string {
    return this.#store.location;
  }

  health(): Promise<void> {
    return this.#store.health();
  }

  async close(): Promise<void> {}

  async collections(): Promise<Collection[]> {
    const stored = await this.#store.collections();
    const seen = stored.filter(({ name }) => this.#scope.collectionOut(name) !== undefined);
    return Promise.all(seen.map((one) => this.#show(one)));
  }

  async collection(name: string): Promise<Collection | undefined> {
    const stored = await this.#store.collection(this.#scope.collectionIn(name));
    return stored && this.#show(stored);
  }

  /** Where collections are shared, counted are the scope's own documents. */
  async #show(stored: Collection): Promise<Collection> {
    const name = this.#scope.collectionOut(stored.name) ?? stored.name;
    if (this.#scope.filter === undefined) return shownCollection(stored, name, undefined);
    const [total] = await this.#store.stats(stored.name, { filter: this.#scope.filter });
    const { documents: documentCount = 0, chunks: chunkCount = 0 } = total ?? {};
    return shownCollection(stored, name, { documentCount, chunkCount });
  }

  ensureCollection(spec: CollectionSpec, options?: WriteOptions): Promise<Collection> {
    return this.#scope.run(async () => {
      this.#scope.requireWrite('ensureCollection');
      const name = this.#scope.collectionIn(spec.name);
      if (!this.#scope.mayName(spec.name)) throw notYours(spec.name);
      if (name.length > longestName) throw tooLong(spec.name, longestName - name.length);
      if (spec.table && (await this.#store.collectionSpec(name)) === undefined) {
        this.#scope.requireWholeCollections('ensureCollection'); // others would search by this table
      }
      return this.#show(await this.#store.ensureCollection({ ...spec, name }, options));
    });
  }

  async collectionSpec(name: string): Promise<CollectionSpec | undefined> {
    const stored = await this.#store.collectionSpec(this.#scope.collectionIn(name));
    if (stored === undefined) return undefined;
    const { adaptation, ...spec } = stored;
    const isWhole = this.#scope.filter === undefined;
    return { ...spec, name, ...(isWhole && adaptation && { adaptation }) };
  }

  collectionModel(name: string): Promise<Uint8Array | undefined> {
    return this.#scope.run(() => this.#store.collectionModel(this.#scope.collectionIn(name)));
  }

  removeCollection(name: string, options?: WriteOptions): Promise<void> {
    return this.#scope.run(async () => {
      this.#scope.requireWholeCollections('removeCollection');
      await this.#store.removeCollection(this.#scope.collectionIn(name), options);
    });
  }

  /** Where another scope of the store keeps the same original, is not told: so none is counted as removed. */
  write(collection: string, change: StoreChange, options?: WriteOptions): Promise<ChangeCounts> {
    return this.#scope.run(async () => {
      this.#scope.requireWrite('write');
      const { put = [], remove = [], seen = [], expected = [], keepVersions } = change;
      const records = put.map((record) =>
        storedRecord(this.#scope, { ...record, document: { ...record.document, collection } }),
      );
      await this.#requireOwn(collection, records);
      const named = [...remove, ...seen.map(({ documentId }) => documentId)];
      const own = await this.seenReferences(collection, named);
      const isOwn = (documentId: string) => own.has(documentId);
      const idIn = (documentId: string) => this.#scope.idIn(documentId);
      const counts = await this.#store.write(
        this.#scope.collectionIn(collection),
        {
          put: records,
          remove: remove.filter(isOwn).map(idIn),
          seen: seen
            .filter(({ documentId }) => isOwn(documentId))
            .map(({ documentId, sourcePath, file }) => ({
              documentId: idIn(documentId),
              sourcePath,
              file: { ...file, root: idIn(file.root) },
            })),
          expected: expected.map((state) => ({ ...state, documentId: idIn(state.documentId) })),
          ...(keepVersions !== undefined && { keepVersions }),
        },
        options,
      );
      return { ...counts, originalsRemoved: 0 };
    });
  }

  /** @throws AccessError for a document that the scope would not see, or in whose place it would come. */
  async #requireOwn(collection: string, records: readonly DocumentRecord[]): Promise<void> {
    const { filter } = this.#scope;
    if (filter === undefined || records.length === 0) return;
    for (const { document, chunks } of records) {
      const fields = [fieldsOf(document), ...chunks.map(({ chunk }) => fieldsOf(document, chunk))];
      if (!fields.every((lookup) => matchesFilter(filter, lookup))) throw this.#outside(document);
    }
    const ids = records.map(({ document }) => document.documentId);
    const name = this.#scope.collectionIn(collection);
    for (const stored of await this.#store.documentsById(name, ids)) {
      if (!matchesFilter(filter, fieldsOf(stored))) throw this.#outside(stored);
    }
  }

  #outside({ documentId }: Document): AccessError {
    const document = this.#scope.idOut(documentId);
    return new AccessError(`The document "${document}" is not what this knowledge base may write`, {
      hint: 'Its fields must match the filter of the scope, and its id must not be that of another document.',
      context: { document },
    });
  }

  updateMetadata(collection: string, update: MetadataUpdate, options?: WriteOptions): Promise<number> {
    return this.#scope.run(async () => {
      this.#scope.requireWrite('updateMetadata');
      requireUnreserved(this.#scope, update.patch);
      const target = await this.#ownTarget(collection, update.target);
      await this.#requireStillOwn(collection, { ...update, target });
      return this.#store.updateMetadata(this.#scope.collectionIn(collection), { ...update, target }, options);
    });
  }

  /** By the store's names. */
  async #ownTarget(collection: string, target: MetadataUpdate['target']): Promise<MetadataUpdate['target']> {
    if (target.chunkIds !== undefined)
      return { chunkIds: await this.seenChunks(collection, target.chunkIds) };
    const own = await this.seenReferences(collection, target.documentIds);
    const documentIds = target.documentIds.filter((id) => own.has(id)).map((id) => this.#scope.idIn(id));
    return { documentIds };
  }

  /** @throws AccessError where the scope would not see a document or chunk any more. */
  async #requireStillOwn(collection: string, { target, patch, fields = {} }: MetadataUpdate): Promise<void> {
    const { filter } = this.#scope;
    if (filter === undefined) return;
    const name = this.#scope.collectionIn(collection);
    const chunks = target.chunkIds ? await this.#store.chunks(name, target.chunkIds) : [];
    const ids = target.documentIds ?? chunks.map(({ documentId }) => documentId);
    const documents = await this.#store.documentsById(name, ids);
    const isChanged = target.documentIds !== undefined;
    for (const stored of documents) {
      const metadata = isChanged ? patchedMetadata(stored.metadata, patch) : stored.metadata;
      const document = patchedFields({ ...stored, metadata }, fields);
      const own = chunks.filter(({ documentId }) => documentId === stored.documentId);
      const lookups = own.map((chunk) =>
        fieldsOf(document, { ...chunk, metadata: patchedMetadata(chunk.metadata, patch) }),
      );
      const all = isChanged ? [fieldsOf(document)] : lookups;
      if (!all.every((lookup) => matchesFilter(filter, lookup))) throw this.#outside(stored);
    }
  }

  reembed(collection: string, request: ReembedRequest): Promise<number> {
    return this.#scope.run(async () => {
      this.#scope.requireWholeCollections('reembed');
      const vectorsFor: ReembedRequest['vectorsFor'] = async (texts) =>
        (await request.vectorsFor(texts)).map(({ vector, textHash }) =>
          textHash === undefined ? { vector } : { vector, textHash: this.#scope.hashIn(textHash) },
        );
      return this.#store.reembed(this.#scope.collectionIn(collection), { ...request, vectorsFor });
    });
  }

  recordAdaptation(collection: string, adaptation: CollectionAdaptation): Promise<void> {
    return this.#scope.run(async () => {
      this.#scope.requireWholeCollections('recordAdaptation');
      await this.#store.recordAdaptation(this.#scope.collectionIn(collection), adaptation);
    });
  }

  searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    return this.#scope.run(async () =>
      (await this.#store.searchVector(vector, this.#within(scope))).map(this.#named),
    );
  }

  searchKeyword(query: string, scope: KeywordScope): Promise<KeywordResult> {
    return this.#scope.run(async () => {
      const { hits, terms } = await this.#store.searchKeyword(query, this.#within(scope));
      return { hits: hits.map(this.#named), terms };
    });
  }

  #within<Scope extends SearchScope>({ collection, filter, among, ...rest }: Scope) {
    return {
      ...rest,
      collection: this.#scope.collectionIn(collection),
      ...this.#scope.seen(filter),
      ...(among && { among: among.map((id) => this.#scope.idIn(id)) }),
    };
  }

  readonly #named = ({ chunkId, score }: ScoredChunk): ScoredChunk => ({
    chunkId: this.#scope.idOut(chunkId),
    score,
  });

  read<Result>(
    action: (reads: StoreReads) => Promise<Result>,
    options?: BoundedReadOptions,
  ): Promise<Result> {
    return this.#store.read((reads) => action(new ScopedReads(reads, this.#scope)), options);
  }

  original(collection: string, documentId: string): Promise<Uint8Array | undefined> {
    return this.#scope.run(async () => {
      const stored = this.#scope.collectionIn(collection);
      const original = await this.#store.original(stored, this.#scope.idIn(documentId));
      return (await this.seenReferences(collection, [documentId])).has(documentId) ? original : undefined;
    });
  }

  export(collection: string, options: ExportOptions = {}): AsyncIterable<DocumentRecord> {
    return this.#scope.each(() => this.#export(collection, options));
  }

  async *#export(collection: string, { documentIds, signal }: ExportOptions): AsyncGenerator<DocumentRecord> {
    const stored = this.#scope.collectionIn(collection);
    const ids = await this.#exported(collection, documentIds);
    for await (const record of this.#store.export(stored, { documentIds: ids, signal })) {
      yield shownRecord(this.#scope, record);
    }
  }

  /** By the store's names; all documents unless some are named, or others have some too. */
  async #exported(collection: string, named?: readonly string[]): Promise<string[] | undefined> {
    const { filter } = this.#scope;
    if (named !== undefined) {
      const seen = await this.seenReferences(collection, named);
      return named.filter((id) => seen.has(id)).map((id) => this.#scope.idIn(id));
    }
    if (filter === undefined) return undefined;
    const stored = this.#scope.collectionIn(collection);
    return (await this.#store.documents(stored, filter, { versions: 'all' })).map((document) =>
      document.supersededAt === undefined ? document.documentId : referenceOf(document),
    );
  }
}

function notYours(collection: string): AccessError {
  return new AccessError(`This knowledge base has no place for a collection "${collection}"`, {
    hint: 'Use one of the collections that it lists.',
    context: { collection },
  });
}

function tooLong(collection: string, excess: number): ConfigError {
  return new ConfigError(`The name of the collection "${collection}" is too long`, {
    hint: `Make it ${-excess} characters shorter: the name of the tenant is kept before it.`,
    context: { collection },
  });
}

/** Vectors that nobody else has put there, and nobody else finds. */
function scopedEmbeddings(embeddings: EmbeddingCache, scope: StoreScope): EmbeddingCache {
  const keyIn = (key: EmbeddingKey): EmbeddingKey => ({ ...key, hash: scope.hashIn(key.hash) });
  return {
    get: (keys) => embeddings.get(keys.map(keyIn)),
    set: async (entries) => {
      scope.requireWrite('embeddings');
      await embeddings.set(entries.map(({ key, vector }) => ({ key: keyIn(key), vector })));
    },
  };
}

/** The same of what language models wrote. */
function scopedReplies(replies: ReplyCache, scope: StoreScope): ReplyCache {
  return {
    get: (hashes) => replies.get(hashes.map((hash) => scope.hashIn(hash))),
    set: async (entries) => {
      scope.requireWrite('replies');
      await replies.set(entries.map(({ hash, text }) => ({ hash: scope.hashIn(hash), text })));
    },
  };
}
