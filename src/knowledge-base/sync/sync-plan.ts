import type { SyncedDocument, SyncedFile } from '../../store/store.ts';
import type { FolderFile } from '../../load/source/folder.ts';
import { groupBy } from '../../util/lists/group-by.ts';

/** A file of the folder. Its hash is known where it is needed: of new files, where a document may have moved there. */
export interface HashedFile {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash?: string | undefined;
}

export interface FolderState {
  readonly files: readonly HashedFile[];
  readonly tracked: readonly SyncedDocument[];
  /** Paths that could not be read, of files and of folders: nothing is known of them and of what is below. */
  readonly unread: readonly string[];
  /** Whether a document was processed by the settings in force. */
  readonly isCurrent: (document: SyncedDocument) => boolean;
}

/** What is to be done, each list by path. */
export interface SyncPlan {
  readonly inserted: readonly { readonly path: string }[];
  readonly replaced: readonly { readonly path: string; readonly documentId: string }[];
  readonly moved: readonly { readonly from: string; readonly path: string; readonly documentId: string }[];
  readonly deleted: readonly { readonly path: string; readonly documentId: string }[];
  readonly skipped: readonly { readonly path: string; readonly documentId: string }[];
}

/**
 * What makes the documents mirror the files. A document whose file is gone moves to a new file with the same bytes, one
 * with the same name before others; every document has at most one file, and every file one document.
 */
export function planSync({ files, tracked, unread, isCurrent }: FolderState): SyncPlan {
  const byPath = new Map(tracked.map((document) => [document.file.path, document]));
  const present = new Set(files.map(({ path }) => path));
  const gone = tracked.filter(({ file }) => !present.has(file.path) && !isWithin(file.path, unread));
  const fresh = files.filter(({ path }) => !byPath.has(path) && !isWithin(path, unread));
  const moved = matchMoves(gone, fresh);
  const left = new Set(moved.map(({ documentId }) => documentId));
  const taken = new Set(moved.map(({ path }) => path));
  const known = files.flatMap(({ path, hash }) => {
    const document = byPath.get(path);
    if (document === undefined || isWithin(path, unread)) return [];
    const { documentId, sourceHash } = document;
    return [{ path, documentId, isSame: hash === sourceHash && isCurrent(document) }];
  });
  return {
    inserted: fresh.filter(({ path }) => !taken.has(path)).map(({ path }) => ({ path })),
    replaced: known.filter(({ isSame }) => !isSame).map(named),
    moved,
    deleted: gone
      .filter(({ documentId }) => !left.has(documentId))
      .map(({ documentId, file }) => ({ path: file.path, documentId })),
    skipped: known.filter(({ isSame }) => isSame).map(named),
  };
}

const named = ({ path, documentId }: { path: string; documentId: string }) => ({ path, documentId });

function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

function matchMoves(gone: readonly SyncedDocument[], fresh: readonly HashedFile[]): SyncPlan['moved'] {
  const waiting = groupBy(gone, ({ sourceHash }) => sourceHash);
  const candidates = fresh.filter(({ hash }) => hash !== undefined && waiting.has(hash));
  const moves = new Map<string, SyncPlan['moved'][number]>();
  for (const sameName of [true, false]) {
    for (const { path, hash } of candidates) {
      if (moves.has(path)) continue;
      const documents = waiting.get(hash!) ?? [];
      const index = documents.findIndex(({ file }) => !sameName || nameOf(file.path) === nameOf(path));
      const [document] = index === -1 ? [] : documents.splice(index, 1);
      if (document) moves.set(path, { from: document.file.path, path, documentId: document.documentId });
    }
  }
  return candidates.flatMap(({ path }) => moves.get(path) ?? []);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Within this time after a change, another may leave the same times behind, by the coarsest clock of a file system. */
const clockMs = 2_000;

/**
 * Whether a file is as it was when its hash was taken, judged without reading it: same size, same times, and both times
 * long enough before the reading that no later change could have left them.
 */
export function isUntouched(known: SyncedFile, found: FolderFile): boolean {
  return (
    known.size === found.size &&
    known.modifiedMs === found.modifiedMs &&
    known.changedMs === found.changedMs &&
    known.checkedMs - Math.max(found.modifiedMs, found.changedMs) > clockMs
  );
}
