import { Option, type Command } from 'commander';
import { ConfigError, type KnowledgeBase, type UpdateResponse, type Filter } from '../../../../index.ts';
import { findDocument } from '../../find/find-document.ts';
import { flags } from '../../options/flags.ts';
import { plural } from '../../terminal/layout.ts';
import {
  createCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface RemoveFlags extends SessionOptions {
  readonly where?: Filter;
  readonly all?: boolean;
}

export function removeCommand(): Command {
  return createCommand('remove', 'remove documents with everything stored for them', [
    flags.where,
    new Option('--all', 'remove the whole collection'),
  ])
    .argument('[documents...]', 'document ids (or their starts), file names or paths')
    .helpAfter(`
Examples:
  pincite remove annual-report
  pincite remove --where '{"client": "acme"}'
  pincite remove --all --collection drafts`)
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
  await withStoredKnowledgeBase(options, async (kb) => {
    if (options.all) return removeAll(kb, options);
    const documents = await Promise.all(names.map((name) => findDocument(kb, name, collection)));
    const documentIds = names.length > 0 ? documents.map(({ documentId }) => documentId) : undefined;
    const response = await kb.updateDocuments({
      collection,
      strategy: 'delete',
      documentIds,
      filter: options.where,
    });
    if (options.json) return printJson(response);
    printLines(describe(response));
  });
}

async function removeAll(kb: KnowledgeBase, { collection, json }: RemoveFlags): Promise<void> {
  const known = (await kb.collections()).find(({ name }) => name === collection);
  await kb.removeCollection(collection);
  const { documentCount, chunkCount } = known ?? {};
  if (json) return printJson({ removed: collection, documentCount, chunkCount });
  const held =
    known && ` with ${plural(known.documentCount, 'document')} and ${plural(known.chunkCount, 'chunk')}`;
  printLines([`Removed collection "${collection}"${held ?? ''}.`]);
}

const mostNamed = 20;

/** Which documents went, and all that went with them. */
function describe(response: UpdateResponse): string[] {
  const { updatedDocumentIds: ids, documentsDeleted, chunksDeleted } = response;
  const parts = [
    plural(documentsDeleted, 'document'),
    ...(response.versionsDeleted > 0 ? [plural(response.versionsDeleted, 'earlier version')] : []),
    plural(chunksDeleted, 'chunk'),
    ...(response.originalsDeleted > 0 ? [plural(response.originalsDeleted, 'stored original')] : []),
  ];
  const more = ids.length - mostNamed;
  return [
    ...ids.slice(0, mostNamed).map((id) => `- ${id}`),
    ...(more > 0 ? [`  and ${plural(more, 'more document')}`] : []),
    `Removed ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`,
  ];
}
