import { boundsOf } from './geometry.ts';
import type { PdfTable } from './tables/pdf-table.ts';
import type { Word } from './words.ts';

export interface LineOptions {
  readonly size?: number;
  readonly bold?: boolean;
  /** Points between words; the usual is a quarter of the size. */
  readonly gap?: number;
}

/** Words set in one line from (x, baseline), every letter half its size wide. For tests. */
export function line(
  text: string,
  [x, baseline]: readonly [number, number],
  options: LineOptions = {},
): Word[] {
  const { size = 10, bold = false, gap = size / 4 } = options;
  let left = x;
  return text.split(' ').map((part) => {
    const right = left + (part.length * size) / 2;
    const word: Word = {
      text: part,
      x0: left,
      y0: baseline - 0.8 * size,
      x1: right,
      y1: baseline + 0.2 * size,
      baseline,
      size,
      bold,
      turn: 0,
      joined: false,
    };
    left = right + gap;
    return word;
  });
}

/** Lines of text under each other. For tests. */
export function lines(
  texts: readonly string[],
  [x, top]: readonly [number, number],
  options: LineOptions = {},
): Word[] {
  const leading = 1.2 * (options.size ?? 10);
  return texts.flatMap((text, index) => line(text, [x, top + index * leading], options));
}

export function textsOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}

const columnWidth = 150;
const rowHeight = 40;

/** A table of texts, lines of a cell parted by `\n`, its first row the header unless said otherwise. For tests. */
export function pdfTable(
  rows: readonly (readonly string[])[],
  [x, y]: readonly [number, number],
  headerRows = 1,
): PdfTable {
  const cells = rows.flatMap((texts, row) =>
    texts.flatMap((text, column) => {
      if (text === '') return [];
      const words = lines(text.split('\n'), [x + column * columnWidth, y + row * rowHeight]);
      return [{ row, column, rowSpan: 1, columnSpan: 1, words, ...boundsOf(words) }];
    }),
  );
  const columnCount = Math.max(...rows.map((texts) => texts.length));
  return { rowCount: rows.length, columnCount, headerRows, cells, ...boundsOf(cells) };
}
