/**
 * Keeps collections of Chroma's like those of the database beside them:
 *
 *   change in SQLite ──▶ noted with it (mirror-tables) ──▶ told to Chroma ──▶ note removed
 *
 * One process at a time tells Chroma, so that what it hears last is what SQLite has. All of it may be done again.
 * A collection of Chroma's bears the mark of the last change by which something went: where that is none of ours, Chroma or
 * the database was restored from a copy, and the collection is made anew. Of what only came, the number of chunks tells.
 */
import { documentReference } from '../../util/ids/document-key.ts';
import { type CollectionRow, collectionRows } from '../sqlite/collections.ts';
import { readTransaction, whenFree, writeTransaction } from '../sqlite/database/connection.ts';
import type { SqlDatabase } from '../sqlite/database/driver.ts';
import { readChunks, readDocuments, readVectors } from '../sqlite/read/read.ts';
import type { ChromaEngine, Contents, Point } from './engine.ts';
import { isLoss } from './engine-errors.ts';
import { flatMetadata } from './flat-metadata.ts';
import type { FolderLock } from './folder-lock.ts';
import * as tables from './mirror-tables.ts';

/** Of 3,072 dimensions, 8 MB of JSON. */
const mostPoints = 500;

/** Between two tries that no change waits for. */
const pauseMs = 1_000;

/** Chunks that Chroma has yet to learn when the next change waits. */
const mostBehind = 2_000;

interface Batch {
  readonly changes: tables.Changes;
  readonly name: string | undefined;
  readonly removed: readonly string[];
  readonly points: readonly Point[];
}

/** A collection that Chroma has as it is. */
export interface Mirrored extends tables.MirrorState {
  readonly row: CollectionRow;
}

export class Mirror {
  private readonly database: SqlDatabase;
  private readonly engine: ChromaEngine;
  private readonly lock: FolderLock;
  /** Changes have come since the running `bringInLine` began, or there is none. */
  private isBehind = false;
  /** When telling last failed, in milliseconds. */
  private failedAt: number | undefined;
  private telling: Promise<void> | undefined;
  /** By name, the connection over which Chroma had the collection as it was told. */
  private readonly ours = new Map<string, number>();
  /** By name, the connection over which it had as many chunks as there are, too. */
  private readonly whole = new Map<string, number>();

  constructor(database: SqlDatabase, { engine, lock }: { engine: ChromaEngine; lock: FolderLock }) {
    this.database = database;
    this.engine = engine;
    this.lock = lock;
  }

  /**
   * Tells Chroma all that it has yet to learn.
   * @throws StoreError when it does not answer: what is left is told the next time.
   */
  async bringInLine(): Promise<void> {
    await this.engine.health();
    await this.lock.run(() => this.tellAll());
    this.failedAt = undefined;
  }

  /** As `bringInLineSoon`, where the last time failed and is a while ago. */
  tryAgainSoon(): void {
    if (this.failedAt !== undefined && performance.now() - this.failedAt > pauseMs) this.bringInLineSoon();
  }

  /** As `bringInLine`, without waiting for it: the next `whenReady` or `settle` does. */
  bringInLineSoon(): void {
    this.isBehind = true;
    this.telling ??= this.catchUp();
  }

  /**
   * Resolves when a change may be made: Chroma answers, and has not fallen far behind.
   * @throws StoreError when it does not answer.
   */
  async whenReady(): Promise<void> {
    await this.engine.health();
    if (this.failedAt !== undefined || tables.countChanges(this.database) > mostBehind) {
      await this.settle();
      if (this.failedAt !== undefined) await this.bringInLine();
    }
  }

  /** Resolves when what `bringInLineSoon` has begun has ended, one way or the other. */
  async settle(): Promise<void> {
    await this.telling;
  }

  /** A failure leaves the rest to the next time. */
  private async catchUp(): Promise<void> {
    try {
      while (this.isBehind) {
        this.isBehind = false;
        await this.bringInLine();
      }
    } catch {
      this.failedAt = performance.now();
    } finally {
      this.telling = undefined;
    }
  }

  /** Has the collections made anew that Chroma has not as they are, as far as `isWhole` sees. */
  async makeUnlikeAnew(): Promise<void> {
    await this.lock.run(async () => {
      for (const mirrored of this.mirrored()) await this.isWhole(mirrored);
      await this.tellAll();
    });
  }

  /**
   * Whether Chroma still has the collection as it was told, with as many chunks as there are: asked once for each
   * connection. Where it has not, the collection is soon made anew.
   */
  async isWhole(mirrored: Mirrored): Promise<boolean> {
    const { connection } = this.engine;
    const { name, row } = mirrored;
    if (this.whole.get(name) === connection) return true;
    const found = await this.contentsOf(name);
    const isLikeOurs = readTransaction(this.database, () =>
      this.isCurrent(mirrored)
        ? this.bearsOurMark(name, found) && found.chunks === tables.countChunks(this.database, row)
        : undefined,
    );
    if (isLikeOurs) this.whole.set(name, connection);
    if (isLikeOurs === false) {
      await this.giveUp(name);
      this.bringInLineSoon();
    }
    return isLikeOurs ?? false;
  }

