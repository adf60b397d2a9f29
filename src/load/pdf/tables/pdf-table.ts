import type { Box } from '../geometry.ts';
import type { Word } from '../words.ts';

/** A cell with its words; its box is around these. */
export interface PdfCell extends Box {
  /** From 0, the top and left of what it covers. */
  readonly row: number;
  readonly column: number;
  /** From 1. */
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** In reading order, line after line. */
  readonly words: readonly Word[];
}

/** A table as it was found on one page, in the upright frame of its text. */
export interface PdfTable extends Box {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows from the top that head the others, from 0. */
  readonly headerRows: number;
  /** By row, then by column; empty ones are left out. */
  readonly cells: readonly PdfCell[];
}
