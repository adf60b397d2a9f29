import type { Block, LayoutRun, LoadedDocument, Page, Table } from '../../../types.ts';
import { DocumentWriter } from '../../document-writer.ts';
import type { LoadRequest } from '../../loader.ts';
import type { PageSize } from '../../pdf/geometry.ts';
import { type Box, onSlide } from './geometry.ts';
import type { SlidePiece } from './pieces.ts';
import type { Slide } from './slide.ts';

type Written = Pick<LoadedDocument, 'text' | 'pages' | 'sections' | 'blocks' | 'tables' | 'links'>;

/** A piece of a slide as a block of the text. */
interface Placed {
  readonly piece: SlidePiece;
  /** From 1. */
  readonly page: number;
  readonly block: Block;
}

/** Levels of headings: slides that open a deck or a section of it, other slides, notes. */
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
    if (slide) pieces.push(...writeSlide(writer, slide, index + 1));
  }
  const { text, blocks, tables = [], ...rest } = writer.finish();
  const placed = pieces.map((one, index): Placed => ({ ...one, block: blocks[index]! }));
  const placedTables = placeTables(tables, placed, size);
  return {
    text,
    blocks,
    ...rest,
    ...(placedTables.length > 0 ? { tables: placedTables } : {}),
    pages: pagesOf({ placed, tables: placedTables, text }, slides.length, size),
  };
}

/** The pieces in the order of their blocks. */
function writeSlide(
  writer: DocumentWriter,
  { pieces, notes, isOpening }: Slide,
  page: number,
): { piece: SlidePiece; page: number }[] {
  const level = isOpening ? levels.opening : levels.slide;
  if (pieces[0]?.kind !== 'title') writer.section(`Slide ${page}`, level);
  pieces.forEach((piece, index) => writePiece(writer, piece, index === 0 ? level : undefined));
  if (notes.length > 0) writer.section('Notes', level + 1);
  for (const piece of notes) writePiece(writer, piece);
  return [...pieces, ...notes].map((piece) => ({ piece, page }));
}

/** A second title on a slide is text. */
function writePiece(writer: DocumentWriter, piece: SlidePiece, level?: number): void {
  if (piece.kind === 'table') writer.table(piece.grid);
  else if (piece.kind === 'title' && level !== undefined) writer.heading(piece.text, level);
  else writer.block(piece.kind === 'list' ? 'list' : 'text', piece.text);
}

/** Tables with the rectangles of themselves and of their cells. */
function placeTables(tables: readonly Table[], placed: readonly Placed[], size: PageSize): Table[] {
  const byStart = new Map(placed.map((one) => [one.block.charStart, one]));
  return tables.map((table) => {
    const { piece, page } = byStart.get(table.charStart)!;
    const box = piece.box && onSlide(piece.box, size);
    if (piece.kind !== 'table' || !box) return table;
    const cells = table.cells.map((cell) => {
      const cellBox = piece.cellBox?.(cell.row, cell.column);
      const seen = cellBox && onSlide(cellBox, size);
      return seen ? { ...cell, rect: { page, ...seen } } : cell;
    });
    return { ...table, cells, rects: [{ page, ...box }] };
  });
}

interface WrittenSlides {
  readonly placed: readonly Placed[];
  readonly tables: readonly Table[];
  readonly text: string;
}

function pagesOf({ placed, tables, text }: WrittenSlides, count: number, size: PageSize): Page[] {
  const starts = Array.from({ length: count }, (): number | undefined => undefined);
  const layouts = Array.from({ length: count }, (): LayoutRun[] => []);
  const tableAt = new Map(tables.map((table) => [table.charStart, table]));
  for (const { piece, page, block } of placed) {
    starts[page - 1] ??= block.charStart;
    const table = tableAt.get(block.charStart);
    for (const { charStart, charEnd, box } of table?.rects.length
      ? cellsOf(table, piece)
      : [{ ...block, box: piece.box }]) {
      const seen = box && onSlide(box, size);
      if (seen) addWords(layouts[page - 1]!, text, { charStart, charEnd, ...seen });
    }
  }
  return pagesFrom(starts, { layouts, size, textLength: text.length });
}

/** The words of cells in the order of the text, in which the rows of a header are mixed. */
function cellsOf(
  { cells }: Table,
  piece: SlidePiece,
): { charStart: number; charEnd: number; box?: Box | undefined }[] {
  return cells
    .map(({ charStart, charEnd, rect }) => ({ charStart, charEnd, box: rect ?? piece.box }))
    .sort((a, b) => a.charStart - b.charStart);
}

function addWords(
  layout: LayoutRun[],
  text: string,
  { charStart, charEnd, x0, y0, x1, y1 }: LayoutRun,
): void {
  for (const { 0: word, index } of text.slice(charStart, charEnd).matchAll(/\S+/g)) {
    const start = charStart + index;
    layout.push({ charStart: start, charEnd: start + word.length, x0, y0, x1, y1 });
  }
}

/** Where slides begin and end; one without text has none of it. */
function pagesFrom(
  starts: readonly (number | undefined)[],
  { layouts, size, textLength }: { layouts: LayoutRun[][]; size: PageSize; textLength: number },
): Page[] {
  const pages: Page[] = [];
  let charEnd = textLength;
  for (let index = starts.length - 1; index >= 0; index--) {
    const charStart = index === 0 ? 0 : (starts[index] ?? charEnd);
    pages.unshift({ number: index + 1, ...size, charStart, charEnd, layout: layouts[index]! });
    charEnd = charStart;
  }
  return pages;
}
