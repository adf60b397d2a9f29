import { setImmediate as nextTurn } from 'node:timers/promises';
import { Slots } from '../../../util/async/slots.ts';
import { requireModel, requireDimensions } from '../../collection-model.ts';
import type { ScoredChunk, VectorScope, SearchScope } from '../../store.ts';
import type { CollectionAccess } from './collection-access.ts';
import { type CollectionRow, modelOf } from '../collections.ts';
import { vectorsDoNotFit } from '../database/engine-errors.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import {
  fewestForThreads,
  beginScan,
  finishScan,
  type RunningScan,
  type Finds,
} from '../vector-index/scan.ts';
import { VectorIndexes } from '../vector-index/vector-indexes.ts';
import { allowedChunks } from '../filter/scope.ts';
import { cosine, hasDirection, normOf } from './cosine.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { mostVectorsAtOnce, storedVectors } from '../vectors/stored-vectors.ts';
import { bestFirst, inOrder } from '../../read/orders.ts';
import { stateOf } from '../database/database-state.ts';
import { allowedRows } from '../vector-index/allowed-rows.ts';
import { quantizeQuery } from '../vector-index/quantize.ts';
import type { ScanThreads } from '../vector-index/scan-threads.ts';
import { lowestOfTop } from '../../../util/lists/top-positions.ts';

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
    if (isForEach(scope))
      return reading(scope.collection, (row) => scoreEach(database, row, { vector, scope }));
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
    // Of many rows other threads, without the thresholds of this one, do more than with it.
    const beginLong = (row: CollectionRow) =>
      this.indexes.of(row).matrix.count >= fewestForThreads ? begin(row) : undefined;
    const first = isRestricted(scope) ? undefined : reading(scope.collection, beginLong);
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
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError
 */
function scoreEach(
  database: SqlDatabase,
  collection: CollectionRow,
  { vector, scope }: { readonly vector: Float32Array; readonly scope: EachScope },
): ScoredChunk[] {
  requireScopeModel(collection, scope);
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
  return scored.sort(bestFirst);
}

interface VectorRequest {
  readonly vector: Float32Array;
  readonly scope: SearchScope;
  readonly index: VectorIndex;
  readonly threads: ScanThreads;
}

/** A search that is to be finished, and what it has seen. */
interface VectorSearch {
  readonly request: VectorRequest;
  readonly scan: RunningScan;
  /** The query's part of the bounds. */
  readonly slack: number;
  /** Of the database when the search began. */
  readonly state: string;
}

/**
 * Begins to look for the chunks nearest to the vector by cosine, exactly: every allowed chunk is compared, first in
 * few bits, then, where that leaves open whether it is among the best, in full. Costs a pass over the allowed rows of
 * the matrix.
 *
 * @returns `undefined` when the index is not up to date: it is to be loaded first.
 * @throws EmbeddingDimensionError
 */
function beginVectorSearch(
  database: SqlDatabase,
  collection: CollectionRow,
  request: VectorRequest,
): VectorSearch | undefined {
  const { vector, scope, index, threads } = request;
  requireDimensions(modelOf(collection), vector);
  if (!index.advance(database, collection)) return undefined;
  index.saveWhenDue();
  const allowed = allowedChunks(database, collection, scope);
  scope.signal?.throwIfAborted();
  const { matrix } = index;
  const query = quantizeQuery(vector);
  const lists = allowed && allowedRows(matrix, allowed);
  const segments = hasDirection(vector) && scope.limit > 0 ? matrix.segments : [];
  const floor = floorOf(scope, query.slack);
  const running = beginScan(segments, { query, limit: scope.limit, floor, lists, threads });
  return { request, scan: running, slack: query.slack, state: stateOf(database) };
}

/** More than a cosine loses in the precision of the scan. */
const rounding = 1e-6;

/** What an approximate score and its error reach where the exact score is as high as that. */
function floorOf({ atLeast }: SearchScope, slack: number): number {
  return (atLeast?.() ?? -Infinity) - slack - rounding;
}

/** Whether what the search has seen is still so. */
function isCurrent(database: SqlDatabase, { state }: VectorSearch): boolean {
  return stateOf(database) === state;
}

/**
 * In the transaction that the search began in, or in a later one where it is current.
 *
 * @returns best first; `undefined` where the index contradicted the database: it has forgotten everything.
 */
function finishVectorSearch(
  database: SqlDatabase,
  { request, scan, slack }: VectorSearch,
): readonly ScoredChunk[] | undefined {
  const { vector, scope, index, threads } = request;
  const { limit } = scope;
  const finds = finishScan(scan, floorOf(scope, slack));
  const scored = rescore(database, finds, { vector, limit, slack });
  if (scored) return inOrder(scored, limit);
  threads.forget(scan.segments);
  index.reset();
  return undefined;
}

interface Candidate {
  readonly id: number;
  readonly approximate: number;
  /** Neither the exact score is above `approximate + bound` nor below `approximate − bound`. */
  readonly bound: number;
}

/** The bounds are narrow: few more than are wanted decide. */
const firstShare = 1.25;
const fewestAtOnce = 16;

/**
 * Reads the stored vectors of what a scan found, best bound first, and computes exact scores until no other can be
 * among the `limit` highest or equal to the lowest of them.
 *
 * @returns those that were read, in no order; `undefined` where a stored vector contradicts its row: the matrix is not of
 * this database.
 */
function rescore(
  database: SqlDatabase,
  finds: readonly Finds[],
  { vector, limit, slack }: { readonly vector: Float32Array; readonly limit: number; readonly slack: number },
): ScoredChunk[] | undefined {
  const candidates = candidatesOf(finds, slack);
  const norm = normOf(vector);
  const scored: ScoredChunk[] = [];
  while (scored.length < candidates.length) {
    const done = scored.length;
    const wanted = Math.max(fewestAtOnce, done === 0 ? Math.ceil(firstShare * limit) : done >> 1);
    const batch = candidates.slice(done, done + Math.min(wanted, mostVectorsAtOnce));
    const chunks = storedVectors(
      database,
      batch.map(({ id }) => id),
    );
    for (const { id, approximate, bound } of batch) {
      const stored = chunks.get(id);
      const score = stored?.vector.length === vector.length ? cosine(vector, norm, stored.vector) : NaN;
      if (!stored || !(Math.abs(score - approximate) <= bound)) return undefined;
      scored.push({ chunkId: stored.chunkId, score });
    }
    const next = candidates[scored.length];
    const scores = Float64Array.from(scored, ({ score }) => score);
    if (next && next.approximate + next.bound < lowestOfTop(scores, limit)) break;
  }
  return scored;
}

/** Highest bound first. */
function candidatesOf(finds: readonly Finds[], slack: number): Candidate[] {
  const candidates = finds.flatMap(({ segment, rows, scores }) =>
    rows.map((row, index) => ({
      id: segment.rowIds[row] as number,
      approximate: scores[index] as number,
      bound: (segment.errors[row] as number) + slack,
    })),
  );
  return candidates.sort((a, b) => b.approximate + b.bound - a.approximate - a.bound);
}
