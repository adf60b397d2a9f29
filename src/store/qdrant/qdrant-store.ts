/**
 * Qdrant: points of three kinds in a Qdrant collection for each of ours (points.ts), and a point for each of these in a
 * registry (registry.ts).
 *
 * Qdrant has no transactions, so a change is a number, which the points carry that come with it. Readers see the points up to the
 * revision in the registry, but for those that it says have gone; it is compared and set in one step (changes.ts). What a change
 * does to documents is planned in memory (../changes/plan.ts), staged (write.ts), and seen once the revision is set. Filters
 * are conditions on typed values (filters.ts). Keyword search takes candidates by a sparse product and a bound of what it has
 * not taken (search.ts). Another model is a named vector beside the first (reembed.ts).
 */
import type { EmbeddingCache } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import { boundedRead, type BoundedReadOptions } from '../read/bounded-read.ts';
import { analyseDocuments } from '../changes/analyse-documents.ts';
import { requireModel, requireSameModel } from '../collection-model.ts';
import type { ReembedRequest } from '../collection-model.ts';
import { exportRecords } from '../read/export-records.ts';
import type { CollectionSpec, DocumentRecord, ExportOptions, KeywordResult, KeywordScope } from '../store.ts';
import type { ChangeCounts, MetadataUpdate, StoreChange, WatchedOptions, WriteOptions } from '../store.ts';
import type { ScoredChunk, Store, StoreReads, VectorScope } from '../store.ts';
import { forgetPending, openEmbeddingCache, openReplyCache } from './caches.ts';
import { Changes } from './changes.ts';
import { Connection } from './connection.ts';
import { tableKey } from './points.ts';
import { QdrantReads, readRecords, referencesOf } from './read.ts';
import { Readings } from './readings.ts';
import { reembed } from './reembed.ts';
import type { CollectionState } from './collection-state.ts';
import { describeCollection, Registry } from './registry.ts';
import { searchKeyword, searchVector } from './search.ts';
import type { View } from './view.ts';
import { applyChange, applyMetadata, hasOldTerms, hasOtherTerms, reanalyse } from './write.ts';

/**
 * Opens the store in a Qdrant server: `qdrant://host:6333`, `qdrants://:key@host:6333` with TLS and an API key. Any number of
 * programs on any number of machines may use it; nothing of it is elsewhere.
 *
 * @throws ConfigError for another kind of URL, StoreError when the server cannot be used.
 */
export async function openQdrantStore(
  url: string,
  { create = true, beforeStatement }: WatchedOptions = {},
): Promise<Store> {
  const registry = new Registry(new Connection(url, beforeStatement));
  await registry.open({ create });
  return new QdrantStore(registry);
}

/** @see changes.ts for how changes are whole, points.ts for what there is. */
class QdrantStore extends QdrantReads implements Store {
  readonly specificationVersion = 1;
  readonly location: string;
  readonly embeddings: EmbeddingCache;
  readonly replies: ReplyCache;
  private readonly registry: Registry;
  private readonly changes: Changes;
  private readonly readings: Readings;

  constructor(registry: Registry) {
    super((name, action) => this.reading(name, action));
    this.location = registry.connection.location;
    this.registry = registry;
    this.changes = new Changes(registry);
    this.readings = new Readings(registry, this.changes);
    this.embeddings = openEmbeddingCache(registry);
    this.replies = openReplyCache(registry);
  }

  async health(): Promise<void> {
    await this.registry.isThere();
  }

  async close(): Promise<void> {
    this.registry.connection.close();
  }

  async collections(): Promise<Collection[]> {
    return (await this.registry.list()).map(describeCollection);
  }

  async collection(name: string): Promise<Collection | undefined> {
    const state = await this.registry.find(name);
    return state && describeCollection(state);
  }

  async ensureCollection(spec: CollectionSpec, { signal }: WriteOptions = {}): Promise<Collection> {
    signal?.throwIfAborted();
    if (!(await this.registry.find(spec.name))) await this.registry.create(spec);
    const state = await this.registry.require(spec.name);
    requireSameModel(state, spec);
    return describeCollection(state);
  }

