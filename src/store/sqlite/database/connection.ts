import { setTimeout as sleep } from 'node:timers/promises';
import type { WatchedOptions } from '../../store.ts';
import { holdState, releaseState } from './database-state.ts';
import { openDriver, type SqlDatabase } from './driver.ts';
import { busy, isBusy } from './engine-errors.ts';
import { findPlace } from './address.ts';
import { makeTables, requireOurTables } from './schema.ts';

/** The engine waits this long for what readers may meet, without letting the event loop turn. */
const busyTimeoutMs = 250;
/** Of the log, before its pages go over into the database: 16 MB, so that a page that changes often is copied once. */
const mostLogPages = 4000;
/** As long as a vacuum of a large store may hold the write lock. */
const longestWaitMs = 300_000;

/**
 * Opens the database in the folder of `sqlite:<folder>`, or one in memory for `sqlite::memory:`, and brings its
 * schema up to date. What may not be written is opened for reading.
 *
 * @throws ConfigError for another scheme, StoreError when the folder or file cannot be used.
 */
export async function openConnection(
  url: string,
  { create = true, beforeStatement }: WatchedOptions = {},
): Promise<SqlDatabase> {
  const { file, address, isReadOnly } = await findPlace(url, { create });
  const database = await openDriver(address, busyTimeoutMs, { location: file, beforeStatement });
  try {
    await whenFree(() => prepareDatabase(database, isReadOnly));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * Runs an action that takes the write lock, again and again while another process holds it, for up to five minutes.
 * The action must leave nothing behind when it throws. Between two tries the event loop turns.
 *
 * @throws the signal's reason when it is aborted before a try.
 */
export async function whenFree<Result>(
  action: () => Result | Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const deadline = performance.now() + longestWaitMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // An abort ends the pause; the loop then throws the signal's own reason.
      await sleep(5 + Math.random() * 20, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * All of the action's changes, or none of them. Does not wait for the write lock: `whenFree` does.
 *
 * @throws StoreError that `isBusy` knows while another connection writes.
 */
export function writeTransaction<Result>(database: SqlDatabase, action: () => Result): Result {
  beginWriting(database);
  return untilCommit(database, action);
}

/** How many reads hold the writers of a database off. */
const holders = new WeakMap<SqlDatabase, number>();

/** While the action goes on, what is written on this connection waits, as it would for another process. */
export async function holdingWriters<Result>(
  database: SqlDatabase,
  action: () => Promise<Result>,
): Promise<Result> {
  const change = (by: number) => holders.set(database, (holders.get(database) ?? 0) + by);
  change(1);
  try {
    return await action();
  } finally {
    change(-1);
  }
}

function beginWriting(database: SqlDatabase): void {
  if ((holders.get(database) ?? 0) > 0) throw busy(database.location);
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE');
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** The action sees one state of the database throughout. */
export function readTransaction<Result>(database: SqlDatabase, action: () => Result): Result {
  holdState(database);
  try {
    database.exec('BEGIN');
    return untilCommit(database, action);
  } finally {
    releaseState(database);
  }
}

function untilCommit<Result>(database: SqlDatabase, action: () => Result): Result {
  try {
    const result = action();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: SqlDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The engine has rolled back by itself (disk full, I/O error); the first error is the one that tells.
  }
}

function prepareDatabase(database: SqlDatabase, isReadOnly: boolean): void {
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA temp_store = MEMORY');
  database.exec('PRAGMA cache_size = -32000');
  database.exec(`PRAGMA wal_autocheckpoint = ${mostLogPages}`);
  if (isReadOnly) requireOurTables(database);
  else makeTables(database, (action) => writeTransaction(database, action));
}
