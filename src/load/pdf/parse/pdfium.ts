/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { LoadRequest } from '../../loader.ts';
import {
  isScan,
  maxOutlineDepth,
  maxOutlineItems,
  type OutlineItem,
  type PdfContent,
  type PdfInfo,
  type PdfPage,
} from '../content.ts';
import { hasGarbledText } from './garbled.ts';
import type { PageSize } from '../geometry.ts';
import { displayedPoint, displayedSize, type PageSpace } from './page-space.ts';
import { guard, PdfiumFailure, PdfiumFile } from './pdfium-file.ts';
import { pdfium, scratchBytes, type PdfiumModule } from './pdfium-module.ts';
import { CharacterReader } from './pdfium-page.ts';
import { LinkReader } from './pdfium-links.ts';
import { PictureReader } from './pdfium-pictures.ts';
import { RuleReader } from './pdfium-rules.ts';
import { readStructure } from './pdfium-structure.ts';
import { readUtf16 } from './pdfium-text.ts';
import { checkCharacters, checkPages, pause } from '../limits-and-pauses.ts';
import { withSoundTags } from '../sections/structure.ts';
import { namedPages } from '../page-list.ts';
import { charactersToWords, type Characters } from '../words.ts';

const noText = { words: [] };

/**
 * Reads a PDF with PDFium. Everything taken from the engine's memory is given back, also on errors.
 *
 * @throws PdfEncryptedError when a password is needed or wrong; LimitExceededError; PdfiumFailure when the
 * file cannot be opened or the engine breaks.
 */
export async function readWithPdfium(request: LoadRequest): Promise<PdfContent> {
  const module = await pdfium();
  const document = guard(() => new PdfiumDocument(new PdfiumFile(module, request)));
  try {
    return await document.read(request);
  } finally {
    guard(() => document.close());
  }
}

class PdfiumDocument {
  private readonly file: PdfiumFile;
  private readonly module: PdfiumModule;
  private readonly handle: number;
  private readonly scratch: number;
  private readonly rules: RuleReader;
  private readonly links: LinkReader;
  private readonly pictures: PictureReader;

  constructor(file: PdfiumFile) {
    this.file = file;
    this.module = file.module;
    this.handle = file.handle;
    this.scratch = file.module.wasmExports.malloc(scratchBytes);
    this.rules = new RuleReader(this.module, this.scratch);
    this.links = new LinkReader(this.module, this.handle, this.scratch);
    this.pictures = new PictureReader(this.module, this.scratch);
  }

  async read(request: LoadRequest): Promise<PdfContent> {
    const { module, handle } = this;
    const total = guard(() => module._FPDF_GetPageCount(handle));
    if (total === 0) throw new PdfiumFailure('PDFium finds no page.');
    checkPages(total, request);
    const reader = new CharacterReader(module, this.scratch);
    const spaces: (PageSpace | undefined)[] = [];
    const pages: PdfPage[] = [];
    const unreadable: number[] = [];
    let [characters, done] = [0, 0];
    for (let index = 0; index < total; index++) {
      const read = guard(() =>
        this.page(index, reader, (count) => checkCharacters((characters += count), request)),
      );
      if (!read) unreadable.push(index + 1);
      spaces.push(read?.space);
      const page = read?.page ?? { size: { width: 612, height: 792 }, words: [] };
      pages.push(page);
      if (!isScan(page, request.ocr)) done += 1;
      request.onPage?.(done, total);
      await pause(request.signal);
    }
    if (unreadable.length === total) throw new PdfiumFailure('PDFium cannot read any page.');
    const warnings = unreadable.length > 0 ? [`Could not be read: ${namedPages(unreadable)}.`] : [];
    const { outline, info } = guard(() => ({ outline: this.outline(spaces), info: this.info() }));
    return { pages: withSoundTags(pages), outline, info, warnings };
  }

  close(): void {
    this.module.wasmExports.free(this.scratch);
    this.file.close();
  }

  private page(
    index: number,
    reader: CharacterReader,
    onCount: (characters: number) => void,
  ): { page: PdfPage; space: PageSpace } | undefined {
    const { module, handle } = this;
    const page = module._FPDF_LoadPage(handle, index);
    if (page === 0) return undefined;
    const textPage = module._FPDFText_LoadPage(page);
    try {
      const space = reader.space(page);
      const size = displayedSize(space);
      if (textPage !== 0) onCount(module._FPDFText_CountChars(textPage));
      const { tags, figures } = readStructure(module, page, this.scratch);
      const text = textPage === 0 ? noText : readText(reader.read(textPage, space, tags), size);
      const label = readUtf16(module, (buffer, bytes) =>
        module._FPDF_GetPageLabel(handle, index, buffer, bytes),
      );
      const rules = this.rules.read(page, space);
      const links = this.links.read(page, space);
      const pictures = this.pictures.read(page, space, figures);
      return { page: { size, ...text, rules, links, pictures, ...(label ? { label } : {}) }, space };
    } finally {
      if (textPage !== 0) module._FPDFText_ClosePage(textPage);
      module._FPDF_ClosePage(page);
    }
  }

  private info(): PdfInfo {
    return {
      title: this.meta('Title'),
      author: this.meta('Author'),
      subject: this.meta('Subject'),
      keywords: this.meta('Keywords'),
      created: this.meta('CreationDate'),
      creator: this.meta('Creator'),
      producer: this.meta('Producer'),
    };
  }

  private meta(tag: string): string {
    const { module, handle } = this;
    const address = this.file.copy(new TextEncoder().encode(`${tag}\0`));
    const value = readUtf16(module, (buffer, bytes) =>
      module._FPDF_GetMetaText(handle, address, buffer, bytes),
    );
    module.wasmExports.free(address);
    return value;
  }

  private outline(spaces: readonly (PageSpace | undefined)[]): OutlineItem[] {
    const { module, handle } = this;
    const items: OutlineItem[] = [];
    const seen = new Set<number>();
    const visit = (parent: number, level: number): void => {
      let bookmark = module._FPDFBookmark_GetFirstChild(handle, parent);
      while (bookmark !== 0 && !seen.has(bookmark) && items.length < maxOutlineItems) {
        seen.add(bookmark);
        const item = this.bookmark(bookmark, level, spaces);
        if (item) items.push(item);
        if (level < maxOutlineDepth) visit(bookmark, level + 1);
        bookmark = module._FPDFBookmark_GetNextSibling(handle, bookmark);
      }
    };
    visit(0, 1);
    return items;
  }

  private bookmark(
    bookmark: number,
    level: number,
    spaces: readonly (PageSpace | undefined)[],
  ): OutlineItem | undefined {
    const { module, handle } = this;
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
    const y = this.destinationHeight(destination, space);
    return { title, level, page, ...(y === undefined ? {} : { y }) };
  }

  private destinationHeight(destination: number, space: PageSpace): number | undefined {
    const { module, scratch } = this;
    const [hasX, hasY, hasZoom, x, y, zoom] = [0, 4, 8, 12, 16, 20].map((offset) => scratch + offset);
    const found = module._FPDFDest_GetLocationInPage(destination, hasX!, hasY!, hasZoom!, x!, y!, zoom!);
    if (found === 0 || module.HEAPU8[hasY!] === 0 || space.rotation % 2 === 1) return undefined;
    const [left = 0, top = 0] = module.HEAPF32.subarray(x! >> 2, (x! >> 2) + 2);
    return displayedPoint(space, left, top).y;
  }
}

function readText(characters: Characters, size: PageSize): Pick<PdfPage, 'words' | 'garbled'> {
  return { words: charactersToWords(characters, size), garbled: hasGarbledText(characters) };
}