  async collectionSpec(name: string): Promise<CollectionSpec | undefined> {
    const state = await this.registry.find(name);
    if (!state) return undefined;
    const { embeddingModel, dimensions, maxTokens, adaptation } = state;
    return { name, embeddingModel, dimensions, maxTokens, adaptation };
  }

  collectionModel(name: string): Promise<Uint8Array | undefined> {
    return this.reading(name, async (view) => {
      return view.state.hasTable ? view.bytes(tableKey) : undefined;
    });
  }

  async removeCollection(name: string, { signal }: WriteOptions = {}): Promise<void> {
    await this.changes.run(name, (change) => change.remove(), signal);
  }

  async write(name: string, change: StoreChange, { signal }: WriteOptions = {}): Promise<ChangeCounts> {
    const known = await this.withOurTerms(name, signal);
    const put = await analyseDocuments(known, change.put ?? [], signal);
    const counts = await this.changes.run(name, (begun) => applyChange(begun, { ...change, put }), signal);
    await forgetPending(
      this.registry,
      known,
      put.flatMap(({ record }) => record.chunks),
    );
    // Nothing of the change depends on it, and the next one does what fails.
    await this.withOurTerms(name, signal).catch(() => undefined);
    return counts;
  }

  updateMetadata(name: string, update: MetadataUpdate, { signal }: WriteOptions = {}): Promise<number> {
    return this.changes.run(name, (change) => applyMetadata(change, update), signal);
  }

  reembed(name: string, request: ReembedRequest): Promise<number> {
    return reembed({
      registry: this.registry,
      request,
      reading: (action) => this.reading(name, action),
      changing: (action) => this.changes.run(name, action, request.signal),
    });
  }

  async recordAdaptation(name: string, adaptation: CollectionAdaptation): Promise<void> {
    await this.changes.run(name, (change) => change.commit({ adaptation }));
  }

  searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    return this.reading(scope.collection, (view) => searchVector(view, vector, scope), scope.signal);
  }

  async searchKeyword(query: string, scope: KeywordScope): Promise<KeywordResult> {
    const { collection, signal } = scope;
    const found = await this.reading(
      collection,
      async (view) => (hasOtherTerms(view.state) ? undefined : searchKeyword(view, query, scope)),
      signal,
    );
    if (found) return found;
    await this.withOurTerms(collection, signal);
    return this.searchKeyword(query, scope);
  }

  read<Result>(
    action: (reads: StoreReads) => Promise<Result>,
    options?: BoundedReadOptions,
  ): Promise<Result> {
    return boundedRead(
      (over) => this.readings.run((reading) => action(new QdrantReads(reading)), over),
      options,
    );
  }

  original(name: string, documentId: string): Promise<Uint8Array | undefined> {
    return this.reading(name, async (view) => {
      const key = (await view.document(documentId))?.original;
      return key === undefined ? undefined : view.bytes(key);
    });
  }

  async *export(name: string, { documentIds, signal }: ExportOptions = {}): AsyncIterable<DocumentRecord> {
    const { wanted, embeddingModel } = await this.reading(name, async (view) => ({
      wanted: documentIds ?? (await referencesOf(view)),
      embeddingModel: view.state.embeddingModel,
    }));
    const read = (view: View, references: readonly string[]) => {
      requireModel(view.state, embeddingModel);
      return readRecords(view, references);
    };
    yield* exportRecords(wanted, (some) => this.reading(name, (view) => read(view, some)), signal);
  }

  /** Runs an action on one state. @throws CollectionNotFoundError; the signal's reason. */
  private reading<Result>(
    name: string,
    action: (view: View) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.readings.run((reading) => reading(name, action), signal);
  }

  /**
   * Gives the collection when its terms are of this program's analyser, and weighed by about the average length of now; where
   * they are not, they are made anew.
   */
  private async withOurTerms(name: string, signal?: AbortSignal): Promise<CollectionState> {
    const state = await this.registry.require(name);
    if (!hasOldTerms(state)) return state;
    await this.changes.run(name, reanalyse, signal);
    return this.registry.require(name);
  }
}
