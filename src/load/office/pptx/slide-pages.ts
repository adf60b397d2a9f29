import type { Block, LayoutRun, Page, Picture, Table } from '../../../types.ts';
import type { Box, PageSize } from '../../pdf/geometry.ts';
import { onSlide } from './geometry.ts';
import type { PicturePiece, SlidePiece } from './pieces.ts';
import type { Slide } from './slide.ts';

/** A piece of a slide as a block of the text. */
export interface PlacedPiece {
  readonly piece: SlidePiece;
  /** From 1. */
  readonly page: number;
  readonly block: Block;
}

/** Tables with the rectangles of themselves and of their cells. */
export function placeTables(
  tables: readonly Table[],
  placed: readonly PlacedPiece[],
  size: PageSize,
): Table[] {
  const byStart = new Map(placed.map((one) => [one.block.charStart, one]));
  return tables.map((table) => {
    const { piece, page } = byStart.get(table.charStart)!;
    const box = onSlide(piece.box, size);
    if (piece.kind !== 'table' || !box) return table;
    const cells = table.cells.map((cell) => {
      const seen = onSlide(piece.cellBox?.(cell.row, cell.column), size);
      return seen ? { ...cell, rect: { page, ...seen } } : cell;
    });
    return { ...table, cells, rects: [{ page, ...box }] };
  });
}

type Place = Pick<Picture, 'charStart' | 'charEnd'>;

/** The pictures of all slides: at what stands for them, and at the ends of their slides where nothing does. */
export function placePictures(
  placed: readonly PlacedPiece[],
  {
    slides,
    pages,
    size,
  }: {
    readonly slides: readonly (Slide | undefined)[];
    readonly pages: readonly Page[];
    readonly size: PageSize;
  },
): Picture[] {
  const pictureOf = ({ alternativeText, box }: PicturePiece, page: number, place: Place): Picture => {
    const seen = onSlide(box, size);
    return {
      ...place,
      ...(alternativeText !== undefined && { alternativeText }),
      ...(seen && { rect: { page, ...seen } }),
    };
  };
  const described = placed.flatMap(({ piece, page, block: { charStart, charEnd } }) =>
    piece.kind === 'figure' ? [pictureOf(piece, page, { charStart, charEnd })] : [],
  );
  const bare = slides.flatMap((slide, index) =>
    (slide?.pieces ?? []).flatMap((piece) => {
      if (piece.kind !== 'figure' || piece.text !== '') return [];
      const { number: page, charEnd } = pages[index]!;
      const picture = pictureOf(piece, page, { charStart: charEnd, charEnd });
      return picture.rect ? [picture] : [];
    }),
  );
  return [...described, ...bare].sort((a, b) => a.charStart - b.charStart);
}

interface WrittenSlides {
  readonly placed: readonly PlacedPiece[];
  readonly tables: readonly Table[];
  readonly text: string;
  readonly slideCount: number;
}

/** A page for each slide, with the rectangle of every word on it. */
export function pagesOf({ placed, tables, text, slideCount }: WrittenSlides, size: PageSize): Page[] {
  const firsts = new Map<number, number>();
  const layouts = Array.from({ length: slideCount }, (): LayoutRun[] => []);
  const tableAt = new Map(tables.map((table) => [table.charStart, table]));
  for (const { piece, page, block } of placed) {
    if (!firsts.has(page)) firsts.set(page, block.charStart);
    for (const stretch of stretchesOf(piece, block, tableAt.get(block.charStart))) {
      const box = onSlide(stretch.box, size);
      if (box) addWords(layouts[page - 1]!, text, { ...stretch, ...box });
    }
  }
  const starts = pageStarts(firsts, slideCount, text.length);
  return layouts.map((layout, index) => ({
    number: index + 1,
    ...size,
    charStart: starts[index]!,
    charEnd: starts[index + 1] ?? text.length,
    layout,
  }));
}

interface Stretch {
  readonly charStart: number;
  readonly charEnd: number;
  readonly box?: Box | undefined;
  readonly confidence?: number;
}

/**
 * The parts of a block that stand in a box each: cells in the order of the text, in which the rows of a header are mixed; or
 * that were read in another way, such as by OCR.
 */
function stretchesOf(piece: SlidePiece, block: Block, table: Table | undefined): Stretch[] {
  const { box } = piece;
  if (piece.kind === 'figure' && piece.read) {
    const { confidence, start } = piece.read;
    const charStart = block.charStart + start;
    return [
      { charStart: block.charStart, charEnd: charStart, box },
      { charStart, charEnd: block.charEnd, box, confidence },
    ];
  }
  if (!table || table.rects.length === 0) return [{ ...block, box }];
  return table.cells
    .map(({ charStart, charEnd, rect }) => ({ charStart, charEnd, box: rect ?? box }))
    .sort((a, b) => a.charStart - b.charStart);
}

function addWords(
  layout: LayoutRun[],
  text: string,
  { charStart, charEnd, x0, y0, x1, y1, confidence }: LayoutRun,
): void {
  const place = { x0, y0, x1, y1, ...(confidence === undefined ? {} : { confidence }) };
  for (const { 0: word, index } of text.slice(charStart, charEnd).matchAll(/\S+/g)) {
    const start = charStart + index;
    layout.push({ charStart: start, charEnd: start + word.length, ...place });
  }
}

/** Where slides begin; one without text where the next one does. */
function pageStarts(firsts: ReadonlyMap<number, number>, slideCount: number, textLength: number): number[] {
  const starts: number[] = [];
  let next = textLength;
  for (let page = slideCount; page >= 1; page--) {
    next = page === 1 ? 0 : (firsts.get(page) ?? next);
    starts[page - 1] = next;
  }
  return starts;
}
