/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { LoadError } from '../../../errors.ts';
import type { Picture } from '../../../util/pictures/png.ts';
import type { LoadRequest } from '../../loader.ts';
import type { Box, PageSize } from '../geometry.ts';
import { guard, PdfiumFailure, PdfiumFile } from '../parse/pdfium/file.ts';
import { pdfium, type PdfiumModule } from '../parse/pdfium/module.ts';

/** A part of a page, in points from the top left of the page as displayed. */
export interface PageView {
  /** From 1. */
  readonly page: number;
  /** Of the whole page, as displayed. */
  readonly pageSize: PageSize;
  readonly region: Box;
  readonly pixelsPerPoint: number;
}

export type RenderRequest = Pick<LoadRequest, 'bytes' | 'name' | 'password'>;

const fourBytes = 3; // BGRx, which `reversed` makes RGBx
const white = 0xff_ff_ff_ff;
const annotations = 0x01;
const reversed = 0x10;

/**
 * Draws parts of a PDF's pages with PDFium, one picture a view. Coordinates are those of the pages as loaded:
 * cropped and rotated. Fonts come from the file, or stand in for those that it leaves out; nothing else is read.
 *
 * @throws PdfEncryptedError when a password is needed or wrong; LoadError when the file or a page cannot be
 * drawn.
 */
export async function renderPages(request: RenderRequest, views: readonly PageView[]): Promise<Picture[]> {
  const file = await OpenedPdf.open(request);
  try {
    return views.map((view) => file.draw(view));
  } finally {
    file.close();
  }
}

/** A PDF whose pages are drawn one after the other, in the memory of the engine until it is closed. */
export class OpenedPdf {
  private readonly file: PdfiumFile;

  private constructor(file: PdfiumFile) {
    this.file = file;
  }

  /** @throws as `renderPages` does. */
  static async open(request: RenderRequest): Promise<OpenedPdf> {
    const module = await pdfium();
    return new OpenedPdf(asLoadError(request.name, () => new PdfiumFile(module, request)));
  }

  /** @throws LoadError when the page cannot be drawn: where the engine broke, no other page of this can. */
  draw(view: PageView): Picture {
    return asLoadError(this.file.name, () => draw(this.file, view));
  }

  close(): void {
    try {
      guard(() => this.file.close());
    } catch (error) {
      if (!(error instanceof PdfiumFailure)) throw error; // one that is broken has no memory to give back
    }
  }
}

function asLoadError<T>(name: string, work: () => T): T {
  try {
    return guard(work);
  } catch (error) {
    if (!(error instanceof PdfiumFailure)) throw error;
    throw new LoadError(`The pages of ${name} cannot be drawn: ${error.message}`, {
      hint: 'Open the file in a viewer; the citation says which page.',
      context: { document: name },
      cause: error,
    });
  }
}

function draw({ module, handle }: PdfiumFile, view: PageView): Picture {
  const page = module._FPDF_LoadPage(handle, view.page - 1);
  if (page === 0) throw new PdfiumFailure(`page ${view.page} cannot be read.`);
  const { width, height } = sizeOf(view);
  const bitmap = module._FPDFBitmap_CreateEx(width, height, fourBytes, 0, 0);
  try {
    if (bitmap === 0) throw new PdfiumFailure('there is not enough memory for the picture.');
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    module._FPDF_RenderPageBitmap(bitmap, page, ...placeOf(view), 0, annotations | reversed);
    return { width, height, pixels: copyPixels(module, bitmap, { width, height }) };
  } finally {
    if (bitmap !== 0) module._FPDFBitmap_Destroy(bitmap);
    module._FPDF_ClosePage(page);
  }
}

function sizeOf({ region, pixelsPerPoint }: PageView): PageSize {
  return {
    width: Math.max(1, Math.round((region.x1 - region.x0) * pixelsPerPoint)),
    height: Math.max(1, Math.round((region.y1 - region.y0) * pixelsPerPoint)),
  };
}

/** Where the whole page lies in the picture: left, top, width, height. */
function placeOf({ region, pageSize, pixelsPerPoint }: PageView): [number, number, number, number] {
  const pixels = (points: number) => Math.round(points * pixelsPerPoint);
  return [pixels(-region.x0), pixels(-region.y0), pixels(pageSize.width), pixels(pageSize.height)];
}

function copyPixels(module: PdfiumModule, bitmap: number, { width, height }: PageSize): Uint8Array {
  const start = module._FPDFBitmap_GetBuffer(bitmap);
  const stride = module._FPDFBitmap_GetStride(bitmap);
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = start + row * stride;
    pixels.set(module.HEAPU8.subarray(from, from + width * 4), row * width * 4);
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return pixels;
}
