import type { Grid } from '../../markdown-table.ts';
import type { Box } from './geometry.ts';

/** A part of a slide as it goes into the text, and where it stands on the slide. */
export type SlidePiece = TextPiece | TablePiece;

export interface TextPiece {
  readonly kind: 'title' | 'text' | 'list' | 'figure';
  readonly text: string;
  readonly box?: Box | undefined;
}

export interface TablePiece {
  readonly kind: 'table';
  readonly grid: Grid;
  readonly box?: Box | undefined;
  /** Of a cell, where it is known. */
  readonly cellBox?: (row: number, column: number) => Box | undefined;
}
