import { join } from 'node:path';
import { PinciteError } from '../../errors.ts';
import { refuseLink, type FolderFile } from '../../load/source/folder.ts';
import { hashFileSource } from '../../load/source/read-source.ts';
import type { SyncedDocument } from '../../store/store.ts';
import { type HashedFile, isUntouched } from './sync-plan.ts';

export interface HashedFiles {
  readonly hashed: readonly HashedFile[];
  readonly unread: readonly { readonly path: string; readonly error: PinciteError }[];
}

/**
 * The hashes that a plan needs. Files that may have changed are read, and new ones to which a document may have moved,
 * judged by their size; the others are not.
 */
export async function hashFiles(
  folder: string,
  { files, tracked }: { files: Iterable<FolderFile>; tracked: readonly SyncedDocument[] },
  signal?: AbortSignal,
): Promise<HashedFiles> {
  const all = [...files];
  const byPath = new Map(tracked.map((document) => [document.file.path, document]));
  const present = new Set(all.map(({ path }) => path));
  const goneSizes = new Set(
    tracked.filter(({ file }) => !present.has(file.path)).map(({ file }) => file.size),
  );
  const hashed: HashedFile[] = [];
  const unread: { path: string; error: PinciteError }[] = [];
  for (const file of all) {
    const { path } = file;
    const known = byPath.get(path);
    const isNew = known === undefined;
    if (isNew && !goneSizes.has(file.size)) hashed.push({ path });
    else if (!isNew && isUntouched(known.file, file)) hashed.push({ path, hash: known.sourceHash });
    else {
      try {
        hashed.push({ path, hash: await hashFile(folder, path, signal) });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof PinciteError)) throw error;
        unread.push({ path, error });
      }
    }
  }
  return { hashed, unread };
}

async function hashFile(folder: string, path: string, signal?: AbortSignal): Promise<string> {
  const place = join(folder, path);
  await refuseLink(place);
  return (await hashFileSource(place, { limits: { maxBytes: Infinity }, signal })).hash;
}
