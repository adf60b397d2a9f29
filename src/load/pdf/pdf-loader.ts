import { ConfigError, PdfCorruptedError, PdfEmptyError, PdfEncryptedError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import { arrange } from './arrange.ts';
import { latin1 } from '../detect/decode.ts';
import { lacksText, type PdfContent, type PdfPage } from './content.ts';
import { PdfiumFailure } from './parse/pdfium/file.ts';
import { readWithPdfium } from './parse/pdfium/pdfium.ts';
import { PdfjsFailure, readWithPdfjs } from './parse/pdfjs/pdfjs.ts';
import { namedPages } from './page-list.ts';
import { checkCharacters } from './limits-and-pauses.ts';
import { readScans } from './pictures/scanned-pages.ts';
import { readXmp } from './metadata/xmp.ts';

/** Bytes from the start in which the signature must stand; some producers write other things before it. */
const signatureWindow = 1024;

/**
 * Reads PDF: with PDFium, and with pdf.js where PDFium fails; or with the parser that is asked for alone. Folder by folder:
 *
 *   parse/      words with boxes, drawn lines, pictures, links, outline
 *   pictures/   OCR of scans and pictures; drawing pages
 *   arrange/    words into rows, reading order and pieces; arrange.ts calls all that follows
 *   tables/     which rows (cells.ts, find-tables.ts, is-table.ts) or drawn lines (ruled/) are a table, and its cells
 *   margins/    running heads, numbers of pages and lines, notes
 *   sections/   headings, lists of contents
 *   write/      pieces into one text, tables as Markdown (table-writer.ts)
 *   metadata/   title, authors, date
 *
 * Coordinates are PDF points from the top left of the page as displayed. Word boxes are as wide as the
 * glyphs' advances and as high as the font's ascent and descent.
 *
 * @throws PdfEncryptedError when a password is needed or wrong; PdfCorruptedError when neither parser reads
 * the file; PdfEmptyError when no page has text, also after OCR where that is asked for; LimitExceededError; the signal's reason when aborted.
 */
export const pdfLoader: Loader = { load };

async function load(request: LoadRequest): Promise<LoadedDocument> {
  if (!latin1(request.bytes, signatureWindow).includes('%PDF'))
    throw corrupted(request, 'The file is not a PDF: it has no %PDF signature.');
  const { content, advice } = await readScans(await readContent(request), request);
  if (content.pages.every(isEmpty)) throw withoutText(request, content, advice);
  const xmp = await readXmp(request.bytes);
  const loaded = await arrange({ ...content, info: { ...content.info, xmp } }, request);
  if (loaded.text === '') throw withoutText(request, content, advice);
  checkCharacters(loaded.text.length, request);
  return {
    ...loaded,
    ...(xmp?.language === undefined ? {} : { language: xmp.language }),
    warnings: [...loaded.warnings, ...doubtfulPages(content), ...unreadPages(content, advice)],
  };
}

const isEmpty = ({ words }: PdfPage) => words.length === 0;

function doubtfulPages(content: PdfContent): string[] {
  const pages = numbersOf(content, (page) => page.overScan === true && !isEmpty(page));
  if (pages.length === 0) return [];
  return [`Scans with the text of another OCR, which may have misread it: ${namedPages(pages)}.`];
}

function unreadPages(content: PdfContent, advice: string): string[] {
  const empty = numbersOf(content, (page) => isEmpty(page) && page.blank !== true);
  const pictured = numbersOf(content, (page) => lacksText(page) && !isEmpty(page));
  const garbled = numbersOf(content, (page) => page.garbled === true);
  const warnings: string[] = [];
  if (empty.length > 0)
    warnings.push(`No text was found on ${namedPages(empty)}: a scan has none. ${advice}`);
  if (pictured.length > 0)
    warnings.push(
      `Beside pictures there are only words in the margins on ${namedPages(pictured)}: a scan has no others. ${advice}`,
    );
  if (garbled.length > 0)
    warnings.push(
      `The text is garbled on ${namedPages(garbled)}: the fonts do not say which characters they show. ${advice}`,
    );
  return warnings;
}

/** Numbers, from 1, of some of the pages. */
function numbersOf({ pages }: PdfContent, isMeant: (page: PdfPage) => boolean): number[] {
  return pages.flatMap((page, index) => (isMeant(page) ? [index + 1] : []));
}

/** PDFium first; pdf.js when PDFium cannot open the file, breaks, or refuses the given password. */
async function readContent(request: LoadRequest): Promise<PdfContent> {
  const { pdfParser = 'auto' } = request;
  return pdfParser === 'auto' ? readWithBoth(request) : readWithOne(request, pdfParser);
}

async function readWithOne(request: LoadRequest, parser: 'pdfium' | 'pdfjs'): Promise<PdfContent> {
  try {
    return await (parser === 'pdfium' ? readWithPdfium(request) : readWithPdfjs(request));
  } catch (error) {
    if (!(error instanceof PdfiumFailure || error instanceof PdfjsFailure)) throw error;
    throw corrupted(
      request,
      `The PDF is damaged: ${parser} cannot read it, and loading.pdf.parser names it alone.`,
      [error],
    );
  }
}

async function readWithBoth(request: LoadRequest): Promise<PdfContent> {
  if (request.skipsPdfium) return readAgain(request, new PdfiumFailure('PDFium ended its process.'));
  try {
    return await readWithPdfium(request);
  } catch (error) {
    const refused = error instanceof PdfEncryptedError && request.password !== undefined;
    if (!refused && !(error instanceof PdfiumFailure)) throw error;
    return await readAgain(request, error);
  }
}

async function readAgain(request: LoadRequest, first: Error): Promise<PdfContent> {
  try {
    const content = await readWithPdfjs(request);
    const warning =
      'The first PDF parser failed, so a second one was used: positions of words are approximate.';
    return { ...content, warnings: [warning, ...content.warnings] };
  } catch (error) {
    const isMissing = error instanceof ConfigError;
    if (!(isMissing || error instanceof PdfjsFailure)) throw error;
    if (first instanceof PdfEncryptedError) throw first;
    const message = isMissing
      ? 'The PDF is damaged: PDFium cannot read it.'
      : 'The PDF is damaged: neither parser can read it.';
    throw corrupted(request, message, [first, error], isMissing ? error.hint : undefined);
  }
}

function corrupted(
  { name }: LoadRequest,
  message: string,
  causes: readonly Error[] = [],
  hint?: string,
): PdfCorruptedError {
  return new PdfCorruptedError(message, {
    hint: [
      'Get the file again, or open it in a PDF viewer and save it as a new PDF.',
      ...(hint === undefined ? [] : [`Another parser may read it: ${hint}`]),
    ].join(' '),
    context: { document: name, reasons: causes.map((cause) => cause.message) },
    ...(causes.length > 0 ? { cause: causes[0] } : {}),
  });
}

function withoutText({ name }: LoadRequest, content: PdfContent, advice: string): PdfEmptyError {
  const pages = numbersOf(content, () => true);
  const message = `The PDF has no text on any page (${namedPages(pages)}): it may be a scan.`;
  return new PdfEmptyError(message, { hint: advice, context: { document: name, pages } });
}
