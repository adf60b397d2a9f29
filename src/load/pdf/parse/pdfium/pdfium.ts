/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { LoadRequest } from '../../../loader.ts';
import {
  infoOf,
  leastPictured,
  maxOutlineDepth,
  maxOutlineItems,
  type OutlineItem,
  type PdfContent,
  type PdfPage,
} from '../../content.ts';
import { hasGarbledText } from '../garbled.ts';
import { displayedPoint, displayedSize, type PageSpace } from '../page-space.ts';
import { guard, PdfiumFailure, PdfiumFile } from './file.ts';
import { pdfium } from './module.ts';
import { removeClippedText } from './clips.ts';
import { CharacterReader } from './page.ts';
import { readLinks } from './links.ts';
import { readPictures } from './pictures.ts';
import { readRules } from './rules.ts';
import { readStructure } from './structure.ts';
import { readUtf16 } from './text.ts';
import { measureGlyphs } from './unmeasured.ts';
import { isMostlyUnpainted } from './unpainted.ts';
import { readPages } from '../read-pages.ts';
import { checkCharacters } from '../../limits-and-pauses.ts';
import { withSoundTags } from '../../sections/structure.ts';
import { charactersToWords } from '../../words.ts';

/**
 * Reads a PDF with PDFium. Everything taken from the engine's memory is given back, also on errors.
 *
 * @throws PdfEncryptedError when a password is needed or wrong; LimitExceededError; PdfiumFailure when the
 * file cannot be opened or the engine breaks.
 */
export async function readWithPdfium(request: LoadRequest): Promise<PdfContent> {
  const module = await pdfium();
  const file = guard(() => new PdfiumFile(module, request));
  try {
    return await readDocument(file, request);
  } finally {
    guard(() => file.close());
  }
}

async function readDocument(file: PdfiumFile, request: LoadRequest): Promise<PdfContent> {
  const total = guard(() => file.module._FPDF_GetPageCount(file.handle));
  if (total === 0) throw new PdfiumFailure('PDFium finds no page.');
  const reader = new CharacterReader(file);
  const spaces: PageSpace[] = [];
  let characters = 0;
  const onCount = (count: number) => checkCharacters((characters += count), request);
  const { pages, warnings, any } = await readPages(total, request, (index) =>
    guard(() => readPage(file, index, { reader, spaces, onCount })),
  );
  if (!any) throw new PdfiumFailure('PDFium cannot read any page.');
  const { outline, info } = guard(() => ({
    outline: readOutline(file, spaces),
    info: infoOf((name) => entryOf(file, name)),
  }));
  return { pages: withSoundTags(pages), outline, info, warnings };
}

interface Reading {
  readonly reader: CharacterReader;
  /** Takes that of the page, at its index. */
  readonly spaces: PageSpace[];
  /** Called with the number of its characters before these are read. */
  readonly onCount: (characters: number) => void;
}

function readPage(
  file: PdfiumFile,
  index: number,
  { reader, spaces, onCount }: Reading,
): PdfPage | undefined {
  const { module, handle } = file;
  const page = module._FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  const objects = removeClippedText(file, page);
  measureGlyphs(file, objects);
  const textPage = module._FPDFText_LoadPage(page);
  try {
    const space = spaceOf(file, page);
    const size = displayedSize(space);
    if (textPage !== 0) onCount(module._FPDFText_CountChars(textPage));
    const { tags, figures } = readStructure(file, page);
    const characters = textPage === 0 ? undefined : reader.read({ objects, textPage }, space, tags);
    const text = characters
      ? { words: charactersToWords(characters, size), garbled: hasGarbledText(characters) }
      : { words: [] };
    const label = readUtf16(module, (buffer, bytes) =>
      module._FPDF_GetPageLabel(handle, index, buffer, bytes),
    );
    const rules = readRules(file, objects, space);
    const links = readLinks(file, page, space);
    const pictures = readPictures(file, { objects, space, figures });
    const overScan = pictures.imageShare >= leastPictured && isMostlyUnpainted(file, objects);
    spaces[index] = space;
    return { size, ...text, rules, links, ...pictures, overScan, ...(label ? { label } : {}) };
  } finally {
    if (textPage !== 0) module._FPDFText_ClosePage(textPage);
    module._FPDF_ClosePage(page);
  }
}

function spaceOf({ module, scratch }: PdfiumFile, page: number): PageSpace {
  module._FPDF_GetPageBoundingBox(page, scratch);
  const at = scratch >> 2;
  const [left = 0, top = 0, right = 0, bottom = 0] = module.HEAPF32.subarray(at, at + 4);
  return { left, bottom, right, top, rotation: module._FPDFPage_GetRotation(page) & 3 };
}

/** Of the document information dictionary. */
function entryOf(file: PdfiumFile, name: string): string {
  const { module, handle } = file;
  const address = file.copy(new TextEncoder().encode(`${name}\0`));
  const value = readUtf16(module, (buffer, bytes) =>
    module._FPDF_GetMetaText(handle, address, buffer, bytes),
  );
  module.wasmExports.free(address);
  return value;
}

function readOutline(file: PdfiumFile, spaces: readonly PageSpace[]): OutlineItem[] {
  const { module, handle } = file;
  const items: OutlineItem[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number): void => {
    let bookmark = module._FPDFBookmark_GetFirstChild(handle, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && items.length < maxOutlineItems) {
      seen.add(bookmark);
      const item = itemOf(file, bookmark, spaces);
      if (item) items.push({ ...item, level });
      if (level < maxOutlineDepth) visit(bookmark, level + 1);
      bookmark = module._FPDFBookmark_GetNextSibling(handle, bookmark);
    }
  };
  visit(0, 1);
  return items;
}

function itemOf(
  file: PdfiumFile,
  bookmark: number,
  spaces: readonly PageSpace[],
): Omit<OutlineItem, 'level'> | undefined {
  const { module, handle } = file;
  const title = readUtf16(module, (buffer, bytes) =>
    module._FPDFBookmark_GetTitle(bookmark, buffer, bytes),
  ).trim();
  const action = module._FPDFBookmark_GetAction(bookmark);
  const direct = module._FPDFBookmark_GetDest(handle, bookmark);
  const destination = direct || (action === 0 ? 0 : module._FPDFAction_GetDest(handle, action));
  if (destination === 0 || title === '') return undefined;
  const page = module._FPDFDest_GetDestPageIndex(handle, destination);
  const space = spaces[page];
  if (!space) return undefined;
  return { title, page, ...placeOf(file, destination, space) };
}

/** Where on its page a destination lies, as far as it says so. */
function placeOf(
  { module, scratch }: PdfiumFile,
  destination: number,
  space: PageSpace,
): Pick<OutlineItem, 'x' | 'y'> {
  const [hasX, hasY, hasZoom, x, y, zoom] = [0, 4, 8, 12, 16, 20].map((offset) => scratch + offset);
  const found = module._FPDFDest_GetLocationInPage(destination, hasX!, hasY!, hasZoom!, x!, y!, zoom!);
  if (found === 0 || module.HEAPU8[hasY!] === 0 || space.rotation % 2 === 1) return {};
  const [left = 0, top = 0] = module.HEAPF32.subarray(x! >> 2, (x! >> 2) + 2);
  const point = displayedPoint(space, left, top);
  return module.HEAPU8[hasX!] === 0 ? { y: point.y } : point;
}
