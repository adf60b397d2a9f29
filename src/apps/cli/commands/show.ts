import { writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import {
  ConfigError,
  NoDocumentsFoundError,
  type Chunk,
  type FullDocument,
  type KnowledgeBase,
} from '../../../index.ts';
import { findDocument } from '../find-document.ts';
import { displayPath, formatCount, plural, shorten, table, wrap } from '../layout.ts';
import { paint } from '../paint.ts';
import {
  createCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../session.ts';

interface ShowFlags extends SessionOptions {
  readonly text?: boolean;
  readonly chunks?: boolean;
  readonly page?: string;
  readonly atVersion?: number;
  readonly original?: string;
}

export function showCommand(): Command {
  return createCommand('show', 'show a document, one of its pages, or a chunk', [
    new Option('--text', 'print the text that citations refer to'),
    new Option('--page <n>', 'print the text of one page'),
    new Option('--chunks', 'list the chunks'),
    new Option('--at-version <n>', 'an earlier version, where versions are kept').argParser(Number),
    new Option('--original <file>', 'write the kept original to a file'),
  ])
    .argument('<document>', 'document id (or its start), path, or chunk id')
    .addHelpText(
      'after',
      `
Examples:
  pincite show annual-report
  pincite show annual-report --page 7
  pincite show annual-report-2025-1a2b3c4d#0012 --json`,
    )
    .action(show);
}

/** Document ids have no `#`, and paths that end like this are rare. */
const chunkIdPattern = /#\d{4,}$/;

async function show(name: string, options: ShowFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb) => {
    if (chunkIdPattern.test(name)) return showChunk(kb, name, options);
    const { documentId } = await findDocument(kb, name, options.collection);
    const place = { collection: options.collection, version: options.atVersion };
    if (options.original !== undefined)
      return writeOriginal(kb, documentId, { ...place, file: options.original });
    const document = await kb.document(documentId, place);
    if (options.page !== undefined) return printPage(document, options.page);
    if (options.text) return printLines([document.text]);
    const chunks = await kb.chunks(documentId, place);
    if (options.json) return printJson(options.chunks ? chunks : document);
    printLines(options.chunks ? listChunks(chunks) : describeDocument(document));
  });
}

async function showChunk(kb: KnowledgeBase, chunkId: string, options: ShowFlags): Promise<void> {
  const documentId = chunkId.slice(0, chunkId.indexOf('#'));
  const [, ofVersion] = /#v(\d+)#\d+$/.exec(chunkId) ?? [];
  const place = {
    collection: options.collection,
    version: ofVersion === undefined ? undefined : Number(ofVersion),
  };
  const chunk = (await kb.chunks(documentId, place)).find((one) => one.chunkId === chunkId);
  if (chunk === undefined) {
    throw new NoDocumentsFoundError(`There is no chunk "${chunkId}" in collection "${options.collection}"`, {
      hint: `List the document's chunks with \`pincite show ${documentId} --chunks\`.`,
      context: { chunk: chunkId },
    });
  }
  if (options.json) return printJson(chunk);
  const pages = chunk.pageNumbers.length > 0 ? ` · p. ${chunk.pageNumbers.join(', ')}` : '';
  printLines([`${paint.bold(chunk.chunkId)}${pages} · ${chunk.hierarchyPath}`, '', chunk.content]);
}

interface OriginalPlace {
  readonly collection: string;
  readonly version: number | undefined;
  readonly file: string;
}

async function writeOriginal(
  kb: KnowledgeBase,
  documentId: string,
  { file, ...place }: OriginalPlace,
): Promise<void> {
  const bytes = await kb.original(documentId, place);
  if (bytes === undefined) {
    throw new ConfigError(`The original of ${documentId} was not kept`, {
      hint: 'Set ingest.keepOriginals to true and add the document again.',
    });
  }
  await writeFile(file, bytes);
  printLines([`Wrote ${plural(bytes.length, 'byte')} to ${file}`]);
}

function printPage(document: FullDocument, page: string): void {
  const found = document.pages.find(({ number, label }) => String(number) === page || label === page);
  if (found === undefined) {
    throw new NoDocumentsFoundError(`${document.title} has no page ${page}`, {
      hint: `It has ${document.pages.length} pages.`,
      context: { document: document.documentId },
    });
  }
  printLines([document.text.slice(found.charStart, found.charEnd).trimEnd()]);
}

function describeDocument(document: FullDocument): string[] {
  const facts: [string, string | undefined][] = [
    ['id', document.documentId],
    ['source', displayPath(document.sourcePath)],
    ['format', document.format],
    ['authors', document.creators.join(', ')],
    ['created', document.dateCreated],
    ['language', document.language],
    ['pages', formatCount(document.pageCount)],
    ['chunks', formatCount(document.chunkCount)],
    ['characters', formatCount(document.totalChars)],
    ['added', document.ingestedAt],
    ['version', formatCount(document.version)],
    ['tags', document.tags.join(', ')],
    ['metadata', Object.keys(document.metadata).length > 0 ? JSON.stringify(document.metadata) : undefined],
  ];
  const outline = document.sections.map(
    ({ heading, level }) => `${'  '.repeat(level)}${shorten(heading, 90)}`,
  );
  return [
    ...wrap(document.title).map((line) => paint.bold(line)),
    ...facts.filter(([, value]) => value).map(([name, value]) => `  ${paint.dim(name.padEnd(11))} ${value}`),
    ...(outline.length > 0 ? ['', paint.bold('Sections'), ...outline] : []),
  ];
}

function listChunks(chunks: readonly Chunk[]): string[] {
  return table(
    ['chunk', 'pages', 'tokens', 'section', 'begins'],
    chunks.map((chunk) => [
      chunk.chunkId,
      chunk.pageNumbers.join(','),
      chunk.tokenCount,
      shorten(chunk.sectionHeading ?? '', 30),
      shorten(chunk.content, 50),
    ]),
  );
}
