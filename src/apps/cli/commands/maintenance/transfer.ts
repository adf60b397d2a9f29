import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { TransferProgress, TransferResult } from '../../../../index.ts';
import { flags } from '../../options/flags.ts';
import { formatCount, plural } from '../../terminal/layout.ts';
import { withProgressBar } from '../../terminal/progress.ts';
import {
  createStoreCommand,
  HelpfulCommand,
  jsonFlags,
  openConfigured,
  printJson,
  printJsonPieces,
  printLines,
  withKnowledgeBase,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface TransferFlags extends Omit<SessionOptions, 'collection'> {
  /** All unless given. */
  readonly collection?: string[];
}

export function exportCommand(): Command {
  return createStoreCommand('export', 'write everything that is stored as lines of JSON', [flags.collections])
    .helpAfter(`
Texts, pages with their layout, chunks, vectors, originals and the models of adapted collections: what
\`pincite import\` takes in without embedding again.

Examples:
  pincite export > all.jsonl
  pincite export --collection contracts | gzip > contracts.jsonl.gz`)
    .action(exportStore);
}

async function exportStore(options: TransferFlags): Promise<void> {
  const session = { ...options, collection: 'default' };
  await withStoredKnowledgeBase(session, (kb, signal) =>
    printJsonPieces(kb.export({ collections: options.collection, signal })),
  );
}

export function importCommand(): Command {
  return createStoreCommand('import', 'take in what `pincite export` wrote', [
    new Option('--collection <name>', 'collection to import to, where the export has one'),
  ])
    .argument('[file]', 'a file of lines, or - for the standard input', '-')
    .helpAfter(`
A document is stored as a whole or not at all; run it again after it was stopped, and it goes on.

Examples:
  pincite import all.jsonl --store sqlite:./copy
  gunzip -c contracts.jsonl.gz | pincite import --collection archive`)
    .action(importFile);
}

async function importFile(
  file: string,
  options: Omit<SessionOptions, 'collection'> & { readonly collection?: string },
): Promise<void> {
  const found = file === '-' ? undefined : await stat(file).catch(unreadable(file));
  await withKnowledgeBase({ ...options, collection: 'default' }, async (kb, signal) => {
    const source = found ? createReadStream(file) : process.stdin;
    // A pipe that has a name has no size.
    const shareRead = () => (found?.size ? (source as ReadStream).bytesRead / found.size : undefined);
    const { collection } = options;
    const result = await withBar(shareRead, (onProgress) =>
      kb.import(source, { collection, signal, onProgress }),
    );
    print(result, options);
  });
}

function unreadable(file: string) {
  return async (cause: Error): Promise<never> => {
    const { LoadError } = await import('../../../../index.ts');
    throw new LoadError(`${file} cannot be read`, { hint: 'Check the path.', cause });
  };
}

export function copyCommand(): Command {
  const command = new HelpfulCommand('copy')
    .description('copy collections from one store to another without embedding again')
    .argument('<from>', 'the store that has them, such as sqlite:./.pincite')
    .argument('<to>', 'the store that gets them, such as postgres://user:password@host/database');
  for (const option of [flags.collections, flags.config, ...jsonFlags]) command.addOption(option);
  return command
    .helpAfter(`
Vectors, originals and the models of adapted collections go along. What is there already is skipped: run it again after it was
stopped, and it goes on. At the end, each document is read from both stores and compared.

Examples:
  pincite copy sqlite:./.pincite sqlite:/mnt/usb/library
  pincite copy sqlite:./.pincite postgres://pincite:secret@db.example.com/library --collection contracts`)
    .action(copy);
}

async function copy(from: string, to: string, options: Omit<TransferFlags, 'store'>): Promise<void> {
  const { collection: collections } = options;
  const session = { ...options, store: from, collection: 'default' };
  await withStoredKnowledgeBase(session, async (kb, signal) => {
    // Before a store is made there; this throws where a collection is missing.
    for (const collection of collections ?? []) await kb.documents(undefined, { collection, limit: 1 });
    await using other = await openConfigured({ store: to });
    const result = await withBar(shareCopied(), (onProgress) =>
      kb.copyTo(other, { collections, signal, onProgress }),
    );
    print(result, options);
    if (!options.json)
      printLines([`${plural(result.documentsChecked, 'document')} compared with the copy: no differences.`]);
  });
}

/** The documents of a collection are copied and then compared, before those of the next one. */
function shareCopied(): (progress: TransferProgress) => number {
  let [copied, checked] = [0, 0];
  return ({ done, total = done, outcome }) => {
    if (outcome === 'checked') checked = done;
    else copied = done;
    return (copied + checked) / (2 * total);
  };
}

const withBar = <Result extends TransferResult>(
  share: (progress: TransferProgress) => number | undefined,
  work: (onProgress: (progress: TransferProgress) => void) => Promise<Result>,
) =>
  withProgressBar((bar) =>
    work((progress) => {
      const step = progress.outcome === 'checked' ? ' compared' : '';
      bar.update(share(progress), plural(progress.done, 'document') + step, progress.documentId);
    }),
  );

function print(result: TransferResult, { json }: { readonly json?: boolean }): void {
  if (json) return printJson(result);
  const { documentsInserted, documentsReplaced, documentsSkipped, totalChunks, collections } = result;
  printLines([
    `${plural(documentsInserted, 'document')} added, ${formatCount(documentsReplaced)} replaced, ${formatCount(documentsSkipped)} unchanged (${plural(totalChunks, 'chunk')}) in ${collections.join(', ') || 'no collection'}.`,
  ]);
}
