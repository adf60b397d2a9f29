import { z } from 'zod';
import { NoDocumentsFoundError } from '../../errors.ts';
import type { PageView } from '../../load/pdf/pictures/render.ts';
import type { Document } from '../../types.ts';
import { encodePng } from '../../util/pictures/png.ts';
import { drawPages } from './draw-pages.ts';
import { parseOptions, signalSchema } from '../parts/options.ts';
import { originalBytes } from './original-bytes.ts';
import type { Parts } from '../parts/parts.ts';
import type { NamedDocument } from './read-whole.ts';

/** What `pagePicture` takes. */
export interface PagePictureOptions {
  /**
   * Position of the page in the file, from 1.
   * @default 1
   */
  readonly page?: number;
  /**
   * Pixels a point of the page, 0.1 to 8: 2 is 144 dots an inch. Large pages get fewer.
   * @default 2
   */
  readonly pixelsPerPoint?: number;
  /** Password of an encrypted file: passwords are not kept. */
  readonly password?: string;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const pagePictureOptionsSchema = z.strictObject({
  page: z.int().min(1).default(1),
  pixelsPerPoint: z.number().min(0.1).max(8).default(2),
  password: z.string().optional(),
  signal: signalSchema,
});

/** A page as a PNG picture. */
export interface PagePicture {
  /** From 1. */
  readonly page: number;
  /** The picture. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Fewer than asked for where the page is large. */
  readonly pixelsPerPoint: number;
}

/** A page of more pixels is drawn smaller. */
const mostPixels = 16_000_000;

/** A whole page of a PDF, drawn from the file that it was read from. */
export async function pagePicture(
  parts: Parts,
  { document, content, reference }: NamedDocument,
  given: PagePictureOptions,
): Promise<PagePicture> {
  const {
    page,
    password,
    signal,
    pixelsPerPoint: wanted,
  } = parseOptions(pagePictureOptionsSchema, given, 'options of pagePicture');
  const pageSize = content.pages[page - 1];
  if (document.format !== 'pdf' || pageSize === undefined) throw withoutPage(document, page);
  const view = wholePage(page, pageSize, wanted);
  const { pixelsPerPoint } = view;
  const bytes = await originalBytes(parts, { document, reference, signal });
  const source = { bytes, name: document.documentId, password };
  const options = { views: [view], limits: parts.config.loading, signal };
  const [picture] = await drawPages(parts.readers, source, options);
  const png = await encodePng(picture!, pixelsPerPoint);
  return { page, png, width: picture!.width, height: picture!.height, pixelsPerPoint };
}

/** All of a page, with fewer pixels than are wanted where it is large. */
export function wholePage(page: number, pageSize: PageView['pageSize'], wanted: number): PageView {
  const { width, height } = pageSize;
  const pixelsPerPoint = Math.min(wanted, Math.sqrt(mostPixels / (width * height)));
  return { page, pageSize, region: { x0: 0, y0: 0, x1: width, y1: height }, pixelsPerPoint };
}

/** Only pages of PDFs have a picture. */
export const withoutPage = ({ documentId, title, format, pageCount }: Document, page: number) =>
  new NoDocumentsFoundError(
    format === 'pdf' ? `${title} has no page ${page}` : `${title} is ${format}, which has no pages to draw`,
    {
      hint: format === 'pdf' ? `It has ${pageCount} pages.` : 'Pages of PDFs are drawn.',
      context: { document: documentId },
    },
  );
