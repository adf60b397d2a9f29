import type { Command } from 'commander';
import { flags } from '../../options/flags.ts';
import { Option } from 'commander';
import type { Collection, Document, KnowledgeBase, Filter } from '../../../../index.ts';
import {
  cutEnd,
  cutStart,
  displayPath,
  fittingTable,
  formatCount,
  plural,
  shorten,
  tableWidth,
  terminalWidth,
  widthOfAll,
} from '../../terminal/layout.ts';
import { describeEmptiness } from '../../print/describe-emptiness.ts';
import { note, paint } from '../../terminal/paint.ts';
import {
  createCommand,
  jsonOf,
  printJson,
  printLines,
  printNotes,
  withListedKnowledgeBase,
  type Library,
  type SessionOptions,
} from '../../session.ts';

interface ListFlags extends SessionOptions {
  readonly where?: Filter;
  readonly limit?: number;
  readonly offset?: number;
  readonly versions?: 'all' | number;
  readonly collections?: boolean;
}

export function listCommand(): Command {
  return createCommand('list', 'list documents, or collections', [
    flags.where,
    flags.limit,
    flags.offset,
    flags.versions,
    new Option('--collections', 'list the collections instead'),
  ])
    .helpAfter(`
Examples:
  pincite list
  pincite list --where '{"format": "pdf", "tags": "signed"}' --json
  pincite list --collections`)
    .action((options: ListFlags) =>
      options.collections ? listCollections(options) : listDocuments(options),
    );
}

async function listCollections(options: ListFlags): Promise<void> {
  const nothing = (why: string) => printNothing(options, ['No collections yet.', why]);
  const work = async (kb: KnowledgeBase) => {
    const collections = await kb.collections();
    if (options.json) return printJson(collections);
    const rows = collections.map((one) => [one.name, one.documentCount, one.chunkCount, describeModel(one)]);
    const header = ['name', 'documents', 'chunks', 'model'];
    const elastic = [
      { column: 3, least: 12, cut: cutEnd },
      { column: 0, least: 12, cut: cutEnd },
    ];
    printLines(rows.length === 0 ? ['No collections yet.'] : fittingTable(header, rows, { elastic }));
  };
  await withListedKnowledgeBase(options, work, nothing);
}

/** Where there is no store: the sentence on that is no part of the list. */
function printNothing({ json }: ListFlags, [list, why]: readonly [string, string]): void {
  if (json) printJson([]);
  else printLines([list]);
  printNotes([why]);
}

/** `pincite-static-256-v3, adapted at 1,200 chunks`: the hash of an adapted model says nothing to a person. */
function describeModel({ embeddingModel, adaptation }: Collection): string {
  const { kind, baseModel = '', chunks = 0 } = adaptation ?? {};
  return kind === 'adapted' && embeddingModel.startsWith(`${baseModel}+`)
    ? `${baseModel}, adapted at ${formatCount(chunks)} chunks`
    : embeddingModel;
}

async function listDocuments(options: ListFlags): Promise<void> {
  const nothing = (why: string) => printNothing(options, ['0 documents', why]);
  const work = async (kb: KnowledgeBase) => {
    const { collection, limit, offset, versions } = options;
    const documents = await kb.documents(options.where, { collection, limit, offset, versions });
    if (documents.length === 0 && options.where !== undefined) {
      const unknown = await kb.unknownFields(options.where, { collection });
      printNotes(unknown.map(note));
    }
    if (options.json) return printJson(await jsonOf(documents, options, leanList));
    const total = isPage(options) ? await countDocuments(kb, options) : documents.length;
    const counted = plural(total, 'document');
    const shown = documents.length === total ? counted : `${formatCount(documents.length)} of ${counted}`;
    printLines([...(documents.length === 0 ? [] : listOf(documents, versions !== undefined)), shown]);
    if (total === 0) printNotes(await describeEmptiness(kb, collection));
  };
  await withListedKnowledgeBase(options, work, nothing);
}

const leanList =
  ({ toLeanDocument }: Library) =>
  (documents: readonly Document[]) =>
    documents.map((document) => toLeanDocument(document));

/** A table, what titles, sources and ids are too long for left out; in a terminal too narrow for it, an entry a document. */
function listOf(documents: readonly Document[], withVersion: boolean): string[] {
  const lines = tableOf(documents, withVersion);
  if (widthOfAll(lines) <= tableWidth()) return lines;
  return documents.flatMap((document) => [...entryOf(document, withVersion), '']);
}

function entryOf(document: Document, withVersion: boolean): string[] {
  const { documentId, title, sourcePath, format, pageCount, chunkCount, version } = document;
  const facts = [
    format,
    ...(pageCount > 0 ? [plural(pageCount, 'page')] : []),
    plural(chunkCount, 'chunk'),
    ...(withVersion ? [`version ${formatCount(version)}`] : []),
  ];
  const room = terminalWidth() - 2;
  return [
    paint.bold(shorten(title, terminalWidth())),
    `  ${cutEnd(documentId, room)}`,
    `  ${cutStart(displayPath(sourcePath), room)}`,
    paint.dim(`  ${facts.join(' · ')}`),
  ];
}

function tableOf(documents: readonly Document[], withVersion: boolean): string[] {
  const rows = documents.map((document) => [
    document.documentId,
    tableWidth() === Infinity ? document.title : shorten(document.title, 40),
    displayPath(document.sourcePath),
    document.format,
    document.pageCount || '',
    document.chunkCount,
    ...(withVersion ? [document.version] : []),
  ]);
  const header = ['id', 'title', 'source', 'format', 'pages', 'chunks', ...(withVersion ? ['version'] : [])];
  const elastic = [
    { column: 2, least: 12, cut: cutStart },
    { column: 1, least: 20, cut: cutEnd },
    { column: 0, least: 24, cut: cutEnd },
    { column: 2, least: 8, cut: cutStart },
    { column: 1, least: 12, cut: cutEnd },
  ];
  return fittingTable(header, rows, { elastic });
}

const isPage = ({ limit, offset }: ListFlags) => limit !== undefined || offset !== undefined;

async function countDocuments(kb: KnowledgeBase, options: ListFlags): Promise<number> {
  const { collection, where: filter, versions } = options;
  const [total] = await kb.stats({ collection, filter, versions });
  return total?.documents ?? 0;
}
