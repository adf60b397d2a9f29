import type { LoadedDocument } from '../../../types.ts';
import { DocumentWriter } from '../../write/document-writer.ts';
import type { LoadRequest } from '../../loader.ts';
import type { PageSize } from '../../pdf/geometry.ts';
import type { SlidePiece } from './pieces.ts';
import type { Slide } from './slide.ts';
import { pagesOf, type PlacedPiece, placePictures, placeTables } from './slide-pages.ts';

type Written = Pick<
  LoadedDocument,
  'text' | 'pages' | 'sections' | 'blocks' | 'tables' | 'links' | 'pictures'
>;

/** Levels of headings: of slides that open a deck or a part of it, and of other slides. */
const levels = { opening: 1, slide: 2 } as const;

/**
 * Writes slides into one text, a page each: a slide's title heads its section, and notes are a section within it. Every word has the
 * rectangle of its shape, or of its cell: a file does not say where on it the words are.
 */
export function writeSlides(
  slides: readonly (Slide | undefined)[],
  size: PageSize,
  request: Pick<LoadRequest, 'name' | 'limits'>,
): Written {
  const writer = new DocumentWriter(request);
  const pieces: { piece: SlidePiece; page: number }[] = [];
  for (const [index, slide] of slides.entries()) {
    if (!slide) continue;
    for (const piece of writeSlide(writer, slide, index + 1)) pieces.push({ piece, page: index + 1 });
  }
  const { text, blocks, tables = [], ...rest } = writer.finish();
  const placed = pieces.map((one, index): PlacedPiece => ({ ...one, block: blocks[index]! }));
  const placedTables = placeTables(tables, placed, size);
  const pages = pagesOf({ placed, tables: placedTables, text, slideCount: slides.length }, size);
  const pictures = placePictures(placed, { slides, pages, size });
  return {
    text,
    blocks,
    ...rest,
    ...(placedTables.length > 0 ? { tables: placedTables } : {}),
    ...(pictures.length > 0 ? { pictures } : {}),
    pages,
  };
}

/** The pieces in the order of their blocks. */
function writeSlide(writer: DocumentWriter, slide: Slide, page: number): SlidePiece[] {
  const { notes, isOpening } = slide;
  const pieces = slide.pieces.filter((piece) => piece.kind !== 'figure' || piece.text !== '');
  const level = isOpening ? levels.opening : levels.slide;
  if (pieces[0]?.kind !== 'title') writer.section(`Slide ${page}`, level);
  pieces.forEach((piece, index) => writePiece(writer, piece, index === 0 ? level : undefined));
  if (notes.length > 0) writer.section('Notes', level + 1);
  for (const piece of notes) writePiece(writer, piece);
  return [...pieces, ...notes];
}

/** A second title on a slide is text. */
function writePiece(writer: DocumentWriter, piece: SlidePiece, level?: number): void {
  if (piece.kind === 'table') writer.table(piece.grid);
  else if (piece.kind === 'title' && level !== undefined) writer.heading(piece.text, level);
  else writer.block(piece.kind === 'title' ? 'text' : piece.kind, piece.text);
}
