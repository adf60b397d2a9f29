/**
 * A collection that mirrors a folder: load/folder.ts looks at the files, sync-plan.ts compares them with the documents (pure),
 * this file adds, moves and removes, and watch.ts says when.
 */
import { join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { SeenFile, SyncedDocument } from '../../store/store.ts';
import { beginAdapting } from '../adapt/adapt.ts';
import { pickReports } from '../written-by-model/context-writer.ts';
import { describeIgnored, describeOwn, leftOut, notFollowed } from '../add/inputs.ts';
import { parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { isProcessedBy } from '../prepare/settings-hash.ts';
import { type CheckedSync, type SyncOptions, syncOptionsSchema, type SyncResult } from './sync-options.ts';
import { isUntouched, planSync, type SyncPlan } from './sync-plan.ts';
import { slices } from '../../util/lists/slices.ts';
import { counted } from '../../util/strings/counted.ts';
import { stateOf, storeFiles } from './store-files.ts';
import { viewFolder, type FolderView } from './view-folder.ts';

/** @throws ConfigError for a malformed option. */
export function checkSyncOptions(options: SyncOptions): CheckedSync {
  const checked = parseOptions(syncOptionsSchema, options, 'options of sync');
  if (!checked.watch || !checked.dryRun) return checked;
  throw new ConfigError('A dry run changes nothing, so there is nothing to watch for', {
    hint: 'Use dryRun or watch, not both.',
  });
}

/**
 * Makes the documents that came from a folder mirror it. The plan is made anew each time from what is stored and what is
 * there, and every document is stored as a whole, so that a sync that was stopped is gone on with by the next one. Documents
 * that came from elsewhere are never touched.
 *
 * @throws LoadError when there is no such folder; ConfigError when it is empty or gone and `allowEmpty` does not say that
 * all its documents are to go; the signal's reason on abort.
 */
export async function syncFolder(parts: Parts, folder: string, options: CheckedSync): Promise<SyncResult> {
  const view = await viewFolder(parts, folder, options);
  const plan = planSync({
    ...view,
    files: view.hashed,
    unread: view.unread.map(({ path }) => path),
    isCurrent: await judgeSettings(parts, options),
  });
  if (view.files.size === 0 && plan.deleted.length > 0 && !options.allowEmpty) {
    throw wouldRemoveAll(view.folder, plan.deleted.length);
  }
  options.onProgress?.({
    kind: 'plan',
    added: plan.inserted.length,
    replaced: plan.replaced.length,
    removed: plan.deleted.length,
  });
  return options.dryRun ? describePlan(view, plan) : apply(parts, options, { view, plan });
}

async function judgeSettings(
  { config, store, embedderFor }: Parts,
  { collection, validateChunks: validate }: CheckedSync,
): Promise<(document: SyncedDocument) => boolean> {
  const spec = await store.collectionSpec(collection);
  if (spec === undefined) return () => true; // without documents
  const embedder = await embedderFor(spec);
  return (document) => isProcessedBy(document, undefined, { config, embedder, validate });
}

const wouldRemoveAll = (folder: string, documents: number) =>
  new ConfigError(
    `${folder} is gone or has no files to read; to mirror that would remove ${counted(documents, 'document')}`,
    {
      hint: 'Check that it is mounted. To remove them nevertheless, use allowEmpty (--allow-empty).',
      context: { folder, documents },
    },
  );

interface Task {
  readonly view: FolderView;
  readonly plan: SyncPlan;
}

async function apply(parts: Parts, options: CheckedSync, { view, plan }: Task): Promise<SyncResult> {
  const { collection, signal } = options;
  for (const seen of slices(seenFiles(view, plan), documentsAtATime)) {
    await parts.store.write(collection, { seen }, { signal });
  }
  const stored = await storeFiles(parts, options, { view, plan });
  const chunksDeleted = await removeGone(parts, options, plan);
  const planned = describePlan(view, plan);
  const files = planned.files.map((file) => stored.files.get(file.path) ?? file);
  const count = (outcome: string) => files.filter((file) => file.outcome === outcome).length;
  const errors = [...planned.errors, ...stored.errors];
  return {
    ...planned,
    success: errors.length === 0,
    dryRun: false,
    documentsInserted: count('inserted'),
    documentsReplaced: count('replaced'),
    documentsSkipped: count('skipped'),
    chunksAdded: stored.chunksAdded,
    chunksDeleted: chunksDeleted + stored.chunksDeleted,
    files,
    errors,
    warnings: [...planned.warnings, ...stored.warnings],
    adapting: await beginAdapting(parts, collection),
    ...pickReports(stored),
  };
}

/** Documents whose file is at another place, and those whose file had to be read to see that it is the same. */
function seenFiles(view: FolderView, plan: SyncPlan): SeenFile[] {
  const known = new Map(view.tracked.map(({ documentId, file }) => [documentId, file]));
  const read = plan.skipped.filter(
    ({ path, documentId }) => !isUntouched(known.get(documentId)!, view.files.get(path)!),
  );
  return [...plan.moved, ...read].map(({ path, documentId }) => ({
    documentId,
    sourcePath: join(view.folder, path),
    file: stateOf(view, path),
  }));
}

const documentsAtATime = 100;

/** Gives the number of chunks that went. */
async function removeGone(
  { store }: Parts,
  { collection, signal }: CheckedSync,
  { deleted }: SyncPlan,
): Promise<number> {
  let chunks = 0;
  for (const group of slices(deleted, documentsAtATime)) {
    const remove = group.map(({ documentId }) => documentId);
    chunks += (await store.write(collection, { remove }, { signal })).chunksRemoved;
  }
  return chunks;
}

/** The result of doing what is planned, as far as that can be known before. */
function describePlan(view: FolderView, plan: SyncPlan): SyncResult {
  const { folder, unread, links, stores, ignored, own } = view;
  const failed = unread.map(({ path }) => ({ path, outcome: 'failed' as const }));
  const files = (['inserted', 'replaced', 'moved', 'deleted', 'skipped'] as const).flatMap((outcome) =>
    plan[outcome].map((file) => ({ ...file, outcome })),
  );
  const errors = unread.map(({ path, error }) => ({ source: join(folder, path), error }));
  return {
    success: errors.length === 0,
    dryRun: true,
    folder,
    documentsInserted: plan.inserted.length,
    documentsReplaced: plan.replaced.length,
    documentsMoved: plan.moved.length,
    documentsDeleted: plan.deleted.length,
    documentsSkipped: plan.skipped.length,
    chunksAdded: 0,
    chunksDeleted: 0,
    files: [...files, ...failed].sort((a, b) => (a.path < b.path ? -1 : 1)),
    ignored,
    adapting: false,
    errors,
    warnings: [
      ...describeIgnored(ignored),
      ...describeOwn(own),
      ...links.map(notFollowed),
      ...stores.map(leftOut),
    ],
  };
}
