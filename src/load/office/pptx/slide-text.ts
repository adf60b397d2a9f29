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

/** Levels of headings: of slides that open a deck or a part of it, of subtitles, and of other slides, which are below both. */
const levels = { opening: 1, subtitle: 2, slide: 2, slideBelowSubtitle: 3 } as const;

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
  const hasSubtitle = slides.some((slide) => slide?.pieces.some(({ kind }) => kind === 'subtitle'));
  const slideLevel = hasSubtitle ? levels.slideBelowSubtitle : levels.slide;
  for (const [index, slide] of slides.entries()) {
    if (!slide) continue;
    const at = { page: index + 1, level: slide.isOpening ? levels.opening : slideLevel };
    for (const piece of writeSlide(writer, slide, at)) pieces.push({ piece, page: at.page });
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
function writeSlide(
  writer: DocumentWriter,
  { pieces: all, notes }: Slide,
  { page, level }: { readonly page: number; readonly level: number },
): SlidePiece[] {
  const pieces = all.filter((piece) => piece.kind !== 'figure' || piece.text !== '');
  if (pieces[0]?.kind !== 'title') writer.section(`Slide ${page}`, level);
  pieces.forEach((piece, index) => writePiece(writer, piece, index === 0 ? level : undefined));
  if (notes.length > 0) writer.section('Notes', level + 1);
  for (const piece of notes) writePiece(writer, piece);
  return [...pieces, ...notes];
}

/** A second title on a slide is text. */
function writePiece(writer: DocumentWriter, piece: SlidePiece, level?: number): void {
  if (piece.kind === 'table') writer.table(piece.grid);
  else if (piece.kind === 'subtitle') writer.heading(piece.text, levels.subtitle);
  else if (piece.kind === 'title' && level !== undefined) writer.heading(piece.text, level);
  else writer.block(piece.kind === 'title' ? 'text' : piece.kind, piece.text);
}
