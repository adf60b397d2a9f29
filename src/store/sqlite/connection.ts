import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, StoreError } from '../../errors.ts';
import { openDriver, type SqlDatabase } from './driver.ts';
import { isBusy } from './engine-errors.ts';
import { migrate } from './schema.ts';

export const databaseFile = 'pincite.db';
const scheme = 'sqlite:';
/** The engine waits this long for what readers may meet, without letting the event loop turn. */
const busyTimeoutMs = 250;
const longestWaitMs = 60_000;

/**
 * Opens the database in the folder of `sqlite:<folder>`, which is created, or one in memory for
 * `sqlite::memory:`, and brings its schema up to date.
 *
 * @throws ConfigError for another scheme, StoreError when the folder or file cannot be used.
 */
export async function openConnection(url: string): Promise<SqlDatabase> {
  const database = await openDriver(await fileOf(url), busyTimeoutMs);
  try {
    await whenFree(() => prepareDatabase(database));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * Runs an action that takes the write lock, again and again while another process holds it, for up to a minute.
 * The action must leave nothing behind when it throws. Between two tries the event loop turns.
 *
 * @throws the signal's reason when it is aborted before a try.
 */
export async function whenFree<Result>(action: () => Result, signal?: AbortSignal): Promise<Result> {
  const deadline = Date.now() + longestWaitMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
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
  return transaction(database, () => beginWriting(database), action);
}

function beginWriting(database: SqlDatabase): void {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE');
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** The action sees one state of the database throughout. */
export function readTransaction<Result>(database: SqlDatabase, action: () => Result): Result {
  return transaction(database, () => database.exec('BEGIN'), action);
}

function transaction<Result>(database: SqlDatabase, begin: () => void, action: () => Result): Result {
  begin();
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

function prepareDatabase(database: SqlDatabase): void {
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA temp_store = MEMORY');
  database.exec('PRAGMA cache_size = -32000');
  migrate(database, (action) => writeTransaction(database, action));
}

async function fileOf(url: string): Promise<string> {
  if (!url.startsWith(scheme) || url.length === scheme.length) {
    throw new ConfigError(`${url} is not the URL of a SQLite store.`, { hint: 'Write sqlite:./folder.' });
  }
  const place = url.slice(scheme.length);
  if (place === ':memory:') return place;
  const folder = path.resolve(place);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new StoreError(`The folder ${folder} cannot be made.`, {
      hint: 'Choose a --store folder that may be written.',
      context: { location: folder },
      cause: error,
    });
  }
  return path.join(folder, databaseFile);
}
