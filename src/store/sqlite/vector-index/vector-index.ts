import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../../util/ids/hash.ts';
import { unlessAborted } from '../../../util/async/unless-aborted.ts';
import { type CollectionRow, stateOfVectors } from '../collections.ts';
import { stateOf } from '../database/database-state.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseIds } from '../database/id-list.ts';
import { unpackVector } from '../vectors/vectors.ts';
import { readMatrix, removeMatrices, writeMatrix } from './derived-file.ts';
import { VectorMatrix } from './matrix.ts';
import { quantizeRow } from './quantize.ts';
import type { Segment } from './segment.ts';

/** Below, reading the vectors themselves takes less than a tenth of a second. */
const fewestToSave = 10_000;
/** The file is written anew when this part of it has changed. */
const mostUnsaved = 0.1;
/** What one turn of the event loop reads: some 10 ms. */
const numbersPerRead = 400_000;
const idsPerRead = 50_000;

/** Where a collection's matrix is kept, and of which state of its vectors it is. */
interface IndexPlace {
  readonly key: string;
  /** Undefined for a store in memory. */
  readonly folder: string | undefined;
  /** Told which segments are no longer used. */
  readonly forget: (segments: VectorMatrix['segments']) => void;
}

/** What the collection's vectors are kept under: another key when all of them were replaced. */
export function keyOf(row: CollectionRow): string {
  return JSON.stringify([row.id, row.created_at, row.dimensions, stateOfVectors(row)]);
}

export function filePrefix(collectionId: number): string {
  return `vectors-${collectionId}-`;
}

/**
 * The matrix that a collection's searches scan. It is derived: before each use it is caught up with the database,
 * whoever has changed that, and it is kept in a file, which is read first. Row ids ascend with time and are never used
 * twice, and the vector beside one never changes while the key is the same; so new chunks are those above the last id
 * seen, and when the generation tells that some have gone, `removed_chunks`, or the ids that are left, say which.
 */
export class VectorIndex {
  readonly key: string;
  matrix: VectorMatrix;
  private readonly collectionId: number;
  private readonly folder: string | undefined;
  private readonly forget: IndexPlace['forget'];
  private generation = 0;
  /** Of the database when nothing was left to do. */
  private state: string | undefined;
  /** Until the file, if there is one, has been read. */
  private isOpen: boolean;
  /** Read from a file, and not yet compared with the database. */
  private isUnverified = false;
  /** Where looking for ids that are left has come to. */
  private sweep: { readonly generation: number; after: number } | undefined;
  private loading: Promise<void> | undefined;
  private saving: Promise<void> | undefined;
  /** Rows added and removed since the file was written or read. */
  private unsaved = 0;
  private isClosed = false;

  constructor(row: CollectionRow, { key, folder, forget }: IndexPlace) {
    this.key = key;
    this.folder = folder;
    this.forget = forget;
    this.collectionId = row.id;
    this.isOpen = folder === undefined;
    this.matrix = new VectorMatrix(row.dimensions);
  }

  /**
   * Goes on catching up, inside the caller's transaction, for some 10 ms; `true` when nothing is left to do.
   * `false` also before `load` was called for the first time.
   */
  advance(database: SqlDatabase, row: CollectionRow): boolean {
    if (!this.isOpen) return false;
    const state = stateOf(database);
    if (state === this.state) return true;
    if (row.generation < this.generation) this.reset();
    if (row.generation !== this.generation && !this.forgetRemoved(database, row)) return false;
    if (!this.readNew(database, row)) return false;
    if (this.isUnverified && !matchesDatabase(database, this.matrix)) {
      this.reset();
      return false;
    }
    this.isUnverified = false;
    this.state = state;
    return true;
  }

  /**
   * Reads the file, then calls `advance` until it is true, letting the event loop turn. Calls at the same time share
   * the work; a signal ends the waiting of one of them only.
   */
  async load(advance: () => boolean, signal?: AbortSignal): Promise<void> {
    this.loading ??= this.catchUp(advance).finally(() => (this.loading = undefined));
    await unlessAborted(this.loading, signal);
  }

  /** Forgets everything: the next search reads the vectors anew. For a matrix that contradicts the database. */
  reset(): void {
    this.forget(this.matrix.segments);
    this.matrix = new VectorMatrix(this.matrix.dimensions);
    this.generation = 0;
    this.state = undefined;
    this.isUnverified = false;
    this.sweep = undefined;
  }

  /** Begins to write the file where much has changed since. */
  saveWhenDue(): void {
    const { count } = this.matrix;
    if (this.folder === undefined || this.saving || this.isClosed) return;
    if (count < fewestToSave || this.unsaved < mostUnsaved * count) return;
    this.unsaved = 0;
    // Where it cannot be written, the next to open the store reads the vectors themselves.
    this.saving = this.save(this.folder)
      .catch(() => undefined)
      .finally(() => (this.saving = undefined));
  }

