import path from 'node:path';
import { mkdir, readdir, rm, rename } from 'node:fs/promises';
import { StoreError } from '../../../errors.ts';
import { flush } from '../../../util/async/flush.ts';
import { folderBytes } from '../../../util/files/folder-bytes.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import type { BackupOptions, BackupResult } from '../../maintenance.ts';
import { openOriginals } from '../write/originals.ts';
import { isFull } from '../database/engine-errors.ts';
import { databaseFile } from '../database/address.ts';
import { quoted, runAside } from './aside.ts';
import type { StoreFiles } from './store-files.ts';
import { requireOurs } from './require-ours.ts';
import { noteBackup, sweepBeside, unfinishedBeside } from './unfinished.ts';
import { originalsIn, verifyBackup } from './verify-backup.ts';
import { whyUnwritable } from '../../../util/files/why-unwritable.ts';

/** Originals of the snapshot may go before they are copied; then another snapshot is taken. */
const mostSnapshots = 5;

/** Writes one state of the database, with the originals it refers to, into a folder that is itself a store. */
export async function backupStore(
  files: StoreFiles,
  target: string,
  { force = false, signal }: BackupOptions = {},
): Promise<BackupResult> {
  const folder = path.resolve(target);
  const source = files.database.location;
  await sweepBeside(folder);
  await requireFree(folder, { force, source });
  const temporary = unfinishedBeside(folder);
  const done = source === ':memory:' ? undefined : await noteBackup(path.dirname(source), temporary);
  await makeFolder(temporary).catch((cause: Error) => {
    throw unwritable(folder, cause);
  });
  try {
    await takeSnapshot(files, temporary, signal);
    const contents = await verifyBackup(temporary, signal);
    const bytes = await folderBytes(temporary);
    await takePlace(temporary, folder);
    return { folder, ...contents, bytes };
  } catch (error) {
    throw isFull(error) ? targetFull(folder, error) : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
    await done?.();
  }
}

async function requireFree(
  folder: string,
  { force, source }: { readonly force: boolean; readonly source: string },
): Promise<void> {
  if (source !== ':memory:' && isInside(folder, path.dirname(source))) {
    throw refused(folder, 'is in the folder of the store', 'Choose a folder outside of it.');
  }
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw refused(folder, 'is no folder', 'Choose another folder.');
    throw unwritable(folder, error);
  });
  if (names.length === 0) return;
  if (!names.includes(databaseFile)) throw refused(folder, 'holds something else', 'Choose another folder.');
  if (!force) throw refused(folder, 'holds a backup', 'Choose another folder, or replace it with `force`.');
  await requireOurs(path.join(folder, databaseFile));
}

function isInside(inner: string, outer: string): boolean {
  return `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);
}

function refused(folder: string, why: string, hint: string): StoreError {
  return new StoreError(`No backup can be written to ${folder}: it ${why}.`, { hint, context: { folder } });
}

function unwritable(folder: string, cause: Error): StoreError {
  return new StoreError(`No backup can be written to ${folder}: ${whyUnwritable(cause)}.`, {
    hint: 'Choose a folder that this user may write to.',
    context: { folder },
    cause,
  });
}

/** Nothing is written to the source meanwhile: what is full is the disk of the backup. */
function targetFull(folder: string, cause: unknown): StoreError {
  return new StoreError(`No backup can be written to ${folder}: its disk is full.`, {
    hint: 'Make room there, or choose a folder on another disk. The store is as it was.',
    context: { folder },
    cause,
  });
}

async function takeSnapshot(files: StoreFiles, folder: string, signal?: AbortSignal): Promise<void> {
  const { database } = files;
  const file = path.join(folder, databaseFile);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const sql = `VACUUM INTO ${quoted(file)}`;
    if (database.location === ':memory:') database.exec(sql);
    else await runAside(database.address, [sql]);
    try {
      await copyOriginals(files, file, signal);
      return await flush(file);
    } catch (error) {
      if (attempt === mostSnapshots) throw error;
    }
  }
}

async function copyOriginals({ originals }: StoreFiles, file: string, signal?: AbortSignal): Promise<void> {
  const copies = openOriginals(file);
  for (const hash of await originalsIn(file)) {
    signal?.throwIfAborted();
    await copies.keep(hash, await originals.read(hash));
  }
}

/**
 * Puts a new folder in the place of another. One renaming; where there is a folder already, two, between which that has
 * another name; it gets its own back when the second one fails.
 */
export async function takePlace(temporary: string, folder: string): Promise<void> {
  const replaced = unfinishedBeside(folder, 'replaced');
  const isThere = await rename(folder, replaced).then(
    () => true,
    () => false,
  );
  try {
    await rename(temporary, folder);
  } catch (error) {
    if (isThere) await rename(replaced, folder);
    throw error;
  }
  await flush(path.dirname(folder));
  if (isThere) await rm(replaced, { recursive: true });
}
