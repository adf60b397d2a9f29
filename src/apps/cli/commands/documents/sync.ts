import { Option, type Command } from 'commander';
import type { KnowledgeBase, SyncOptions, SyncResult } from '../../../../index.ts';
import { finishAdapting } from '../../finish-adapting.ts';
import { describeFailures, describeNotes } from '../../print/describe-failures.ts';
import { describeWriting } from '../../print/describe-writing.ts';
import { flags, sourceFlags } from '../../options/flags.ts';
import { formatCount } from '../../terminal/layout.ts';
import { loadingOverrides, type SourceFlags } from '../../options/overrides.ts';
import { paint } from '../../terminal/paint.ts';
import { Interrupted, reportError } from '../../report-error.ts';
import { showAdding } from '../../print/stored-so-far.ts';
import {
  createCommand,
  printJson,
  printLines,
  printNotes,
  withKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface SyncFlags extends SessionOptions, SourceFlags {
  readonly watch?: boolean;
  readonly dryRun?: boolean;
  readonly allowEmpty?: boolean;
  readonly keepVersions?: boolean;
  readonly ignore?: string[];
}

export function syncCommand(): Command {
  return createCommand('sync', 'make a collection mirror a folder', [
    new Option('--watch', 'go on whenever something changes, until Ctrl-C'),
    new Option('--dry-run', 'say what would be done, and do nothing'),
    flags.ignore,
    new Option('--allow-empty', 'remove all documents of a folder that is empty or gone'),
    flags.keepVersions,
    ...sourceFlags,
  ])
    .argument('<folder>', 'folder to mirror')
    .helpAfter(`
New files are added, changed ones replaced, renamed ones followed, and the documents of files that are gone removed.
Documents that came from elsewhere are never touched. .gitignore and .pinciteignore are heeded.

  + added   ~ replaced   > renamed or moved   - removed   ! could not be read; its document stays

Examples:
  pincite sync contracts/
  pincite sync contracts/ --dry-run
  pincite sync notes/ --watch --ignore 'drafts/' --collection notes`)
    .action(sync);
}

async function sync(folder: string, options: SyncFlags): Promise<void> {
  const work = async (kb: KnowledgeBase, signal: AbortSignal) => {
    const print = (result: SyncResult) => {
      if (options.json) printJson(result);
      else printLines(describe(result));
    };
    const request = { ...requestOf(options), signal };
    if (options.watch) return watch(kb, folder, { request, print });
    const result = await showAdding((onProgress) =>
      kb.sync(folder, {
        ...request,
        onProgress: (event) => {
          if (event.kind !== 'scan' && event.kind !== 'plan') onProgress(event);
        },
      }),
    );
    print(result);
    if (!result.success) process.exitCode = 1;
    if (result.adapting) await finishAdapting(kb, { ...options, signal });
  };
  await withKnowledgeBase(options, work, loadingOverrides(options));
}

function requestOf(options: SyncFlags): SyncOptions {
  const { collection, ignore, allowEmpty, dryRun, keepVersions } = options;
  const { meta: metadata, tag: tags, project, type, password } = options;
  return { collection, ignore, allowEmpty, dryRun, keepVersions, metadata, tags, project, type, password };
}

interface Watching {
  readonly request: SyncOptions;
  readonly print: (result: SyncResult) => void;
}

/** Ends by Ctrl-C only, once what is under way has stopped. */
async function watch(kb: KnowledgeBase, folder: string, { request, print }: Watching): Promise<void> {
  const signal = request.signal!;
  const watching = await kb.watch(folder, {
    ...request,
    onSync: print,
    onError: (error) => void reportError(error),
  });
  print(watching.first);
  printNotes([paint.dim(`Watching ${watching.first.folder}; Ctrl-C stops.`)]);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await watching.close();
  throw new Interrupted('Stopped watching.');
}

const marks = { inserted: '+', replaced: '~', moved: '>', deleted: '-', failed: '!', skipped: ' ' } as const;

function describe(result: SyncResult): string[] {
  const changes = result.files.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'failed');
  return [
    ...changes.map(({ path, outcome, from }) =>
      [marks[outcome], from === undefined ? path : `${from} → ${path}`].join(' '),
    ),
    ...describeNotes(result.warnings),
    ...describeFailures(result.errors, marks.failed),
    summarise(result),
    ...describeWriting(result),
  ];
}

function summarise(result: SyncResult): string {
  const counts = [
    ['added', result.documentsInserted],
    ['replaced', result.documentsReplaced],
    ['moved', result.documentsMoved],
    ['removed', result.documentsDeleted],
    ['unchanged', result.documentsSkipped],
    ['failed', result.errors.length],
  ] as const;
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`);
  const done = parts.join(', ') || 'Nothing to do';
  return result.dryRun ? `${done} (dry run: nothing was changed)` : done;
}