  /** Resolves when the file that is being written is there. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.saving;
  }

  private async catchUp(advance: () => boolean): Promise<void> {
    if (!this.isOpen) await this.open();
    while (!this.isClosed && !advance()) await nextTurn();
  }

  private async open(): Promise<void> {
    const saved = this.folder && (await readMatrix(this.fileIn(this.folder), this.key));
    if (saved) {
      this.matrix = saved.matrix;
      this.generation = saved.generation;
      this.isUnverified = true;
    }
    this.isOpen = true;
  }

  private async save(folder: string): Promise<void> {
    const file = this.fileIn(folder);
    await writeMatrix(file, this.key, { matrix: this.matrix, generation: this.generation });
    await removeMatrices(folder, filePrefix(this.collectionId), path.basename(file));
  }

  private fileIn(folder: string): string {
    return path.join(folder, `${filePrefix(this.collectionId)}${sha256(this.key).slice(0, 16)}.bin`);
  }

  private readNew(database: SqlDatabase, row: CollectionRow): boolean {
    const { matrix } = this;
    const limit = Math.max(16, Math.floor(numbersPerRead / matrix.dimensions));
    const rows = database
      .prepare(
        `SELECT c.id, v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id
         WHERE c.collection_id = ?1 AND c.id > ?2 ORDER BY c.id LIMIT ?3`,
      )
      .all<{ id: number; vector: Uint8Array }>([row.id, matrix.lastId, limit]);
    for (const { id, vector } of rows) matrix.append(id, unpackVector(vector));
    this.unsaved += rows.length;
    return rows.length < limit;
  }

  /** Tells whether all that have gone are forgotten. */
  private forgetRemoved(database: SqlDatabase, row: CollectionRow): boolean {
    const removed = this.sweep ? undefined : this.removedBefore(database, row);
    if (removed) {
      this.unsaved += this.matrix.remove(removed);
      this.generation = row.generation;
    } else this.sweepOnce(database, row);
    if (!this.saving) this.matrix.compact();
    return this.generation === row.generation;
  }

  private removedBefore(database: SqlDatabase, row: CollectionRow): Float64Array | undefined {
    return this.matrix.lastId === 0 ? new Float64Array(0) : removedSince(database, row, this.generation);
  }

  /** Forgets, up to a next id, what is not among the ids that are left. */
  private sweepOnce(database: SqlDatabase, row: CollectionRow): void {
    this.sweep ??= { generation: row.generation, after: 0 };
    const { after, generation } = this.sweep;
    const left = database
      .prepare(
        `SELECT group_concat(id) AS ids FROM
         (SELECT id FROM chunks WHERE collection_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3)`,
      )
      .get<{ ids: Uint8Array | null }>([row.id, after, idsPerRead]);
    const ids = parseIds(left?.ids);
    const isEnd = ids.length < idsPerRead;
    this.unsaved += this.matrix.keepOnly(ids, { after, to: isEnd ? Infinity : (ids.at(-1) ?? 0) });
    this.sweep.after = ids.at(-1) ?? after;
    if (!isEnd) return;
    // What went meanwhile has a later generation.
    this.generation = generation;
    this.sweep = undefined;
  }
}

/**
 * Row ids of the chunks that have gone since the collection had the generation `since`, in no particular order;
 * `undefined` when that is longer ago than is known.
 */
function removedSince(
  database: SqlDatabase,
  collection: CollectionRow,
  since: number,
): Float64Array | undefined {
  const row = database
    .prepare(
      `SELECT min(generation) AS first, group_concat(chunk) FILTER (WHERE generation >= ?2) AS ids
       FROM removed_chunks WHERE collection_id = ?1`,
    )
    .get<{ first: number | null; ids: Uint8Array | null }>([collection.id, since]);
  if (row?.first == null || row.first > since) return undefined;
  return parseIds(row.ids);
}

const sampledRows = 32;

/**
 * Whether some rows of each segment, its first and last among them, are what the database has of their chunks: not so
 * when the database was put back to an earlier state and went on from there.
 */
function matchesDatabase(database: SqlDatabase, matrix: VectorMatrix): boolean {
  return matrix.segments.every((segment) =>
    sampleOf(segment.count).every((row) => isStored(database, segment, row)),
  );
}

function sampleOf(count: number): number[] {
  const last = count - 1;
  const rows = Array.from({ length: sampledRows }, (_, index) =>
    Math.round((index / (sampledRows - 1)) * last),
  );
  return [...new Set(rows)];
}

function isStored(database: SqlDatabase, segment: Segment, row: number): boolean {
  if (segment.isGone(row)) return true;
  const stored = database
    .prepare('SELECT vector FROM vectors WHERE chunk = ?')
    .get<{ vector: Uint8Array }>([segment.rowIds[row] as number]);
  if (!stored) return false;
  const half = segment.stride / 2;
  const expected = { high: new Uint8Array(half), low: new Uint8Array(half) };
  const quantized = quantizeRow(unpackVector(stored.vector), expected);
  const { high, low } = segment.planesOf(row);
  return (
    quantized?.scale === segment.scales[row] &&
    quantized?.error === segment.errors[row] &&
    expected.high.every((byte, index) => byte === high[index]) &&
    expected.low.every((byte, index) => byte === low[index])
  );
}
