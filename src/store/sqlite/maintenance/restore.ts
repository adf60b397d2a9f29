import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, StoreError } from '../../../errors.ts';
import { flush } from '../../../util/async/flush.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import type { BackupOptions } from '../../maintenance.ts';
import { collectClosed, openDriver } from '../database/driver.ts';
import { isBusy } from '../database/engine-errors.ts';
import { openOriginals } from '../write/originals.ts';
import { databaseFile, folderOf, readOnlyAddress } from '../database/address.ts';
import { quoted, runAside } from './aside.ts';
import { requireOurs } from './require-ours.ts';
import { sweepAbandoned, unfinishedBeside } from './unfinished.ts';
import { type BackupContents, originalsIn, verifyBackup } from './verify-backup.ts';

const attemptsToClose = 5;

/**
 * Makes the store of a URL what a backup holds. The copy is checked before it takes the place of what is there, by one
 * renaming: whatever is killed when, the store is the old one or the new one.
 *
 * @throws ConfigError for a store in memory; StoreError when the backup is damaged, when there is a store that is not
 * empty and `force` is not given, or when a process has that open.
 */
export async function restoreStore(
  backup: string,
  url: string,
  { force = false, signal }: BackupOptions = {},
): Promise<BackupContents> {
  const source = path.resolve(backup);
  const folder = folderOf(url);
  if (folder === undefined || folder === source) {
    throw new ConfigError('A backup can be restored to another folder only.', {
      hint: 'Write `sqlite:./folder`.',
    });
  }
  await verifyBackup(source, signal);
  const file = path.join(folder, databaseFile);
  await requireOurs(file);
  if (!force) await requireEmpty(file);
  await makeFolder(folder);
  await sweepAbandoned(folder);
  const temporary = unfinishedBeside(path.join(folder, 'restore'));
  try {
    await copyStore(source, temporary, signal);
    const contents = await verifyBackup(temporary, signal);
    await closeOld(file);
    await moveOriginals(temporary, folder);
    await rm(path.join(folder, 'derived'), { recursive: true, force: true });
    await rename(path.join(temporary, databaseFile), file);
    await flush(folder);
    return contents;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** @throws StoreError when there is a store with documents, or one that cannot be read. */
async function requireEmpty(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const database = await openDriver(file, 0);
  try {
    const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get<{ count: number }>();
    if (!tables?.count) return;
    const documents = database.prepare('SELECT count(*) AS count FROM documents').get<{ count: number }>();
    if (!documents?.count) return;
  } catch {
    // Damaged: not to be overwritten by mistake either.
  } finally {
    database.close();
  }
  throw new StoreError(`There is a store at ${path.dirname(file)} already.`, {
    hint: 'Restore to another folder for the store, or replace it with `force`.',
    context: { location: file },
  });
}

async function copyStore(source: string, temporary: string, signal?: AbortSignal): Promise<void> {
  const [from, to] = [path.join(source, databaseFile), path.join(temporary, databaseFile)];
  await mkdir(temporary);
  await runAside(readOnlyAddress(from), [`VACUUM INTO ${quoted(to)}`]);
  await flush(to);
  const [originals, copies] = [openOriginals(from), openOriginals(to)];
  for (const hash of await originalsIn(from)) {
    signal?.throwIfAborted();
    await copies.keep(hash, await originals.read(hash));
  }
}

/**
 * Takes the log of the old database away, which would be taken for the new one's. The engine refuses while anyone
 * else has it open; a damaged one has no readers to spare.
 *
 * @throws StoreError when it is in use.
 */
async function closeOld(file: string): Promise<void> {
  for (let attempt = 1; existsSync(file); attempt += 1) {
    try {
      await runAside(file, ['PRAGMA journal_mode = DELETE']);
      break;
    } catch (error) {
      if (!isBusy(error)) break;
      if (attempt === attemptsToClose) throw inUse(file);
      await collectClosed();
      await sleep(100);
    }
  }
  for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
}

function inUse(file: string): StoreError {
  return new StoreError(`The store at ${path.dirname(file)} is open in a process.`, {
    hint: 'Stop it, then restore again.',
    context: { location: file },
  });
}

/** Named by their content, they are of use to the old store and to the new one. */
async function moveOriginals(temporary: string, folder: string): Promise<void> {
  const from = path.join(temporary, 'originals');
  if (!existsSync(from)) return;
  const to = path.join(folder, 'originals');
  await makeFolder(to);
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name));
  await flush(to);
}
