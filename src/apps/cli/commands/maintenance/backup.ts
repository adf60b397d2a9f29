import type { Command } from 'commander';
import { flags } from '../../options/flags.ts';
import { displayPath, formatBytes, plural } from '../../terminal/layout.ts';
import {
  createStoreCommand,
  printJson,
  printLines,
  resolveConfig,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface BackupFlags extends SessionOptions {
  readonly force?: boolean;
}

export function backupCommand(): Command {
  return createStoreCommand('backup', 'write a checked copy of the whole store, while others use it', [
    flags.replace('replace an earlier backup'),
  ])
    .argument('<folder>', 'folder of the backup, itself a store')
    .helpAfter(`
Examples:
  pincite backup /backups/monday
  pincite backup /backups/latest --force
  pincite search "liability" --store sqlite:/backups/monday`)
    .action(backup);
}

async function backup(folder: string, options: BackupFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const result = await kb.backup(folder, { force: options.force, signal });
    if (options.json) return printJson(result);
    const { documents, chunks, bytes } = result;
    printLines([
      `Backed up ${plural(documents, 'document')} with ${plural(chunks, 'chunk')} (${formatBytes(bytes)}) to ${displayPath(result.folder)}.`,
    ]);
  });
}

export function restoreCommand(): Command {
  return createStoreCommand('restore', 'make the store what a backup holds', [
    flags.replace('replace a store that has documents'),
  ])
    .argument('<backup>', 'folder that `pincite backup` wrote')
    .helpAfter(`
The backup is checked before anything is changed. No other process may have the store open.

Examples:
  pincite restore /backups/monday
  pincite restore /backups/monday --store sqlite:./other --force`)
    .action(restore);
}

async function restore(folder: string, options: BackupFlags): Promise<void> {
  const { restoreBackup } = await import('../../../../index.ts');
  const { store } = await resolveConfig(options);
  const result = await restoreBackup(folder, { store, force: options.force });
  if (options.json) return printJson(result);
  printLines([
    `Restored ${plural(result.documents, 'document')} with ${plural(result.chunks, 'chunk')} to ${store}.`,
  ]);
}
