import type { Command } from 'commander';
import { formatBytes } from '../../terminal/layout.ts';
import {
  createStoreCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

export function vacuumCommand(): Command {
  return createStoreCommand('vacuum', 'free the room of what was removed; nothing of it stays on the disk')
    .helpAfter(`
Searches go on meanwhile, changes wait. Needs room for a second copy while it runs.

Examples:
  pincite vacuum
  pincite remove --where '{"client": "acme"}' && pincite vacuum`)
    .action(vacuum);
}

async function vacuum(options: SessionOptions): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const result = await kb.vacuum({ signal });
    if (options.json) return printJson(result);
    const { bytesBefore, bytesAfter } = result;
    printLines([`${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now.`]);
  });
}
