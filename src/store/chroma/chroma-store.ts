/**
 * Chroma: the SQLite store, with the vectors in Chroma too. SQLite decides; Chroma names what is near.
 *
 * Triggers note what Chroma has yet to learn, in the transaction of the change (mirror-tables.ts). One process at a time tells it
 * (mirror.ts, folder-lock.ts), and a note goes when Chroma has answered; telling twice does no harm. Chroma's collection has
 * the mark of the last change by which something went, so that a restored copy is noticed.
 * What Chroma names is scored by SQLite. SQLite searches alone where something is noted, more than about 90 chunks are wanted,
 * a filter or the choice of versions leaves some out, too few are named, or ties go on.
 * engine.ts is all that knows the client, local-server.ts the server of `chroma:<folder>`.
 */
import { join } from 'node:path';
import type { ReembedRequest } from '../collection-model.ts';
import type { StoreMaintenance } from '../maintenance.ts';
import { readTransaction, whenFree, writeTransaction } from '../sqlite/database/connection.ts';
import { createMaintenance } from '../sqlite/maintenance/maintenance.ts';
import type { StoreFiles } from '../sqlite/maintenance/store-files.ts';
import { openFiles, SqliteStore } from '../sqlite/sqlite-store.ts';
import type {
  ChangeCounts,
  MetadataUpdate,
  ScoredChunk,
  StoreChange,
  VectorScope,
  WatchedOptions,
  WriteOptions,
} from '../store.ts';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import { parseAddress } from './address.ts';
import { checkMirror } from './check-mirror.ts';
import { isLoss } from './engine-errors.ts';
import { ChromaEngine, searchWidth } from './engine.ts';
import { serverFinder, type ServerFinder } from './find-server.ts';
import { FolderLock } from './folder-lock.ts';
import { Mirror, type Mirrored } from './mirror.ts';
import { countChunks, makeMirrorTables, stateOfMirror } from './mirror-tables.ts';
import { allowedChunks } from '../sqlite/filter/scope.ts';
import { type CollectionRow, findCollection } from '../sqlite/collections.ts';
import { hasDirection } from '../sqlite/search/cosine.ts';
import type { SqlDatabase } from '../sqlite/database/driver.ts';

/**
 * Opens the store of `chroma://host:8000?beside=./folder`, or of `chroma:./folder` with a server of its own, and tells
 * Chroma what it has yet to learn.
 *
 * @throws ConfigError for another URL, or where a package is missing; StoreError when Chroma does not answer, or the
 * folder cannot be used.
 */
