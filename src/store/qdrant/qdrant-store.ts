/**
 * Qdrant: points of three kinds in a Qdrant collection for each of ours (points.ts), and a point for each of these in a
 * registry (registry.ts).
 *
 * Qdrant has no transactions, so a change is a number. A point carries the change that it came with and the one that it went
 * with. Readers see the points of the revision in the registry, which is compared and set (changes.ts). What a change does to
 * documents is planned in memory (../changes/plan.ts), staged (write.ts, staging.ts), and seen once the revision is set.
 * Filters are conditions on typed values (filter-fields.ts, compile-filter.ts). Keyword search takes candidates by a sparse product and
 * a bound of what it has not taken (search-keyword.ts, sparse.ts). Another model is a named vector beside the first
 * (reembed.ts). A Qdrant collection that is being made is noted first, so that one whose program died is removed (places.ts).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingCache } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import { boundedRead, type BoundedReadOptions } from '../bounded-read.ts';
import {
  type DocumentTexts,
  type ReembedRequest,
  type TextsOptions,
  requireModel,
  requireSameModel,
} from '../collection-model.ts';
import { prepareDocuments } from '../changes/prepare-documents.ts';
import type {
  ChangeCounts,
  CollectionSpec,
  DocumentRecord,
  ExportOptions,
  KeywordResult,
  KeywordScope,
  MetadataUpdate,
  ScoredChunk,
  Store,
  StoreChange,
  StoreReads,
  VectorScope,
  WriteOptions,
  WatchedOptions,
} from '../store.ts';
import { forgetPending, openEmbeddingCache, openReplyCache } from './caches.ts';
import { type Change, Changes, mayLack } from './changes.ts';
import { createCollection, describeCollection, tableKey } from './collections.ts';
import { Connection } from './connection.ts';
import { applyMetadata } from './metadata.ts';
import { readBytes } from './parts.ts';
import { QdrantReads, type Reading } from './qdrant-reads.ts';
import * as read from './read.ts';
import { hasOtherLength, hasOtherTerms, reanalyse } from './reanalyse.ts';
import { closedFor, reembed } from './reembed.ts';
import { type CollectionState, Registry } from './registry.ts';
import { searchKeyword } from './search-keyword.ts';
import { searchVector } from './search-vector.ts';
import { Memory, View } from './view.ts';
import { applyChange } from './write.ts';

/** A reader that so often had to begin again reads while nobody writes. */
const mostReadings = 4;

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
  const registry = new Registry(await Connection.open(url, beforeStatement));
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
  private readonly memory = new Memory();

  constructor(registry: Registry) {
    super((name, action) => this.reading(name, action));
    this.location = registry.connection.location;
    this.registry = registry;
    this.changes = new Changes(registry, randomUUID());
    this.embeddings = openEmbeddingCache(registry, (name, action) => this.reading(name, action));
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
    const stored = await this.registry.find(spec.name, { removedToo: true });
    if (stored?.isRemoved) await this.registry.finishRemoval(stored);
    if (!stored || stored.isRemoved) await createCollection(this.registry, spec);
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
      const bytes = view.state.hasTable ? await readBytes(view, tableKey) : undefined;
      return bytes && new Uint8Array(bytes);
    });
  }

  async removeCollection(name: string, { signal }: WriteOptions = {}): Promise<void> {
    await this.changing(name, (change) => change.remove(), signal);
  }

  async write(name: string, change: StoreChange, { signal }: WriteOptions = {}): Promise<ChangeCounts> {
    const known = await this.withOurTerms(name, signal);
    const put = await prepareDocuments(known, change.put ?? [], signal);
    const apply = async (begun: Change, view: View): Promise<ChangeCounts | undefined> => {
      if (put.length === 0 || closedFor(begun.state) === 0)
        return applyChange(begun, view, { ...change, put });
      await begun.release();
      return undefined;
    };
    for (;;) {
      const counts = await this.changing(name, apply, signal);
      if (counts) {
        const hashes = put.flatMap(({ record }) => record.chunks.map(({ textHash }) => textHash));
        await forgetPending(this.registry, known, hashes);
        // Nothing of the change depends on it, and the next one does what fails.
        await this.withOurTerms(name, signal).catch(() => undefined);
        return counts;
      }
      await sleep(20, undefined, { signal }).catch(() => undefined); // `changing` throws the reason
    }
  }

  updateMetadata(name: string, update: MetadataUpdate, { signal }: WriteOptions = {}): Promise<number> {
    return this.changing(name, (change, view) => applyMetadata(change, view, update), signal);
  }

  reembed(name: string, request: ReembedRequest): Promise<number> {
    return reembed({
      registry: this.registry,
      request,
      reading: (action) => this.reading(name, action),
      changing: (action) => this.changing(name, action, request.signal),
    });
  }

  async recordAdaptation(name: string, adaptation: CollectionAdaptation): Promise<void> {
    await this.changing(name, (change) => change.commit({ ...change.state, adaptation }, { taking: false }));
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
      (over) => this.readingAll((reading) => action(new QdrantReads(reading)), over),
      options,
    );
  }

  async *texts(name: string, { signal, ...sample }: TextsOptions): AsyncIterable<DocumentTexts> {
    const ids = await this.reading(name, (view) => read.sampleDocuments(view, sample), signal);
    for (const id of ids) {
      const texts = await this.reading(name, (view) => read.readTexts(view, id), signal);
      if (texts) yield texts;
    }
  }

  original(name: string, documentId: string): Promise<Uint8Array | undefined> {
    return this.reading(name, (view) => read.readOriginal(view, documentId));
  }

  async *export(name: string, { documentIds, signal }: ExportOptions = {}): AsyncIterable<DocumentRecord> {
    const { wanted, embeddingModel } = await this.reading(name, async (view) => ({
      wanted: documentIds ?? (await read.referencesOf(view)),
      embeddingModel: view.state.embeddingModel,
    }));
    for (const reference of wanted) {
      signal?.throwIfAborted();
      const record = await this.reading(name, (view) => {
        requireModel(view.state, embeddingModel);
        return read.readRecord(view, reference);
      });
      if (record) yield record;
    }
  }

  /** Runs an action on one state. @throws CollectionNotFoundError; the signal's reason. */
  private reading<Result>(
    name: string,
    action: (view: View) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.readingAll((reading) => reading(name, action), signal);
  }

  /**
   * Runs an action on one state of each collection that it reads. Where a change has taken points of one away meanwhile, it is
   * run again.
   * @throws CollectionNotFoundError; the signal's reason.
   */
  private async readingAll<Result>(
    action: (reading: Reading) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    let states: States = new Map();
    for (let attempt = 1; attempt <= mostReadings; attempt += 1) {
      states = new Map();
      const outcome = await settled(action(this.readingOf(states, signal)));
      signal?.throwIfAborted();
      if (!(await this.mayLackAny(states))) return resultOf(outcome);
    }
    return this.holding([...states.keys()].sort(), { action, states: new Map(), signal });
  }

  private readingOf(states: States, signal: AbortSignal | undefined): Reading {
    return async (name, action) => {
      signal?.throwIfAborted();
      const state = states.get(name) ?? this.registry.require(name);
      states.set(name, state);
      return action(this.viewOf(await state));
    };
  }

  private async mayLackAny(states: States): Promise<boolean> {
    for (const [name, found] of states) {
      const state = await found.catch(() => undefined); // one that was not there, as the action has heard
      if (state && mayLack(state, await this.registry.find(name))) return true;
    }
    return false;
  }

  /** Nobody else changes the collections meanwhile. All who hold several take them in the same order. */
  private async holding<Result>(
    [name, ...others]: readonly string[],
    { action, states, signal }: Held<Result>,
  ): Promise<Result> {
    if (name === undefined) return action(this.readingOf(states, signal));
    return this.changing(
      name,
      async (change, { state }) => {
        states.set(name, Promise.resolve(state));
        const result = await this.holding(others, { action, states, signal });
        await change.release();
        return result;
      },
      signal,
    );
  }

  /** @throws CollectionNotFoundError; the signal's reason when it is aborted before the change begins. */
  private changing<Result>(
    name: string,
    action: (change: Change, view: View) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.changes.run(name, (change) => action(change, this.viewOf(change.state)), signal);
  }

  private viewOf(state: CollectionState): View {
    return new View(this.registry.connection, state, this.memory);
  }

  /**
   * Gives the collection when its terms are of this program's analyser, and weighed by about the average length of now; where
   * they are not, they are made anew.
   */
  private async withOurTerms(name: string, signal?: AbortSignal): Promise<CollectionState> {
    const state = await this.registry.require(name);
    if (!hasOldTerms(state)) return state;
    await this.changing(
      name,
      (change, view) => (hasOldTerms(change.state) ? reanalyse(change, view) : change.release()),
      signal,
    );
    return this.registry.require(name);
  }
}

const hasOldTerms = (state: CollectionState) => hasOtherTerms(state) || hasOtherLength(state);

/** By the names of collections. */
type States = Map<string, Promise<CollectionState>>;

interface Held<Result> {
  readonly action: (reading: Reading) => Promise<Result>;
  readonly states: States;
  readonly signal: AbortSignal | undefined;
}

type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

const settled = <Result>(work: Promise<Result>): Promise<Outcome<Result>> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );

function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
