import { pictureMark } from '../../../text/structure/picture-mark.ts';
import type { Rect } from '../../../types.ts';
import type { LoadRequest } from '../../loader.ts';
import type { PdfContent } from '../../pdf/content.ts';
import type { PageSize } from '../../pdf/geometry.ts';
import { linesOf, tellingPictures, type PagePicture } from '../../pdf/pictures/pictures.ts';
import { rowText } from '../../pdf/rows.ts';
import type { Word } from '../../pdf/words.ts';
import { picturesPdf, type PlacedImage } from '../pictures-pdf.ts';
import { readRasterImage } from '../raster-image.ts';
import { onSlide } from './geometry.ts';
import type { Parts } from './parts.ts';
import type { PicturePiece, SlidePiece } from './pieces.ts';
import type { Slide } from './slide.ts';

/** Of images, by the name of their part. */
const drawn = /\.(?:png|jpe?g)$/i;
/** Of all images of a presentation that are read by OCR, as they are compressed. */
const mostBytes = 128 * 2 ** 20;

interface Presentation {
  readonly parts: Parts;
  readonly size: PageSize;
}

interface ReadPictures {
  readonly slides: readonly (Slide | undefined)[];
  readonly warnings: readonly string[];
}

/**
 * The slides with the text that OCR reads in their pictures, and with marks for pictures without words, where the request asks
 * for these.
 */
export async function readPictures(
  slides: readonly (Slide | undefined)[],
  { request, ...presentation }: Presentation & { readonly request: LoadRequest },
): Promise<ReadPictures> {
  const { ocr, marksPictures } = request;
  if (ocr?.when !== 'pictures' && !marksPictures) return { slides, warnings: [] };
  const telling = tellingPieces(slides, presentation.size);
  const reading = { ...request, onPage: () => request.onPage?.(slides.length, slides.length) };
  const { words, warnings } =
    ocr?.when === 'pictures'
      ? await readWords(telling, presentation, reading)
      : { words: new Map<PicturePiece, readonly Word[]>(), warnings: [] };
  const known = new Set<SlidePiece>(telling.map(({ piece }) => piece));
  const worded = (piece: SlidePiece): SlidePiece => {
    if (piece.kind !== 'figure' || !known.has(piece)) return piece;
    const read = words.get(piece);
    if (read) return withWords(piece, read);
    return marksPictures && piece.text === '' ? { ...piece, text: pictureMark } : piece;
  };
  return { slides: slides.map((slide) => slide && { ...slide, pieces: slide.pieces.map(worded) }), warnings };
}

/** The image that a slide shows in a place. */
export function imageAt(
  { pieces }: Slide,
  { x0, y0, x1, y1 }: Rect,
  presentation: Presentation,
): PlacedImage | undefined {
  for (const piece of pieces) {
    if (piece.kind !== 'figure') continue;
    const seen = onSlide(piece.box, presentation.size);
    if (seen?.x0 === x0 && seen.y0 === y0 && seen.x1 === x1 && seen.y1 === y1)
      return imageOf(piece, presentation);
  }
  return undefined;
}

function imageOf({ image, box }: PicturePiece, { parts }: Presentation): PlacedImage | undefined {
  const bytes = image && parts.bytes(image.part);
  const raster = bytes && readRasterImage(bytes);
  if (!raster || !box) return undefined;
  return { image: raster, width: box.x1 - box.x0, height: box.y1 - box.y0, crop: image.crop };
}

interface TellingPiece {
  readonly piece: PicturePiece;
  /** From 1. */
  readonly slide: number;
}

/** Those worth looking into, of formats that can be drawn. */
function tellingPieces(slides: readonly (Slide | undefined)[], size: PageSize): TellingPiece[] {
  const pieceOf = new Map<PagePicture, PicturePiece>();
  const pages = slides.map((slide) => {
    const pictures = (slide?.pieces ?? []).flatMap((piece): PagePicture[] => {
      if (piece.kind !== 'figure' || !drawn.test(piece.image?.part ?? '')) return [];
      const box = onSlide(piece.box, size);
      if (!box) return [];
      const picture = { box };
      pieceOf.set(picture, piece);
      return [picture];
    });
    return { size, pictures };
  });
  return tellingPictures(pages).flatMap((pictures, index) =>
    pictures.map((picture) => ({ piece: pieceOf.get(picture)!, slide: index + 1 })),
  );
}

interface PieceWithImage extends TellingPiece {
  readonly image: PlacedImage;
}

/** Those that can be drawn, as far as there is room for their images. */
function withImages(telling: readonly TellingPiece[], presentation: Presentation) {
  const found: PieceWithImage[] = [];
  let bytes = 0;
  for (const one of telling) {
    const image = imageOf(one.piece, presentation);
    bytes += image?.image.data.length ?? 0;
    if (bytes > mostBytes)
      return {
        found,
        warnings: [`Only the first ${found.length} pictures were looked at by OCR: they are large.`],
      };
    if (image) found.push({ ...one, image });
  }
  return { found, warnings: [] };
}

async function readWords(telling: readonly TellingPiece[], presentation: Presentation, request: LoadRequest) {
  const words = new Map<PicturePiece, readonly Word[]>();
  const { found: pictures, warnings } = withImages(telling, presentation);
  if (pictures.length === 0) return { words, warnings };
  const [{ PageOcr }, { readPictures: readAll }] = await Promise.all([
    import('../../pdf/pictures/page-ocr.ts'),
    import('../../pdf/pictures/picture-texts.ts'),
  ]);
  const pages = pictures.map(({ image: { width, height } }) => {
    const size = { width, height };
    return { size, words: [], pictures: [{ box: { x0: 0, y0: 0, x1: width, y1: height } }] };
  });
  const content: PdfContent = { pages, outline: [], info: {}, warnings: [] };
  const found = pictures.map(({ slide }, index) => ({
    index,
    picture: pages[index]!.pictures[0]!,
    page: slide,
  }));
  const bytes = picturesPdf(pictures.map(({ image }) => image));
  const ocr = new PageOcr(request.ocr!, { ...request, bytes });
  try {
    await ocr.open();
    const read = await readAll(content, found, { page: ocr, request });
    for (const [index, { piece }] of pictures.entries()) {
      const inside = read.pages[index]!.pictures![0]!.words;
      if (inside) words.set(piece, inside);
    }
    return { words, warnings: [...warnings, ...read.warnings] };
  } finally {
    await ocr.close();
  }
}

function withWords(piece: PicturePiece, words: readonly Word[]): PicturePiece {
  const text = linesOf({ box: { x0: 0, y0: 0, x1: 0, y1: 0 }, words })
    .map(rowText)
    .join(' ');
  const above = piece.text === '' ? '' : `${piece.text}\n`;
  const confidence = words.reduce((sum, word) => sum + (word.confidence ?? 1), 0) / words.length;
  return { ...piece, text: above + text, read: { confidence, start: above.length } };
}
