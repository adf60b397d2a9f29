import { z } from 'zod';
import { highlight } from '../../answer/snapshot/highlight.ts';
import { viewOf, type View } from '../../answer/snapshot/view.ts';
import { lineRects } from '../../text/rectangles.ts';
import { tableContext } from '../../text/structure/table-context.ts';
import type { Citation, Page, Rect } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import { encodePng } from '../../util/pictures/png.ts';
import { findCitedPlace } from './cited-place.ts';
import { drawPages } from './draw-pages.ts';
import { parseOptions, signalSchema } from '../parts/options.ts';
import { originalBytes } from './original-bytes.ts';
import type { Parts } from '../parts/parts.ts';

/** What `snapshot` takes. */
export interface SnapshotOptions {
  /**
   * Points of the page that are shown above and below the quote, 0 to 10,000.
   * @default 60
   */
  readonly margin?: number;
  /**
   * Pixels a point of the page, 0.1 to 8: 2 is 144 dots an inch. Large regions get fewer.
   * @default 2
   */
  readonly pixelsPerPoint?: number;
  /** Password of an encrypted file: passwords are not kept. */
  readonly password?: string;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const snapshotOptionsSchema = z.strictObject({
  margin: z.number().min(0).max(10_000).default(60),
  pixelsPerPoint: z.number().min(0.1).max(8).default(2),
  password: z.string().optional(),
  signal: signalSchema,
});

/** A part of a page as a PNG picture, with the quote highlighted. */
export interface Snapshot extends View {
  /** From 1. */
  readonly page: number;
  /** The picture. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

/** One snapshot for each page that a citation has rectangles on; none for documents without pages. */
export async function snapshotsOf(
  parts: Parts,
  given: Citation,
  options: SnapshotOptions = {},
): Promise<Snapshot[]> {
  const { password, signal, ...shape } = parseOptions(snapshotOptionsSchema, options, 'options of snapshot');
  const { citation, document, content } = await findCitedPlace(parts, given);
  if (document.format !== 'pdf') return [];
  const heads = headRects(content, citation);
  const views = content.pages.flatMap((page) => {
    const rects = citation.rects.filter((rect) => rect.page === page.number);
    if (rects.length === 0) return [];
    const shown = [...rects, ...heads.filter((head) => isNear(head, page, rects))];
    return [{ page: page.number, pageSize: page, rects, ...viewOf(shown, page, shape) }];
  });
  if (views.length === 0) return [];
  const bytes = await originalBytes(parts, { document, reference: documentReference(citation), signal });
  const request = { bytes, name: document.documentId, password };
  const pictures = await drawPages(parts.readers, request, { views, limits: parts.config.loading, signal });
  return Promise.all(
    views.map(async ({ page, rects, region, pixelsPerPoint }, index) => {
      const picture = pictures[index]!;
      const { width, height } = picture;
      highlight(picture, rects, { region, pixelsPerPoint });
      return { page, png: await encodePng(picture, pixelsPerPoint), width, height, region, pixelsPerPoint };
    }),
  );
}

/** Where the header of the table stands that a quote begins in: its values say nothing without it. */
function headRects(
  { text, pages }: { readonly text: string; readonly pages: readonly Page[] },
  { charStart }: Citation,
): Rect[] {
  const header = tableContext(text, charStart)?.header ?? [];
  const [first, last] = [header[0], header.at(-1)];
  return first && last ? lineRects(pages, first.start, last.end) : [];
}

/** Points above a row up to which its header is shown with it: about half of a page. */
const farthestHead = 400;

const isNear = (head: Rect, page: Page, rects: readonly Rect[]) =>
  head.page === page.number && Math.min(...rects.map(({ y0 }) => y0)) - head.y0 <= farthestHead;
