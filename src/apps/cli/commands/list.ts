import type { Command } from 'commander';
import { flags } from '../flags.ts';
import { Option } from 'commander';
import { displayPath, plural, shorten, table } from '../layout.ts';
import { createCommand, printJson, printLines, withKnowledgeBase, type SessionOptions } from '../session.ts';

interface ListFlags extends SessionOptions {
  readonly where?: unknown;
  readonly limit?: number;
  readonly offset?: number;
  readonly collections?: boolean;
}

export function listCommand(): Command {
  return createCommand('list', 'list documents, or collections', [
    flags.where(),
    flags.limit(),
    flags.offset(),
    new Option('--collections', 'list the collections instead'),
  ])
    .addHelpText(
      'after',
      `
Examples:
  pincite list
  pincite list --where '{"format": "pdf", "tags": "signed"}' --json
  pincite list --collections`,
    )
    .action((options: ListFlags) =>
      options.collections ? listCollections(options) : listDocuments(options),
    );
}

async function listCollections(options: ListFlags): Promise<void> {
  await withKnowledgeBase(options, async (kb) => {
    const collections = await kb.collections();
    if (options.json) return printJson(collections);
    const rows = collections.map((one) => [one.name, one.documentCount, one.chunkCount, one.embeddingModel]);
    printLines(
      rows.length === 0 ? ['No collections yet.'] : table(['name', 'documents', 'chunks', 'model'], rows),
    );
  });
}

async function listDocuments(options: ListFlags): Promise<void> {
  await withKnowledgeBase(options, async (kb) => {
    const { collection, limit, offset } = options;
    const documents = await kb.documents(options.where, { collection, limit, offset });
    if (options.json) return printJson(documents);
    const rows = documents.map((document) => [
      document.documentId,
      shorten(document.title, 40),
      document.format,
      document.pageCount,
      document.chunkCount,
      displayPath(document.sourcePath),
    ]);
    const header = ['id', 'title', 'format', 'pages', 'chunks', 'source'];
    printLines([...(rows.length === 0 ? [] : table(header, rows)), plural(documents.length, 'document')]);
  });
}