  /** Whether neither the chunks nor their vectors have changed since. */
  isCurrent({ name, row, state }: Mirrored): boolean {
    const now = tables.stateOfMirror(this.database, row);
    return now?.name === name && now.state === state;
  }

  /** Has Chroma's collection made anew when it is told the next time. */
  async giveUp(name: string): Promise<void> {
    await this.writing(() => tables.giveUp(this.database, name));
  }

  /** Those of our collections that Chroma has as they are. */
  mirrored(): Mirrored[] {
    return readTransaction(this.database, () =>
      collectionRows(this.database).flatMap((row) => {
        const mirror = tables.stateOfMirror(this.database, row);
        return mirror ? [{ ...mirror, row }] : [];
      }),
    );
  }

  /** Asked once for each connection. Nobody else may tell Chroma meanwhile. */
  private async isOurs(name: string): Promise<boolean> {
    const { connection } = this.engine;
    if (this.ours.get(name) === connection) return true;
    const isOurs = this.bearsOurMark(name, await this.contentsOf(name));
    if (isOurs) this.ours.set(name, connection);
    return isOurs;
  }

  private bearsOurMark(name: string, found: Contents | undefined): found is Contents {
    return found !== undefined && tables.isOurMark(this.database, name, found.mark);
  }

  /** @returns `undefined` where Chroma has lost the collection. */
  private async contentsOf(name: string): Promise<Contents | undefined> {
    try {
      return await this.engine.contents(name);
    } catch (error) {
      if (isLoss(error)) return undefined;
      throw error;
    }
  }

  /** A collection that Chroma turns out to have lost is made anew, once. */
  private async tellAll(): Promise<void> {
    try {
      await this.tellWaiting();
    } catch (error) {
      if (!isLoss(error)) throw error;
      await this.tellWaiting();
    }
  }

  private async tellWaiting(): Promise<void> {
    for (const name of tables.namesInUse(this.database)) {
      if (!(await this.isOurs(name))) await this.giveUp(name);
    }
    for (const name of tables.namesOver(this.database)) {
      await this.engine.removeCollection(name);
      await this.writing(() => tables.forgetName(this.database, name));
    }
    for (const name of await this.writing(() => tables.adoptCollections(this.database))) {
      await this.engine.makeCollection(name);
    }
    const most = Math.min(mostPoints, await this.engine.mostPoints());
    for (let batch = this.nextBatch(most); batch; batch = this.nextBatch(most)) {
      const { changes } = batch;
      await this.tell(batch);
      await this.writing(() => tables.forgetChanges(this.database, changes));
    }
  }

  private nextBatch(most: number): Batch | undefined {
    return readTransaction(this.database, () => {
      const changes = tables.nextChanges(this.database, most);
      return changes && readBatch(this.database, changes);
    });
  }

  /** What was there goes first, since a new record would keep what the old one had and it has not. */
  private async tell({ changes, name, removed, points }: Batch): Promise<void> {
    if (name === undefined) return;
    try {
      if (changes.mark !== undefined) await this.engine.mark(name, changes.mark);
      if (removed.length > 0) await this.engine.remove(name, removed);
      if (points.length > 0) await this.engine.upsert(name, points);
    } catch (error) {
      if (isLoss(error)) await this.giveUp(name);
      throw error;
    }
  }

  private writing<Result>(action: () => Result): Promise<Result> {
    return whenFree(() => writeTransaction(this.database, action));
  }
}

function readBatch(database: SqlDatabase, changes: tables.Changes): Batch {
  const row = collectionRows(database).find(({ id }) => id === changes.collectionId);
  const removed = changes.chunks.filter(({ wasThere }) => wasThere).map(({ chunkId }) => chunkId);
  const chunkIds = changes.chunks.map(({ chunkId }) => chunkId);
  return {
    changes,
    name: row && tables.nameOf(database, row),
    removed,
    points: row ? readPoints(database, row, chunkIds) : [],
  };
}

function readPoints(database: SqlDatabase, row: CollectionRow, chunkIds: readonly string[]): Point[] {
  const chunks = readChunks(database, row, { chunkIds });
  const references = [...new Set(chunks.map(documentReference))];
  const documents = new Map(
    references.map((reference) => [reference, readDocuments(database, row, { documentIds: [reference] })[0]]),
  );
  const vectors = new Map(
    readVectors(database, row, chunkIds).map(({ chunkId, vector }) => [chunkId, vector]),
  );
  return chunks.flatMap((chunk) => {
    const document = documents.get(documentReference(chunk));
    const vector = vectors.get(chunk.chunkId);
    if (!document || !vector) return [];
    return [{ chunkId: chunk.chunkId, vector, metadata: flatMetadata(document, chunk) }];
  });
}
