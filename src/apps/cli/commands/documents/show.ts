import { Option, type Command } from 'commander';
import {
  ConfigError,
  NoDocumentsFoundError,
  type Chunk,
  type FullDocument,
  type KnowledgeBase,
} from '../../../../index.ts';
import { describeFacts } from '../../print/describe-facts.ts';
import { describePages, describePlace, ownSection } from '../../print/describe-place.ts';
import { findChunk, isChunkId } from '../../find/find-chunk.ts';
import { findDocument } from '../../find/find-document.ts';
import { flags } from '../../options/flags.ts';
import { displayPath, formatCount, plural, shorten, table } from '../../terminal/layout.ts';
import { paint, paintLines } from '../../terminal/paint.ts';
import { placeOnPage } from '../../options/place-on-page.ts';
import { readCitation, restoreCitation, type SavedCitation } from '../../find/read-citation.ts';
import { checkNewFile, writeNamedFile } from '../../terminal/write-file.ts';
import {
  createCommand,
  jsonOf,
  printJson,
  printLines,
  printText,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface ShowFlags extends SessionOptions {
  readonly text?: boolean;
  readonly chunks?: boolean;
  readonly page?: string;
  readonly region?: string;
  readonly atVersion?: number;
  readonly original?: string;
  readonly layout?: string;
  readonly password?: string;
  readonly force?: boolean;
  readonly citation?: string;
}

export function showCommand(): Command {
  return createCommand('show', 'show a document, one of its pages, a chunk, or a citation', [
    new Option('--text', 'print the text that citations refer to'),
    new Option('--page <n>', 'print the text of one page'),
    new Option('--region <name>', 'with --page: what stands there: top-right, bottom, …, or x0,y0,x1,y1'),
    new Option('--chunks', 'list the chunks'),
    flags.atVersion,
    new Option('--original <file>', 'write the kept original to a file'),
    new Option(
      '--layout <file.png>',
      'draw a page (--page, else the first) with what was understood of it outlined',
    ),
    flags.password,
    flags.replace('with --layout: replace the file'),
    new Option('--citation <answer.json#n>', 'print what a saved answer cites, with the text around it'),
  ])
    .argument('[document]', 'document id (or its start), file name or path, or chunk id such as report#0003')
    .helpAfter(`
Examples:
  pincite show annual-report
  pincite show annual-report --page 7
  pincite show annual-report --page 2 --region top-right
  pincite show annual-report --page 7 --layout page-7.png
  pincite show 'annual-report#0012' --json
  pincite ask "Who chairs the board?" --output answer.json && pincite show --citation answer.json#1`)
    .action(show);
}

async function show(name: string | undefined, options: ShowFlags): Promise<void> {
  if ((name === undefined) === (options.citation === undefined)) {
    throw new ConfigError('Name a document, or a citation with --citation', {
      hint: 'Such as `pincite show annual-report`, or `pincite show --citation answer.json#1`.',
    });
  }
  const citation = options.citation === undefined ? undefined : await readCitation(options.citation);
  await withStoredKnowledgeBase(options, async (kb) => {
    if (citation !== undefined) await showCitation(kb, citation, options);
    else if (isChunkId(name!)) await showChunk(kb, name!, options);
    else await showDocument(kb, name!, options);
  });
}

async function showCitation(kb: KnowledgeBase, saved: SavedCitation, options: ShowFlags): Promise<void> {
  const citation = await restoreCitation(kb, saved);
  const surroundings = await kb.surroundings(citation);
  if (options.json) {
    const shown = await jsonOf(citation, options, ({ toLeanCitation }) => toLeanCitation);
    return printJson({ citation: shown, surroundings });
  }
  const { before, quote, after } = surroundings;
  const { title, pageNumbers, sectionHeading, sourcePath } = citation;
  const place = [
    describePages(pageNumbers),
    ownSection(title, sectionHeading),
    displayPath(sourcePath),
  ].filter(Boolean);
  printLines([[paint.bold(title), ...place].join(' · '), '', `${before}${mark(quote)}${after}`.trim()]);
}

/** The signs are for where there are no colours. */
const mark = (quote: string) => paintLines(paint.yellow, `»${quote}«`);

async function showDocument(kb: KnowledgeBase, name: string, options: ShowFlags): Promise<void> {
  const { documentId } = await findDocument(kb, name, options.collection);
  const place = { collection: options.collection, version: options.atVersion };
  if (options.original !== undefined)
    return writeOriginal(kb, documentId, { ...place, file: options.original, json: options.json });
  const document = await kb.document(documentId, place);
  if (options.layout !== undefined) return drawLayout(kb, document, { ...options, layout: options.layout });
  if (options.region !== undefined) return printRegion(kb, document, options);
  if (options.page !== undefined) return printPage(document, options.page, options);
  if (options.text) return printPart({ documentId, text: document.text }, options);
  const chunks = await kb.chunks(documentId, place);
  if (options.json) return printJson(options.chunks ? chunks : document);
  printLines(options.chunks ? listChunks(chunks) : describeDocument(document));
}

async function showChunk(kb: KnowledgeBase, name: string, options: ShowFlags): Promise<void> {
  const chunk = await findChunk(kb, name, options.collection);
  if (options.json) return printJson(chunk);
  const place = [describePages(chunk.pageNumbers), describePlace(chunk)].filter(Boolean);
  printLines([[paint.bold(chunk.chunkId), ...place].join(' · '), '', chunk.content]);
}

interface OriginalPlace {
  readonly collection: string;
  readonly version: number | undefined;
  readonly file: string;
  readonly json: boolean | undefined;
}

async function writeOriginal(
  kb: KnowledgeBase,
  documentId: string,
  { file, json, ...place }: OriginalPlace,
): Promise<void> {
  const bytes = await kb.original(documentId, place);
  if (bytes === undefined) {
    throw new ConfigError(`The original of ${documentId} was not kept`, {
      hint: 'Set ingest.keepOriginals to true and add the document again.',
    });
  }
  await writeNamedFile(file, bytes);
  if (json) printJson({ documentId, file, bytes: bytes.length });
  else printLines([`Wrote ${plural(bytes.length, 'byte')} to ${file}`]);
}

interface ShownPart {
  readonly documentId: string;
  readonly page?: number;
  /** What is printed at the foot or head of the page, where that is not its number. */
  readonly label?: string | undefined;
  readonly charStart?: number;
  readonly charEnd?: number;
  readonly text: string;
}

/** A part of a document's text, as it is or as JSON. */
function printPart(part: ShownPart, { json }: ShowFlags): void {
  if (json) printJson(part);
  else printText(part.text);
}

function printPage(document: FullDocument, page: string, options: ShowFlags): void {
  const { documentId, text } = document;
  const { number, label, charStart, charEnd } = findPage(document, page);
  const shown = text.slice(charStart, charEnd);
  const end = charStart + shown.trimEnd().length;
  printPart(
    { documentId, page: number, label, charStart, charEnd: end, text: text.slice(charStart, end) },
    options,
  );
}

async function printRegion(kb: KnowledgeBase, document: FullDocument, options: ShowFlags): Promise<void> {
  const { region: given, page = '1', atVersion: version, collection } = options;
  const { documentId } = document;
  const { number, label } = findPage(document, page);
  const region = placeOnPage(number, given!);
  const text = await kb.textInRegion(documentId, region, { collection, version });
  printPart({ documentId, page: number, label, text }, options);
}

function findPage(document: FullDocument, page: string): FullDocument['pages'][number] {
  const found = document.pages.find(({ number, label }) => String(number) === page || label === page);
  if (found !== undefined) return found;
  throw new NoDocumentsFoundError(`${document.title} has no page ${page}`, {
    hint: describePageRange(document),
    context: { document: document.documentId },
  });
}

function describePageRange({ format, pages }: FullDocument): string {
  return pages.length === 0
    ? `Texts of the format ${format} have none.`
    : `It has ${plural(pages.length, 'page')}.`;
}

async function drawLayout(
  kb: KnowledgeBase,
  document: FullDocument,
  { layout, page, password, atVersion, collection, force, json }: ShowFlags & { readonly layout: string },
): Promise<void> {
  await checkNewFile(layout, { force });
  const number = page === undefined ? 1 : findPage(document, page).number;
  const place = { collection, version: atVersion };
  const { png, outlined, ...size } = await kb.layoutPicture(document.documentId, {
    ...place,
    page: number,
    password,
  });
  await writeNamedFile(layout, png);
  if (json) return printJson({ file: layout, ...size, outlined });
  const legend = outlined
    .filter(({ count }) => count > 0)
    .map(({ kind, count, colour }) => `  ${plural(count, kind).padEnd(14)} ${paint.dim(colour)}`);
  printLines([
    `Wrote page ${number} to ${layout}, ${size.width} × ${size.height} pixels, with outlines of`,
    ...legend,
  ]);
}

function describeDocument(document: FullDocument): string[] {
  const facts = [
    ['id', document.documentId],
    ['source', displayPath(document.sourcePath)],
    ['format', document.format],
    ['authors', document.creators.join(', ')],
    ['created', document.dateCreated],
    ['language', document.language],
    ['pages', document.pageCount > 0 ? formatCount(document.pageCount) : undefined],
    ['chunks', formatCount(document.chunkCount)],
    ['characters', formatCount(document.totalChars)],
    ['added', document.ingestedAt],
    ['version', formatCount(document.version)],
    ['type', document.type],
    ['project', document.project],
    ['tags', document.tags.join(', ')],
    ['metadata', Object.keys(document.metadata).length > 0 ? JSON.stringify(document.metadata) : undefined],
  ] as const;
  return describeFacts({ ...document, facts });
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
