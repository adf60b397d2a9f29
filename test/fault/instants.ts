import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';

/** A folder as a process that was killed before a statement would have left it. */
export interface Instant {
  readonly sql: string;
  readonly folder: string;
}

/**
 * Copies of a folder, below `target`, as it is before each statement: its files hold then what they would if the process
 * ended there. Of equal copies one is kept.
 */
export class Snapshots {
  readonly instants: Instant[] = [];
  private readonly seen = new Set<string>();
  private readonly folder: string;
  private readonly target: string;

  constructor(folder: string, target: string) {
    this.folder = folder;
    this.target = target;
  }

  take(sql: string): void {
    const hash = hashOf(this.folder);
    if (this.seen.has(hash)) return;
    this.seen.add(hash);
    const copy = path.join(this.target, String(this.instants.length));
    // The index of the log is in shared memory: a new process makes its own.
    cpSync(this.folder, copy, { recursive: true, filter: (source) => !source.endsWith('-shm') });
    this.instants.push({ sql, folder: copy });
  }
}

/** Runs an operation on the store in a folder and gives what it would have left at each instant. */
export async function instantsOf(
  folder: string,
  target: string,
  operate: (store: Store) => Promise<void>,
): Promise<Instant[]> {
  const snapshots = new Snapshots(folder, target);
  const store = await openSqliteStore(`sqlite:${folder}`, {
    beforeStatement: (sql) => snapshots.take(sql),
  });
  await operate(store);
  snapshots.take('the end');
  await store.close();
  return snapshots.instants;
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'));
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}
