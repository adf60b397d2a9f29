import { setImmediate as nextTurn } from 'node:timers/promises';
import { Slots } from '../../util/slots.ts';
import { requireModel, requireDimensions } from '../collection-model.ts';
import type { ScoredChunk, VectorScope } from '../store.ts';
import type { CollectionAccess } from './collection-access.ts';
import { type CollectionRow, modelOf } from './collections.ts';
import { vectorsDoNotFit } from './engine-errors.ts';
import { beginVectorSearch, finishVectorSearch, isCurrent, type VectorSearch } from './search-vector.ts';
import type { VectorIndex } from './vector-index/vector-index.ts';
import { fewestForThreads } from './vector-index/scan.ts';
import { VectorIndexes } from './vector-index/vector-indexes.ts';
import { allowedChunks } from './scope.ts';
import { cosine, hasDirection, normOf } from './cosine.ts';
import type { SqlDatabase } from './driver.ts';
import { mostVectorsAtOnce, storedVectors } from './stored-vectors.ts';
import { compareScored } from './scored-chunks.ts';

/** A matrix made anew fits the stored vectors unless others keep writing, or these are damaged. */
const mostLoads = 20;

interface Begun {
  readonly index: VectorIndex;
  readonly search: VectorSearch | undefined;
}

interface Outcome {
  readonly index: VectorIndex;
  /** `undefined` when the index is to be loaded first. */
  readonly hits: readonly ScoredChunk[] | undefined;
}

/** Searches the vectors of an open store's collections. */
export class VectorSearches {
  private readonly access: CollectionAccess;
  private readonly indexes: VectorIndexes;
  /** One scan of a collection at a time, by its name: the memory of a segment has one job. */
  private readonly turns = new Map<string, { readonly scan: Slots; searches: number }>();
  /** One search ends after the other: its hits may be the threshold of the next. */
  private readonly ends = new Slots(1);

  constructor(access: CollectionAccess) {
    this.access = access;
    this.indexes = new VectorIndexes(access.database);
  }

  /** @throws CollectionNotFoundError, EmbeddingModelMismatchError, EmbeddingDimensionError, the signal's reason. */
  async search(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    const { database, reading } = this.access;
    if (isForEach(scope)) return reading(scope.collection, (row) => this.scoreEach(row, vector, scope));
    for (let loads = 0; loads < mostLoads; loads += 1) {
      const { index, hits } = await this.inTurn(scope, () => this.searchOnce(vector, scope));
      if (hits) return hits;
      const advance = (row: CollectionRow) => this.indexes.of(row) !== index || index.advance(database, row);
      await index.load(() => reading(scope.collection, advance), scope.signal);
    }
    throw vectorsDoNotFit(database.location, scope.collection);
  }

  /** For a collection that was removed. */
  async remove(collectionId: number): Promise<void> {
    await this.indexes.remove(collectionId);
  }

  /** After the searches that have begun. */
  async close(): Promise<void> {
    await Promise.all([...this.turns.values()].map(({ scan }) => scan.take()));
    await this.indexes.close();
  }

  /** After the other searches of the collection. */
  private async inTurn<Result>(
    { collection, signal }: VectorScope,
    search: () => Promise<Result>,
  ): Promise<Result> {
    const turn = this.turns.get(collection) ?? { scan: new Slots(1), searches: 0 };
    this.turns.set(collection, turn);
    turn.searches += 1;
    try {
      return await turn.scan.run(search, signal);
    } finally {
      turn.searches -= 1;
      if (turn.searches === 0) this.turns.delete(collection);
    }
  }

  /**
   * While other threads work at a long scan the event loop turns, so that other long scans begin and a keyword search
   * has this one. When the database has changed meanwhile, the search is made again, in one turn: hits are of one
   * state of the database.
   */
  private async searchOnce(vector: Float32Array, scope: VectorScope): Promise<Outcome> {
    const { database, reading } = this.access;
    scope.signal?.throwIfAborted();
    const begin = (row: CollectionRow) => this.begin(row, vector, scope);
    const first = isRestricted(scope)
      ? undefined
      : reading(scope.collection, (row) => (this.takesLong(row) ? begin(row) : undefined));
    if (first) {
      // A keyword search that is asked for together with this one lets the loop turn once.
      await nextTurn();
      await nextTurn();
    }
    return this.atTheEnd(() => {
      scope.signal?.throwIfAborted();
      return reading(scope.collection, (row) => {
        const { index, search } = first?.search && isCurrent(database, first.search) ? first : begin(row);
        return { index, hits: search && finishVectorSearch(database, search) };
      });
    });
  }

  /** A search that has waited for another one ends when that has handed over its hits. */
  private atTheEnd<Result>(finish: () => Result): Promise<Result> {
    const waits = this.ends.areTaken;
    return this.ends.run(async () => {
      if (waits) await nextTurn();
      return finish();
    });
  }

  /** Of many rows: there other threads, without the thresholds of the calling one, do more than with it. */
  private takesLong(row: CollectionRow): boolean {
    return this.indexes.of(row).matrix.count >= fewestForThreads;
  }

  private scoreEach(row: CollectionRow, vector: Float32Array, scope: EachScope): ScoredChunk[] {
    requireScopeModel(row, scope);
    return scoreEach(this.access.database, row, { vector, scope });
  }

  private begin(row: CollectionRow, vector: Float32Array, scope: VectorScope): Begun {
    requireScopeModel(row, scope);
    const index = this.indexes.of(row);
    const { threads } = this.indexes;
    return { index, search: beginVectorSearch(this.access.database, row, { vector, scope, index, threads }) };
  }
}

function isRestricted({ filter, constraint, versions, among }: VectorScope): boolean {
  return [filter, constraint, versions, among].some((part) => part !== undefined);
}

function requireScopeModel(row: CollectionRow, { embeddingModel }: VectorScope): void {
  if (embeddingModel !== undefined) requireModel(modelOf(row), embeddingModel);
}

/** Chunks by name, each of which is wanted: no scan finds fewer of them. */
type EachScope = VectorScope & Required<Pick<VectorScope, 'among'>>;

function isForEach(scope: VectorScope): scope is EachScope {
  return scope.among !== undefined && scope.among.length <= scope.limit;
}

/**
 * The chunks among those named that the scope allows, with their cosines, best first: from the stored vectors, as they
 * are few.
 *
 * @throws EmbeddingDimensionError
 */
function scoreEach(
  database: SqlDatabase,
  collection: CollectionRow,
  { vector, scope }: { readonly vector: Float32Array; readonly scope: EachScope },
): ScoredChunk[] {
  requireDimensions(modelOf(collection), vector);
  scope.signal?.throwIfAborted();
  if (!hasDirection(vector)) return [];
  const ids = allowedChunks(database, collection, scope) ?? new Float64Array();
  const norm = normOf(vector);
  const scored: ScoredChunk[] = [];
  for (let start = 0; start < ids.length; start += mostVectorsAtOnce) {
    const some = [...ids.subarray(start, start + mostVectorsAtOnce)];
    for (const { chunkId, vector: stored } of storedVectors(database, some).values()) {
      const score = cosine(vector, norm, stored);
      if (!Number.isNaN(score)) scored.push({ chunkId, score });
    }
  }
  return scored.sort(compareScored);
}
