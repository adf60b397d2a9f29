import { type LayoutKind, layoutMarks } from '../../load/pdf/layout-marks.ts';
import type { Document } from '../../types.ts';
import { outline } from '../../util/pictures/draw-border.ts';
import { encodePng } from '../../util/pictures/png.ts';
import { drawPages } from './draw-pages.ts';
import { readingSettings } from '../prepare/ocr-settings.ts';
import { originalBytes } from './original-bytes.ts';
import { pagePictureOptionsSchema, wholePage, withoutPage, type PagePictureOptions } from './page-picture.ts';
import { parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { loadOne } from '../prepare/readers.ts';

/** What `layoutPicture` takes. */
export type LayoutPictureOptions = PagePictureOptions;

/** A page as a PNG picture, with what was understood of it outlined. */
export interface LayoutPicture {
  /** Position in the file, from 1. */
  readonly page: number;
  /** The picture. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** How many of each kind are outlined, with the colour of their outline as `#rrggbb`. */
  readonly outlined: readonly {
    readonly kind: LayoutKind;
    readonly colour: string;
    readonly count: number;
  }[];
}

const styles: Record<
  LayoutKind,
  { readonly colour: readonly [number, number, number]; readonly width: number }
> = {
  word: { colour: [0xb8, 0xc4, 0xd8], width: 1 },
  line: { colour: [0x4c, 0xaf, 0x50], width: 1 },
  block: { colour: [0x1e, 0x6f, 0xe0], width: 2 },
  cell: { colour: [0xf5, 0x9e, 0x0b], width: 1 },
  table: { colour: [0xd3, 0x2f, 0x2f], width: 3 },
  heading: { colour: [0x9c, 0x27, 0xb0], width: 3 },
};
/** Points around blocks, tables and headings, so that the outlines of what lies within stay apart. */
const margins: Record<LayoutKind, number> = { word: 0, line: 0.5, block: 2, cell: 1, table: 4, heading: 3 };

/**
 * Draws a page of a PDF with its words, lines, blocks, tables and headings outlined, as they are understood now.
 * @throws NoDocumentsFoundError when there is no such page; LoadError when the original is gone; otherwise as adding does.
 */
export async function layoutPicture(
  parts: Parts,
  document: Document,
  { reference, ...given }: LayoutPictureOptions & { readonly reference: string },
): Promise<LayoutPicture> {
  const {
    page,
    password,
    signal,
    pixelsPerPoint: wanted,
  } = parseOptions(pagePictureOptionsSchema, given, 'options of layoutPicture');
  if (document.format !== 'pdf') throw withoutPage(document, page);
  const bytes = await originalBytes(parts, { document, reference, signal });
  const source = { bytes, name: document.documentId, password };
  const limits = parts.config.loading;
  const loaded = await loadOne(parts.readers, { ...source, limits, ...readingSettings(limits) }, { signal });
  const pageSize = loaded.pages[page - 1];
  if (pageSize === undefined) throw withoutPage(document, page);
  const view = wholePage(page, pageSize, wanted);
  const { pixelsPerPoint } = view;
  const [picture] = await drawPages(parts.readers, source, { views: [view], limits, signal });
  const marks = layoutMarks(loaded, page);
  for (const { kind, rect } of marks) {
    const [x0, y0, x1, y1] = [
      rect.x0 - margins[kind],
      rect.y0 - margins[kind],
      rect.x1 + margins[kind],
      rect.y1 + margins[kind],
    ].map((points) => points * pixelsPerPoint) as [number, number, number, number];
    outline(picture!, { x0, y0, x1, y1 }, styles[kind]);
  }
  const outlined = (Object.keys(styles) as LayoutKind[]).map((kind) => ({
    kind,
    colour: `#${Buffer.from(styles[kind].colour).toString('hex')}`,
    count: marks.filter((mark) => mark.kind === kind).length,
  }));
  const png = await encodePng(picture!, pixelsPerPoint);
  return { page, png, width: picture!.width, height: picture!.height, outlined };
}
