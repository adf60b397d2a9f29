/**
 * Keeps collections of Chroma's like those of the database beside them:
 *
 *   change in SQLite ──▶ noted with it (mirror-tables) ──▶ told to Chroma ──▶ note removed
 *
 * One process at a time tells Chroma, so that what it hears last is what SQLite has. All of it may be done again.
 */
import { documentReference } from '../../util/document-key.ts';
import type { CollectionRow } from '../sqlite/collections.ts';
import { readTransaction, whenFree, writeTransaction } from '../sqlite/connection.ts';
import type { SqlDatabase } from '../sqlite/driver.ts';
import { readChunks, readDocuments, readVectors } from '../sqlite/read.ts';
import type { ChromaEngine, Point } from './engine.ts';
import { flatMetadata } from './flat-metadata.ts';
import type { FolderLock } from './folder-lock.ts';
import * as tables from './mirror-tables.ts';

/** Of 3,072 dimensions, 8 MB of JSON. */
const mostPoints = 500;

/** Chunks that Chroma has yet to learn when the next change waits. */
const mostBehind = 2_000;

interface Batch {
  readonly changes: tables.Changes;
  readonly name: string | undefined;
  readonly removed: readonly string[];
  readonly points: readonly Point[];
}

/** A collection that Chroma has as it is. */
export interface Mirrored {
  /** In Chroma. */
  readonly name: string;
  readonly row: CollectionRow;
  /** @see stateOfMirror */
  readonly state: number;
  readonly chunks: number;
}

export class Mirror {
  private readonly database: SqlDatabase;
  private readonly engine: ChromaEngine;
  private readonly lock: FolderLock;
  /** Changes have come since the running `bringInLine` began, or there is none. */
  private isBehind = false;
  private hasFailed = false;
  private telling: Promise<void> | undefined;

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
    this.hasFailed = false;
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
    if (this.hasFailed || tables.countChanges(this.database) > mostBehind) {
      await this.settle();
      if (this.hasFailed) await this.bringInLine();
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
      this.hasFailed = true;
    } finally {
      this.telling = undefined;
    }
  }

  /** Has the collections made anew that Chroma has lost, or of which it has more or fewer chunks than there are. */
  async makeUnlikeAnew(): Promise<void> {
    await this.lock.run(async () => {
      for (const { name, row, state, chunks } of this.mirrored()) {
        const found = await this.engine.count(name);
        if (found !== chunks && this.stateOf(row) === state) await this.giveUp(name);
      }
      await this.tellAll();
    });
  }

  /** Has Chroma's collection made anew when it is told the next time. */
  async giveUp(name: string): Promise<void> {
    await this.writing(() => tables.giveUp(this.database, name));
  }

  /** Those of our collections that Chroma has as they are. */
  mirrored(): Mirrored[] {
    return readTransaction(this.database, () =>
      allRows(this.database).flatMap((row) => {
        const name = tables.nameOf(this.database, row);
        const state = this.stateOf(row);
        if (name === undefined || state === undefined) return [];
        return [{ name, row, state, chunks: tables.countChunks(this.database, row) }];
      }),
    );
  }

  /** @see stateOfMirror */
  stateOf(row: CollectionRow): number | undefined {
    return tables.stateOfMirror(this.database, row);
  }

  private async tellAll(): Promise<void> {
    for (const name of tables.namesOver(this.database)) {
      await this.engine.removeCollection(name);
      await this.writing(() => tables.forgetName(this.database, name));
    }
    await this.writing(() => tables.adoptCollections(this.database));
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
  private async tell({ name, removed, points }: Batch): Promise<void> {
    if (name === undefined) return;
    if (removed.length > 0) await this.engine.remove(name, removed);
    if (points.length > 0) await this.engine.upsert(name, points);
  }

  private writing(action: () => void): Promise<void> {
    return whenFree(() => writeTransaction(this.database, action));
  }
}

function readBatch(database: SqlDatabase, changes: tables.Changes): Batch {
  const row = allRows(database).find(({ id }) => id === changes.collectionId);
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
  const chunks = readChunks(database, row, chunkIds);
  const references = [...new Set(chunks.map(documentReference))];
  const documents = new Map(
    references.map((reference) => [reference, readDocuments(database, row, [reference])[0]]),
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

function allRows(database: SqlDatabase): CollectionRow[] {
  return database.prepare('SELECT * FROM collections ORDER BY name').all<CollectionRow>();
}
