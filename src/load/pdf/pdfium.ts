/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { PinciteError } from '../../errors.ts';
import type { LoadRequest } from '../loader.ts';
import {
  maxOutlineDepth,
  maxOutlineItems,
  type OutlineItem,
  type PdfContent,
  type PdfInfo,
  type PdfPage,
} from './content.ts';
import { pdfium, retire, type PdfiumModule } from './pdfium-module.ts';
import {
  CharacterReader,
  displayedPoint,
  displayedSize,
  scratchBytes,
  type PageSpace,
} from './pdfium-page.ts';
import { checkCharacters, checkPages, encrypted, pause } from './reading.ts';
import { charactersToWords } from './words.ts';

const passwordError = 4;
const longestText = 1 << 20;

/** PDFium could not open the file; another parser may. */
export class PdfiumFailure extends Error {
  override readonly name = 'PdfiumFailure';
}

/**
 * Reads a PDF with PDFium. Everything taken from the engine's memory is given back, also on errors.
 *
 * @throws PdfEncryptedError when a password is needed or wrong; LimitExceededError; PdfiumFailure when the
 * file cannot be opened or the engine breaks.
 */
export async function readWithPdfium(request: LoadRequest): Promise<PdfContent> {
  const module = await pdfium();
  const document = guard(module, () => new PdfiumDocument(module, request));
  try {
    return await document.read(request);
  } finally {
    guard(module, () => document.close());
    retire(module, false);
  }
}

/**
 * Runs calls into the engine. Any error that is not ours is a trap: the instance's memory is then in no known
 * state, and the next document gets a new one.
 */
function guard<T>(module: PdfiumModule, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PinciteError || error instanceof PdfiumFailure) throw error;
    retire(module, true);
    throw new PdfiumFailure(`PDFium broke off: ${String(error)}`, { cause: error });
  }
}

/** SASLprep: other spaces become spaces, invisible characters go, compatibility forms are unified. */
function preparePassword(password: string): string {
  return password
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC');
}

class PdfiumDocument {
  private readonly module: PdfiumModule;
  private readonly bytes: number;
  private readonly scratch: number;
  private readonly handle: number;

  constructor(module: PdfiumModule, request: LoadRequest) {
    this.module = module;
    this.bytes = this.copy(request.bytes);
    this.scratch = module.wasmExports.malloc(scratchBytes);
    this.handle = this.open(request.bytes.length, request.password ?? '');
    if (this.handle !== 0) return;
    const code = module._FPDF_GetLastError();
    this.close();
    if (code === passwordError) throw encrypted(request);
    throw new PdfiumFailure(`PDFium cannot open the file (error ${code}).`);
  }

  async read(request: LoadRequest): Promise<PdfContent> {
    const { module, handle } = this;
    const total = guard(module, () => module._FPDF_GetPageCount(handle));
    if (total === 0) throw new PdfiumFailure('PDFium finds no page.');
    checkPages(total, request);
    const reader = new CharacterReader(module, this.scratch);
    const spaces: (PageSpace | undefined)[] = [];
    const pages: PdfPage[] = [];
    const unreadable: number[] = [];
    let characters = 0;
    for (let index = 0; index < total; index++) {
      const read = guard(module, () =>
        this.page(index, reader, (count) => checkCharacters((characters += count), request)),
      );
      if (!read) unreadable.push(index + 1);
      spaces.push(read?.space);
      pages.push(read?.page ?? { size: { width: 612, height: 792 }, words: [] });
      request.onPage?.(index + 1, total);
      await pause(request.signal);
    }
    if (unreadable.length === total) throw new PdfiumFailure('PDFium cannot read any page.');
    const warnings = unreadable.length > 0 ? [`Pages that could not be read: ${unreadable.join(', ')}.`] : [];
    const { outline, info } = guard(module, () => ({ outline: this.outline(spaces), info: this.info() }));
    return { pages, outline, info, warnings };
  }

  close(): void {
    const { module, bytes, scratch, handle } = this;
    if (handle !== 0) module._FPDF_CloseDocument(handle);
    module.wasmExports.free(scratch);
    module.wasmExports.free(bytes);
  }

  /** Tries the password as given, then as RFC 4013 (which PDF 2.0 asks for) prepares it. */
  private open(size: number, password: string): number {
    const { module, bytes } = this;
    for (const candidate of new Set([password, preparePassword(password)])) {
      const address = this.copy(new TextEncoder().encode(`${candidate}\0`));
      const handle = module._FPDF_LoadMemDocument(bytes, size, address);
      module.wasmExports.free(address);
      if (handle !== 0) return handle;
    }
    return 0;
  }

  private copy(bytes: Uint8Array): number {
    const address = this.module.wasmExports.malloc(Math.max(1, bytes.length));
    if (address === 0) throw new PdfiumFailure('PDFium has not enough memory for the file.');
    this.module.HEAPU8.set(bytes, address);
    return address;
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
      const words = textPage === 0 ? [] : charactersToWords(reader.read(textPage, space), size);
      const label = this.string((buffer, bytes) => module._FPDF_GetPageLabel(handle, index, buffer, bytes));
      return { page: { size, words, ...(label ? { label } : {}) }, space };
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
    };
  }

  private meta(tag: string): string {
    const { module, handle } = this;
    const address = this.copy(new TextEncoder().encode(`${tag}\0`));
    const value = this.string((buffer, bytes) => module._FPDF_GetMetaText(handle, address, buffer, bytes));
    module.wasmExports.free(address);
    return value;
  }

  /** Calls a function that fills a buffer with zero-terminated UTF-16LE and returns its length in bytes. */
  private string(fill: (buffer: number, bytes: number) => number): string {
    const { module } = this;
    const bytes = fill(0, 0);
    if (bytes <= 2 || bytes > longestText) return '';
    const address = module.wasmExports.malloc(bytes);
    fill(address, bytes);
    const text = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(address, address + bytes - 2));
    module.wasmExports.free(address);
    return text;
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
    const title = this.string((buffer, bytes) =>
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
