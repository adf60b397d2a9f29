import { LoadError, PinciteError, UnreadableDocumentError } from '../errors.ts';
import { detectLanguage } from '../text/language.ts';
import type { DocumentFormat, LoadedDocument } from '../types.ts';
import { detectFormat } from './detect/detect.ts';
import { checkLimit } from './source/limits.ts';
import { wellFormed } from '../util/strings/well-formed.ts';
import type { DocumentPart, Loader, LoadRequest } from './loader.ts';

const loaders: Readonly<Record<DocumentFormat, () => Promise<Loader>>> = {
  pdf: async () => (await import('./pdf/pdf-loader.ts')).pdfLoader,
  html: async () => (await import('./html/html.ts')).htmlLoader,
  markdown: async () => (await import('./markdown/markdown.ts')).markdownLoader,
  text: async () => (await import('./text/text-loader.ts')).textLoader,
  docx: async () => (await import('./office/docx.ts')).docxLoader,
  pptx: async () => (await import('./office/pptx.ts')).pptxLoader,
  epub: async () => (await import('./office/epub.ts')).epubLoader,
  xlsx: async () => (await import('./data/xlsx/xlsx.ts')).xlsxLoader,
  csv: async () => (await import('./data/csv.ts')).csvLoader,
  json: async () => (await import('./data/json.ts')).jsonLoader,
  email: async () => (await import('./mail/mail-loader.ts')).mailLoader,
  code: async () => (await import('./text/code.ts')).codeLoader,
};

const opened: Partial<Record<DocumentFormat, Promise<Loader>>> = {};

/** Importing costs something also where it has been done before. */
function openLoader(format: DocumentFormat): Promise<Loader> {
  return (opened[format] ??= loaders[format]());
}

/**
 * Reads a document of any format that has a loader, and tells its language where the document does not.
 * @throws LoadError or a subclass when it cannot be read, `context.document` being the request's name;
 * LimitExceededError when it has more than `maxBytes` or `maxChars`; the signal's reason when it is aborted.
 */
export function loadDocument(request: LoadRequest): Promise<LoadedDocument> {
  return loadAt(request, 0);
}

/** Documents in one another that are read: what is attached to a mail that is attached to a mail. */
const mostNested = 2;

async function loadAt(request: LoadRequest, depth: number): Promise<LoadedDocument> {
  const loadPart = (part: DocumentPart) =>
    loadAt({ ...request, format: undefined, marksPictures: false, ...part, onPage: () => {} }, depth + 1);
  try {
    return await detectAndLoad(depth < mostNested ? { ...request, loadPart } : request);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw named(error, request.name);
  }
}

async function detectAndLoad(request: LoadRequest): Promise<LoadedDocument> {
  const { bytes, name, contentType, signal } = request;
  checkLimit(request, 'maxBytes', bytes.length);
  const format = request.format ?? (await detectFormat(bytes, name, contentType));
  const loader = await openLoader(format);
  signal?.throwIfAborted();
  const { pages, ...rest } = await loader.load(request);
  // Words of pages are numbers and many.
  const document = {
    ...wellFormed(rest),
    pages: pages.map((page) =>
      page.label === undefined ? page : { ...page, label: wellFormed(page.label) },
    ),
  };
  checkLimit(request, 'maxChars', document.text.length);
  if (document.text.trim() === '') throw withoutText(name, format);
  const language = document.language ?? detectLanguage(document.text);
  const misnamed =
    format !== 'pdf' && /\.pdf$/i.test(name) ? [`${name} is no PDF; it was read as ${format}.`] : [];
  return {
    ...document,
    ...(language ? { language } : {}),
    warnings: [...document.warnings, ...misnamed.map((warning) => wellFormed(warning))],
  };
}

function withoutText(name: string, format: DocumentFormat): UnreadableDocumentError {
  return new UnreadableDocumentError(`${name} has no text to read.`, {
    hint: format === 'html' ? 'A page that scripts fill in must be saved from a browser.' : 'Check the file.',
  });
}

/** The error with the document in its context; what is no error of ours is a loader's failure. */
function named(error: unknown, document: string): PinciteError {
  if (!(error instanceof PinciteError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new LoadError(`${document} could not be read: ${reason}`, { context: { document }, cause: error });
  }
  if (error.context.document === document) return error;
  // The class must stay what callers look for, so the error itself is completed.
  return Object.assign(error, { context: { ...error.context, document } });
}
