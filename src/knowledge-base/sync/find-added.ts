import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SyncedDocument, SyncedFile } from '../../store/store.ts';
import type { Metadata } from '../../types.ts';
import { ownMetadata } from '../add/own-metadata.ts';
import type { Parts } from '../parts/parts.ts';

export interface AddedQuery {
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
export async function findAdded({ store, config }: Parts, query: AddedQuery): Promise<SyncedDocument[]> {
  const { collection, folder, root, paths, metadata } = query;
  const ownerOf = (from: Metadata) => config.ingest.identity.map((key) => from[key]);
  const found = new Map<string, SyncedDocument>();
  for (let start = 0; start < paths.length; start += pathsAtATime) {
    const slice = paths.slice(start, start + pathsAtATime);
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
