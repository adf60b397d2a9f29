import { dirname, join } from 'node:path';
import { PinciteError } from '../../../../errors.ts';
import { importPeer } from '../../../../models/import-peer.ts';
import { requireOfPackage } from '../../../../util/files/package-folder.ts';
import type { LoadRequest } from '../../../loader.ts';
import {
  infoOf,
  maxOutlineDepth,
  maxOutlineItems,
  type OutlineItem,
  type PdfContent,
  type PdfInfo,
  type PdfPage,
} from '../../content.ts';
import { isGarbled } from '../garbled.ts';
import { itemsToWords, type TextStyles } from './items.ts';
import { readPdfjsLinks } from './links.ts';
import { readPages } from '../read-pages.ts';
import { checkCharacters, encrypted } from '../../limits-and-pauses.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** pdf.js could not read the file. */
export class PdfjsFailure extends Error {
  override readonly name = 'PdfjsFailure';
}

/**
 * Reads a PDF with pdf.js: slower and with positions of text items only, which are shared out among their words by
 * length, but more forgiving with damaged files.
 *
 * @throws ConfigError where pdf.js, an optional peer, is not installed; PdfEncryptedError when a password is needed or wrong; LimitExceededError; PdfjsFailure otherwise.
 */
export async function readWithPdfjs(request: LoadRequest): Promise<PdfContent> {
  const pdfjs = await loadPdfjs();
  const root = dirname(requireOfPackage().resolve('pdfjs-dist/package.json'));
  const task = pdfjs.getDocument({
    // pdf.js takes the buffer away from its owner, so it gets a copy.
    data: new Uint8Array(request.bytes),
    ...(request.password === undefined ? {} : { password: request.password }),
    cMapUrl: join(root, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(root, 'standard_fonts/'),
    wasmUrl: join(root, 'wasm/'),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    return await readDocument(await task.promise, request);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw encrypted(request, error);
    if (error instanceof PinciteError || request.signal?.aborted) throw error;
    throw new PdfjsFailure(`pdf.js cannot read the file: ${String(error)}`, { cause: error });
  } finally {
    await task.destroy();
  }
}

const pdfjsUse = { what: 'PDFs read by pdf.js', install: 'npm install pdfjs-dist@5.6' };

/** pdf.js wants classes for drawing when it is loaded, and complains on the console without; nothing is drawn. */
async function loadPdfjs(): Promise<typeof import('pdfjs-dist')> {
  const missing = ['DOMMatrix', 'ImageData', 'Path2D'].filter((name) => !(name in globalThis));
  for (const name of missing) Reflect.set(globalThis, name, Object);
  try {
    return await importPeer('pdfjs-dist', pdfjsUse, 'pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    for (const name of missing) Reflect.deleteProperty(globalThis, name);
  }
}

async function readDocument(document: PDFDocumentProxy, request: LoadRequest): Promise<PdfContent> {
  let characters = 0;
  const { pages, warnings, any } = await readPages(document.numPages, request, async (index) => {
    const page = await readPage(document, index + 1).catch(() => undefined);
    for (const word of page?.words ?? []) characters += word.text.length;
    checkCharacters(characters, request);
    return page;
  });
  if (!any) throw new PdfjsFailure('pdf.js cannot read any page.');
  // After the pages, whose number is checked: it makes a label for each that the file claims to have.
  const labels = await document.getPageLabels().catch(() => null);
  const labelled = pages.map((page, index) => (labels?.[index] ? { ...page, label: labels[index] } : page));
  return { pages: labelled, outline: await readOutline(document), info: await readInfo(document), warnings };
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const items = content.items.filter((item) => 'str' in item);
  const words = itemsToWords(items, {
    transform,
    styles: content.styles as TextStyles,
    page: { width, height },
  });
  const pageOf = (dest: unknown) => targetPage(document, dest as OutlineNode['dest']);
  const links = await readPdfjsLinks(page, { transform, pageOf });
  page.cleanup();
  const garbled = isGarbled(items.map(({ str }) => str).join(' '));
  return { size: { width, height }, words, garbled, links };
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

async function readOutline(document: PDFDocumentProxy): Promise<OutlineItem[]> {
  const items: OutlineItem[] = [];
  const visit = async (nodes: readonly OutlineNode[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (items.length >= maxOutlineItems) return;
      const page = await targetPage(document, node.dest);
      const title = node.title.trim();
      if (page !== undefined && title !== '') items.push({ title, level, page });
      if (level < maxOutlineDepth) await visit(node.items, level + 1);
    }
  };
  const outline = (await document.getOutline().catch(() => null)) as readonly OutlineNode[] | null;
  await visit(outline ?? [], 1);
  return items;
}

async function targetPage(
  document: PDFDocumentProxy,
  dest: OutlineNode['dest'],
): Promise<number | undefined> {
  try {
    const target: unknown = (typeof dest === 'string' ? await document.getDestination(dest) : dest)?.[0];
    if (typeof target === 'number') return target;
    if (typeof target !== 'object' || target === null) return undefined;
    return await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0]);
  } catch {
    // A bookmark that leads nowhere is left out.
    return undefined;
  }
}

async function readInfo(document: PDFDocumentProxy): Promise<PdfInfo> {
  const metadata = await document.getMetadata().catch(() => undefined);
  const info = metadata?.info ?? {};
  return infoOf((name) => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' ? value : '';
  });
}
