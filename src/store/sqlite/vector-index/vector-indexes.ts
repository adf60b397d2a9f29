import path from 'node:path';
import { type CollectionRow, collectionRows } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { removeMatrices, removeOtherMatrices } from './derived-file.ts';
import { ScanThreads } from './scan-threads.ts';
import { filePrefix, keyOf, VectorIndex } from './vector-index.ts';

/** The folder beside the database for what can be made anew from it; `undefined` for a database in memory. */
function derivedFolder({ location }: SqlDatabase): string | undefined {
  return location === ':memory:' ? undefined : path.join(path.dirname(location), 'derived');
}

/** Removes the files that have vectors of chunks, or of collections, that are no longer there. */
export async function removeOutdatedMatrices(database: SqlDatabase): Promise<void> {
  const folder = derivedFolder(database);
  if (folder === undefined) return;
  const rows = collectionRows(database);
  await removeOtherMatrices(folder, new Map(rows.map((row) => [keyOf(row), row.generation])));
}

/** The matrices of a store's collections, and the threads that scan them. */
export class VectorIndexes {
  readonly threads = new ScanThreads();
  private readonly folder: string | undefined;
  /** By collection row id; ids are never used twice. */
  private readonly indexes = new Map<number, VectorIndex>();

  constructor(database: SqlDatabase) {
    this.folder = derivedFolder(database);
  }

  /** Another one when all vectors of the collection have been replaced. */
  of(row: CollectionRow): VectorIndex {
    const key = keyOf(row);
    const known = this.indexes.get(row.id);
    if (known?.key === key) return known;
    void this.drop(row.id);
    const forget: ScanThreads['forget'] = (segments) => this.threads.forget(segments);
    const index = new VectorIndex(row, { key, folder: this.folder, forget });
    this.indexes.set(row.id, index);
    return index;
  }

  /** For a collection that was removed. */
  async remove(collectionId: number): Promise<void> {
    await this.drop(collectionId);
    if (this.folder !== undefined) await removeMatrices(this.folder, filePrefix(collectionId));
  }

  async close(): Promise<void> {
    await Promise.all([...this.indexes.keys()].map((id) => this.drop(id)));
    await this.threads.stop();
  }

  private async drop(collectionId: number): Promise<void> {
    const index = this.indexes.get(collectionId);
    this.indexes.delete(collectionId);
    if (!index) return;
    this.threads.forget(index.matrix.segments);
    await index.close();
  }
}
