import { existsSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, StoreError, StoreNotFoundError } from '../../../errors.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import { refuseParameters } from '../../address-parameters.ts';

export const databaseFile = 'pincite.db';
/** Of a queue, which may be in the folder of a store. */
export const queueFile = 'pincite-queue.db';
const scheme = 'sqlite:';
/** The location of a database that is in no file. */
export const inMemory = ':memory:';

/** Where a store's database is, and how it may be opened. */
export interface Place {
  /** Path of the database, or `:memory:`. */
  readonly file: string;
  /** What the engine is given to open. */
  readonly address: string;
  readonly isReadOnly: boolean;
}

/** The folder of `sqlite:<folder>`, absolute; `undefined` for `sqlite::memory:`. @throws ConfigError for another URL. */
export function folderOf(url: string): string | undefined {
  if (!url.startsWith(scheme) || url.length === scheme.length) {
    throw new ConfigError(`${url} is not the URL of a SQLite store.`, { hint: 'Write sqlite:./folder.' });
  }
  const place = url.slice(scheme.length);
  refuseParameters(url);
  return place === inMemory ? undefined : path.resolve(place);
}

/**
 * Finds the database of a URL, and makes its folder where `create` says so.
 *
 * @throws ConfigError for another scheme; StoreError when there is no store and none is to be made, when the folder
 * cannot be made, or when a read-only store needs to be repaired first.
 */
export async function findPlace(url: string, { create }: { readonly create: boolean }): Promise<Place> {
  const folder = folderOf(url);
  if (folder === undefined) return { file: inMemory, address: inMemory, isReadOnly: false };
  const file = path.join(folder, databaseFile);
  if (existsSync(file)) {
    const isReadOnly = !((await isWritable(folder)) && (await isWritable(file)));
    return { file, address: isReadOnly ? readOnlyAddress(file) : file, isReadOnly };
  }
  if (!create) throw new StoreNotFoundError(folder, 'folder');
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new StoreError(`The folder ${folder} cannot be made.`, {
      hint: 'Choose a folder for the store that may be written.',
      context: { location: folder },
      cause: error,
    });
  }
  return { file, address: file, isReadOnly: false };
}

/**
 * The engine cannot make its shared-memory file in a read-only folder. It needs none where no change waits in the
 * log, since nobody can be writing; and it uses the one of a process that writes to the folder by another way.
 *
 * @throws StoreError where a process that was killed left changes in the log.
 */
export function readOnlyAddress(file: string): string {
  const { href } = pathToFileURL(file);
  // One look: whoever closes the store removes the log.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log?.size) return `${href}?mode=ro&immutable=1`;
  if (existsSync(`${file}-shm`)) return `${href}?mode=ro`;
  throw new StoreError(
    `The read-only store at ${file} holds changes that a stopped process left in its log.`,
    {
      hint: 'Open it once where it can be written, or copy its folder to such a place.',
      context: { location: file },
    },
  );
}

function isWritable(place: string): Promise<boolean> {
  return access(place, constants.W_OK).then(
    () => true,
    () => false,
  );
}
