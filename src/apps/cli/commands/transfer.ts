import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import type { TransferProgress, TransferResult } from '../../../index.ts';
import { flags } from '../flags.ts';
import { formatCount, plural } from '../layout.ts';
import { createProgressBar } from '../progress.ts';
import { writeOut } from '../write-out.ts';
import {
  createStoreCommand,
  openConfigured,
  printJson,
  printLines,
  withKnowledgeBase,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../session.ts';

interface TransferFlags extends Omit<SessionOptions, 'collection'> {
  /** All unless given. */
  readonly collection?: string[];
}

export function exportCommand(): Command {
  return createStoreCommand('export', 'write everything that is stored as lines of JSON', [
    flags.collections(),
  ])
    .addHelpText(
      'after',
      `
Texts, pages with their layout, chunks, vectors, originals and the models of adapted collections: what
\`pincite import\` takes in without embedding again.

Examples:
  pincite export > all.jsonl
  pincite export --collection contracts | gzip > contracts.jsonl.gz`,
    )
    .action(exportStore);
}

async function exportStore(options: TransferFlags): Promise<void> {
  const session = { ...options, collection: 'default' };
  await withStoredKnowledgeBase(session, (kb, signal) =>
    writeOut(kb.export({ collections: options.collection, signal })),
  );
}

export function importCommand(): Command {
  return createStoreCommand('import', 'take in what `pincite export` wrote', [
    new Option('--collection <name>', 'collection to import to, where the export has one'),
  ])
    .argument('[file]', 'a file of lines, or - for the standard input', '-')
    .addHelpText(
      'after',
      `
A document is stored as a whole or not at all; run it again after it was stopped, and it goes on.

Examples:
  pincite import all.jsonl --store sqlite:./copy
  gunzip -c contracts.jsonl.gz | pincite import --collection archive`,
    )
    .action(importFile);
}

async function importFile(
  file: string,
  options: Omit<SessionOptions, 'collection'> & { readonly collection?: string },
): Promise<void> {
  if (file !== '-') await stat(file).then(() => undefined, unreadable(file));
  await withKnowledgeBase({ ...options, collection: 'default' }, async (kb, signal) => {
    const source = file === '-' ? process.stdin : createReadStream(file);
    const { collection } = options;
    const result = await withBar((onProgress) => kb.import(source, { collection, signal, onProgress }));
    print(result, options);
  });
}

function unreadable(file: string) {
  return async (cause: Error): Promise<never> => {
    const { LoadError } = await import('../../../index.ts');
    throw new LoadError(`${file} cannot be read`, { hint: 'Check the path.', cause });
  };
}

export function copyCommand(): Command {
  return createStoreCommand('copy', 'copy collections to another store without embedding again', [
    flags.collections(),
    new Option('--to <url>', 'the other store, such as sqlite:./copy').makeOptionMandatory(),
  ])
    .addHelpText(
      'after',
      `
Vectors, originals and the models of adapted collections go along. What is there already is skipped.

Examples:
  pincite copy --to sqlite:/mnt/usb/library
  pincite copy --collection contracts --to sqlite:./contracts`,
    )
    .action(copy);
}

async function copy(options: TransferFlags & { readonly to: string }): Promise<void> {
  const { collection: collections, to } = options;
  await withStoredKnowledgeBase({ ...options, collection: 'default' }, async (kb, signal) => {
    await using other = await openConfigured({ store: to });
    print(await withBar((onProgress) => kb.copyTo(other, { collections, signal, onProgress })), options);
  });
}

async function withBar(
  work: (onProgress: (progress: TransferProgress) => void) => Promise<TransferResult>,
): Promise<TransferResult> {
  const bar = createProgressBar();
  try {
    return await work(({ done, documentId }) => bar.update(0, `${formatCount(done)} ${documentId}`));
  } finally {
    bar.stop();
  }
}

function print(result: TransferResult, { json }: { readonly json?: boolean }): void {
  if (json) return printJson(result);
  const { documentsInserted, documentsReplaced, documentsSkipped, chunks, collections } = result;
  printLines([
    `${plural(documentsInserted, 'document')} added, ${formatCount(documentsReplaced)} replaced, ${formatCount(documentsSkipped)} unchanged (${plural(chunks, 'chunk')}) in ${collections.join(', ') || 'no collection'}.`,
  ]);
}
