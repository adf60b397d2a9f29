import { join } from 'node:path';
import type { SyncedFile } from '../../store/store.ts';
import { addInputs } from '../add/add.ts';
import { addOptionsSchema, type AddProgress, type DocumentFailure } from '../add/add-options.ts';
import { pickReports, type WritingReports } from '../written-by-model/context-writer.ts';
import { identify, type CheckedInput } from '../add/inputs.ts';
import type { Parts } from '../parts/parts.ts';
import type { CheckedSync, SyncedPath } from './sync-options.ts';
import type { SyncPlan } from './sync-plan.ts';
import type { FolderView } from './view-folder.ts';

export interface StoredFiles extends WritingReports {
  /** What became of each file, by path. */
  readonly files: ReadonlyMap<string, SyncedPath>;
  readonly chunksAdded: number;
  readonly chunksDeleted: number;
  readonly errors: readonly DocumentFailure[];
  readonly warnings: readonly string[];
}

/** Adds the new files of a folder and replaces the changed ones, each as a whole or not at all. */
export async function storeFiles(
  parts: Parts,
  options: CheckedSync,
  { view, plan }: { readonly view: FolderView; readonly plan: SyncPlan },
): Promise<StoredFiles> {
  const { collection, metadata, validateChunks, signal, onProgress } = options;
  const targets = [...(await nameNew(parts, options, { view, plan })), ...plan.replaced];
  const isNew = new Set(plan.inserted.map(({ path }) => path));
  const keepVersions = options.keepVersions ?? parts.config.ingest.keepVersions;
  const inputs = targets.map((target) => inputOf(view, target, options));
  const chunksBefore = await countChunks(parts, collection, plan.replaced);
  const ends = new Map<string, Extract<AddProgress, { kind: 'end' }>['outcome']>();
  const response = await addInputs(
    parts,
    { inputs, ignored: [], warnings: [] },
    addOptionsSchema.parse({
      collection,
      metadata,
      validateChunks,
      keepVersions,
      returnChunks: false,
      signal,
      onProgress: (event: AddProgress) => {
        if (event.kind === 'end') ends.set(event.source, event.outcome);
        onProgress?.(event);
      },
    }),
  );
  const files = targets.map(({ path, documentId }): SyncedPath => {
    const outcome = ends.get(join(view.folder, path)) ?? 'failed';
    return outcome === 'failed' && isNew.has(path) ? { path, outcome } : { path, outcome, documentId };
  });
  const replaced = files.filter(({ outcome }) => outcome === 'replaced' && !keepVersions);
  return {
    files: new Map(files.map((file) => [file.path, file])),
    chunksAdded: response.totalChunks,
    chunksDeleted: replaced.reduce((sum, { documentId }) => sum + (chunksBefore.get(documentId!) ?? 0), 0),
    errors: response.errors,
    warnings: response.warnings,
    ...pickReports(response),
  };
}

interface Target {
  readonly path: string;
  readonly documentId: string;
}

/**
 * Ids for new files. The id that a path gives may be that of a document which has moved away from there, or of the file's
 * own, which another sync has added meanwhile.
 */
async function nameNew(
  { store, config }: Parts,
  { collection, metadata, tags, project, type }: CheckedSync,
  { view, plan }: { readonly view: FolderView; readonly plan: SyncPlan },
): Promise<Target[]> {
  const identityKeys = config.ingest.identity;
  const isStored = (await store.collection(collection)) !== undefined;
  const named: Target[] = [];
  for (const { path } of plan.inserted) {
    const place = join(view.folder, path);
    for (let attempt = 1; ; attempt += 1) {
      const input: CheckedInput = { source: place, sourceType: 'file', tags, project, type };
      const nth = attempt === 1 ? place : `${place}\n${attempt}`;
      const documentId = identify(input, nth, { metadata, identityKeys });
      const [stored] = isStored ? await store.documentsById(collection, [documentId]) : [];
      if (stored && stored.sourcePath !== place) continue;
      named.push({ path, documentId });
      break;
    }
  }
  return named;
}

function inputOf(view: FolderView, { path, documentId }: Target, options: CheckedSync): CheckedInput {
  const { tags, project, type, password } = options;
  return {
    source: join(view.folder, path),
    sourceType: 'file',
    documentId,
    tags,
    project,
    type,
    password,
    file: stateOf(view, path),
  };
}

/** A file as it was when the folder was looked at. */
export function stateOf({ root, checkedMs, files }: FolderView, path: string): SyncedFile {
  const { size, modifiedMs, changedMs } = files.get(path)!;
  return { root, path, size, modifiedMs, changedMs, checkedMs };
}

async function countChunks(
  { store }: Parts,
  collection: string,
  targets: readonly Target[],
): Promise<Map<string, number>> {
  if (targets.length === 0) return new Map();
  const ids = targets.map(({ documentId }) => documentId);
  const documents = await store.documentsById(collection, ids);
  return new Map(documents.map(({ documentId, chunkCount }) => [documentId, chunkCount]));
}
