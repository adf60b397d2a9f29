import { Option, type Command } from 'commander';
import { ConfigError } from '../../../index.ts';
import { findDocument } from '../find-document.ts';
import { flags } from '../flags.ts';
import { plural } from '../layout.ts';
import { createCommand, printJson, printLines, withKnowledgeBase, type SessionOptions } from '../session.ts';

interface RemoveFlags extends SessionOptions {
  readonly where?: unknown;
  readonly all?: boolean;
}

export function removeCommand(): Command {
  return createCommand('remove', 'remove documents with everything stored for them', [
    flags.where(),
    new Option('--all', 'remove the whole collection'),
  ])
    .argument('[documents...]', 'document ids (or their starts) or paths')
    .addHelpText(
      'after',
      `
Examples:
  pincite remove annual-report
  pincite remove --where '{"client": "acme"}'
  pincite remove --all --collection drafts`,
    )
    .action(remove);
}

async function remove(names: string[], options: RemoveFlags): Promise<void> {
  const ways = [names.length > 0, options.where !== undefined, options.all === true].filter(Boolean).length;
  if (ways !== 1) {
    throw new ConfigError('Say what to remove in one way: document ids, --where or --all', {
      hint: 'For example: pincite remove annual-report',
    });
  }
  const { collection } = options;
  await withKnowledgeBase(options, async (kb) => {
    if (options.all) {
      await kb.removeCollection(collection);
      return options.json
        ? printJson({ removed: collection })
        : printLines([`Removed collection "${collection}".`]);
    }
    const documents = await Promise.all(names.map((name) => findDocument(kb, name, collection)));
    const documentIds = names.length > 0 ? documents.map(({ documentId }) => documentId) : undefined;
    const response = await kb.updateDocuments({
      collection,
      strategy: 'delete',
      documentIds,
      filter: options.where,
    });
    if (options.json) return printJson(response);
    const { documentsDeleted, chunksDeleted } = response;
    printLines([`Removed ${plural(documentsDeleted, 'document')} and ${plural(chunksDeleted, 'chunk')}.`]);
  });
}
