import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LoadError, type PinciteError } from '../../errors.ts';
import { isOwnOutput } from '../../load/source/own-output.ts';
import { scanFolder, type FolderFile, type FolderScan } from '../../load/source/folder.ts';
import { folderOf } from '../../store/sqlite/database/address.ts';
import type { SyncedDocument, SyncedFile } from '../../store/store.ts';
import { hashFiles } from './hash-files.ts';
import { isReadable, placeOfOwner, stores } from '../add/inputs.ts';
import type { Parts } from '../parts/parts.ts';
import type { CheckedSync } from './sync-options.ts';
import type { HashedFile } from './sync-plan.ts';
import type { Metadata } from '../../types.ts';
import { slices } from '../../util/lists/slices.ts';
import { ownMetadata } from '../add/own-metadata.ts';

/** A folder and the documents that came from it. */
export interface FolderView {
  /** Its real path. */
  readonly folder: string;
  /** The folder as one owner's. */
  readonly root: string;
  /** When looking began, in milliseconds since 1970. */
  readonly checkedMs: number;
  /** Files of formats that are read, by their paths below the folder. */
  readonly files: ReadonlyMap<string, FolderFile>;
  readonly hashed: readonly HashedFile[];
  readonly tracked: readonly SyncedDocument[];
  /** Paths of files of other formats. */
  readonly ignored: readonly string[];
  /** Paths of files that Pincite wrote itself, and that are no documents yet. */
  readonly own: readonly string[];
  readonly unread: readonly { readonly path: string; readonly error: PinciteError }[];
  /** Symbolic links that lead out of the folder. */
  readonly links: readonly string[];
  /** Folders of other stores. */
  readonly stores: readonly string[];
}

/** @throws LoadError when there is no such folder, and never was. */
export async function viewFolder(parts: Parts, given: string, options: CheckedSync): Promise<FolderView> {
  const { collection, metadata, signal, onProgress } = options;
  const checkedMs = Date.now();
  const folder = await realpath(given).catch(() => resolve(given));
  const root = placeOfOwner(folder, { metadata, identityKeys: parts.config.ingest.identity });
  const isStored = (await parts.store.collection(collection)) !== undefined;
  const followed = isStored ? await parts.store.syncedDocuments(collection, root) : [];
  const scan = await scanIfThere(parts, folder, { options, mayBeGone: followed.length > 0 });
  const known = new Set(followed.map(({ file }) => file.path));
  const files = new Map<string, FolderFile>();
  const own: string[] = [];
  for (const file of scan.files.filter(({ path }) => isReadable(path))) {
    if (!known.has(file.path) && (await isOwnOutput(join(folder, file.path)))) own.push(file.path);
    else files.set(file.path, file);
  }
  onProgress?.({ kind: 'scan', files: files.size });
  const paths = isStored ? [...files.keys()].filter((path) => !known.has(path)) : [];
  const added = await findAdded(parts, { collection, folder, root, paths, metadata });
  const tracked = [...followed, ...added];
  const { hashed, unread } = await hashFiles(folder, { files: files.values(), tracked }, signal);
  return {
    folder,
    root,
    checkedMs,
    files,
    hashed,
    tracked,
    ignored: scan.files.map(({ path }) => path).filter((path) => !isReadable(path)),
    own,
    unread: [...scan.unread, ...unread],
    links: scan.links,
    stores: scan.stores,
  };
}

/** That the store's own folder is left out need not be said. */
async function scanIfThere(
  { store }: Parts,
  folder: string,
  { options, mayBeGone }: { options: CheckedSync; mayBeGone: boolean },
): Promise<FolderScan> {
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory()) {
    const scan = await scanFolder(folder, { ignore: options.ignore, stores, signal: options.signal });
    const stored = store.location.startsWith('sqlite:') ? folderOf(store.location) : undefined;
    const own = stored && relative(folder, await realpath(stored));
    return { ...scan, stores: scan.stores.filter((path) => path !== own) };
  }
  if (stats === undefined && mayBeGone) return { files: [], unread: [], links: [], stores: [] };
  throw new LoadError(stats ? `${folder} is not a folder.` : `There is no folder ${folder}.`, {
    hint: stats ? 'Add a single file instead.' : 'Check the path.',
    context: { document: folder },
  });
}

interface AddedQuery {
  readonly collection: string;
  readonly folder: string;
  readonly root: string;
  /** Of files of the folder, below it. */
  readonly paths: readonly string[];
  /** Tells whose documents are meant. */
  readonly metadata: Metadata;
}

const pathsAtATime = 500;

/** Documents that were added from files of the folder in other ways than by sync, which follows them from now on. */
async function findAdded({ store, config }: Parts, query: AddedQuery): Promise<SyncedDocument[]> {
  const { collection, folder, root, paths, metadata } = query;
  const ownerOf = (from: Metadata) => config.ingest.identity.map((key) => from[key]);
  const found = new Map<string, SyncedDocument>();
  for (const slice of slices(paths, pathsAtATime)) {
    const byPlace = new Map(slice.map((path) => [join(folder, path), path]));
    const values = [...byPlace.keys()];
    for (const document of await store.documents(collection, { kind: 'in', field: 'sourcePath', values })) {
      const path = byPlace.get(document.sourcePath)!;
      if (!isDeepStrictEqual(ownerOf(document.metadata), ownerOf(ownMetadata(metadata)))) continue;
      const { documentId, sourceHash, settingsHash, format } = document;
      found.set(path, { documentId, sourceHash, settingsHash, format, file: neverSeen(root, path) });
    }
  }
  return [...found.values()];
}

/** A state that no file has, so that the file is read. */
const neverSeen = (root: string, path: string): SyncedFile => ({
  root,
  path,
  size: -1,
  modifiedMs: 0,
  changedMs: 0,
  checkedMs: 0,
});