export async function openChromaStore(url: string, options?: WatchedOptions): Promise<ChromaStore> {
  const address = parseAddress(url);
  const { location, beside, server } = address;
  const finder = serverFinder(address);
  const engine = await ChromaEngine.open(location, finder.find);
  if (server) await engine.health(); // before a folder is made
  const files = await openFiles(`sqlite:${beside}`, options);
  const lock = new FolderLock(join(beside, 'chroma.lock'));
  const store = new ChromaStore(location, { files, engine, finder, lock });
  try {
    await whenFree(() => writeTransaction(files.database, () => makeMirrorTables(files.database)));
    await store.bringInLine();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface ChromaParts {
  readonly files: StoreFiles;
  readonly engine: ChromaEngine;
  readonly finder: ServerFinder;
  readonly lock: FolderLock;
}

/** More than scores of Chroma's differ from ours. */
const rounding = 1e-6;

/**
 * A store over SQLite that has the vectors in Chroma too, and asks it which are near. SQLite decides: what Chroma names is
 * checked and scored here, and where Chroma has something to learn, or names too little, SQLite searches by itself.
 *
 * A change is made when SQLite has it; Chroma has to answer before, and learns of it afterwards, many changes at a time.
 */
export class ChromaStore extends SqliteStore {
  override readonly maintenance: StoreMaintenance;
  private readonly engine: ChromaEngine;
  private readonly finder: ServerFinder;
  private readonly lock: FolderLock;
  private readonly mirror: Mirror;

  constructor(location: string, { files, engine, finder, lock }: ChromaParts) {
    super(location, files);
    this.engine = engine;
    this.finder = finder;
    this.lock = lock;
    this.mirror = new Mirror(files.database, { engine, lock });
    const { check, vacuum, ...maintenance } = createMaintenance(files);
    const parts = { database: files.database, engine, mirror: this.mirror };
    this.maintenance = {
      ...maintenance,
      check: async (options) => {
        const checked = await check(options);
        return { ...checked, problems: [...checked.problems, ...(await checkMirror(parts, options))] };
      },
      vacuum: async (options) => {
        const result = await vacuum(options);
        if (await this.emptied()) await this.bringInLine();
        return result;
      },
    };
  }

  /** @throws StoreError when Chroma does not answer. */
  async bringInLine(): Promise<void> {
    await this.mirror.bringInLine();
    await this.mirror.makeUnlikeAnew();
  }

  /** Chroma's own files keep the metadata of what was removed: where they are ours, they are made anew. */
  private async emptied(): Promise<boolean> {
    await this.mirror.settle();
    return this.finder.empty();
  }

  /** Resolves when Chroma has learnt what has been written, or does not answer. */
  async settle(): Promise<void> {
    await this.mirror.settle();
  }

  override async health(): Promise<void> {
    await super.health();
    await this.engine.health();
  }

  override async close(): Promise<void> {
    await this.mirror.settle();
    await super.close();
    await this.finder.close();
    this.lock.close();
  }

  override removeCollection(name: string, options?: WriteOptions): Promise<void> {
    return this.changing(() => super.removeCollection(name, options));
  }

  override write(collection: string, change: StoreChange, options?: WriteOptions): Promise<ChangeCounts> {
    return this.changing(() => super.write(collection, change, options));
  }

  override updateMetadata(
    collection: string,
    update: MetadataUpdate,
    options?: WriteOptions,
  ): Promise<number> {
    return this.changing(() => super.updateMetadata(collection, update, options));
  }

  override reembed(collection: string, request: ReembedRequest): Promise<number> {
    return this.changing(() => super.reembed(collection, request));
  }

  override async searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    scope.signal?.throwIfAborted();
    const plan = scope.among
      ? undefined
      : readTransaction(this.database, () => planSearch(this.database, vector, scope));
    const hits = plan && (await this.searchChroma(plan, vector, scope));
    if (!hits) this.mirror.tryAgainSoon();
    return hits ?? super.searchVector(vector, scope);
  }

  /** @returns `undefined` where others may be better, or the collection has changed meanwhile. */
  private async searchChroma(
    plan: SearchPlan,
    vector: Float32Array,
    scope: VectorScope,
  ): Promise<readonly ScoredChunk[] | undefined> {
    const { chunks, name, asked } = plan;
    const limit = Math.min(scope.limit, chunks);
    const isCurrent = () => this.mirror.isCurrent(plan);
    try {
      if (!(await unlessAborted(this.mirror.isWhole(plan), scope.signal))) return undefined;
      const among = await unlessAborted(this.engine.nearest(name, vector, asked), scope.signal);
      const scored = await super.searchVector(vector, { ...scope, among, limit: among.length });
      const areAll = scored.length === chunks;
      return isCurrent() && (areAll || hasBest(scored, limit)) ? scored.slice(0, limit) : undefined;
    } catch (error) {
      if (isCurrent() && !isLoss(error)) throw error;
      return undefined; // Chroma was asked for what has gone, or has lost it: the next search asks how much is there
    }
  }

  private async changing<Result>(change: () => Promise<Result>): Promise<Result> {
    await this.mirror.whenReady();
    const result = await change();
    this.mirror.bringInLineSoon();
    return result;
  }
}

/** Whether what was not named is worse than the hits that are wanted: some of what was named are. */
function hasBest(scored: readonly ScoredChunk[], limit: number): boolean {
  const [worst, last] = [scored[limit - 1], scored.at(-1)];
  return worst !== undefined && last !== undefined && last.score < worst.score - rounding;
}

/** What Chroma is to be asked. */
interface SearchPlan extends Mirrored {
  /** How many chunks there are. */
  readonly chunks: number;
  /** How many of them Chroma is to name. */
  readonly asked: number;
}

/** Of more, Chroma misses more: the last of them are near the edge of what its index looks at. */
const mostAsked = searchWidth / 8;
/** Of chunks beyond those that are wanted: as many may be as near as the last of these. */
const tied = 4;

/**
 * Inside the caller's transaction. Chroma is asked where all chunks are allowed: leaving some out takes it a hundred times as
 * long as SQLite, which does it exactly.
 *
 * @returns `undefined` when SQLite is to search: some are left out, Chroma has something to learn, or would have to name too many.
 */
function planSearch(database: SqlDatabase, vector: Float32Array, scope: VectorScope): SearchPlan | undefined {
  const row = findCollection(database, scope.collection);
  if (!row || !fits(row, vector, scope)) return undefined;
  const mirror = stateOfMirror(database, row);
  if (!mirror || allowedChunks(database, row, scope)) return undefined;
  const chunks = countChunks(database, row);
  const asked = Math.min(chunks, scope.limit + tied);
  return asked > mostAsked ? undefined : { ...mirror, row, chunks, asked };
}

/** Where it does not, SQLite says why. */
function fits(row: CollectionRow, vector: Float32Array, { embeddingModel, limit }: VectorScope): boolean {
  const isOfModel = embeddingModel === undefined || embeddingModel === row.embedding_model;
  return isOfModel && vector.length === row.dimensions && hasDirection(vector) && limit > 0;
}
