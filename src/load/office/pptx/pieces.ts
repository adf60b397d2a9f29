import type { Grid } from '../../write/markdown-table.ts';
import type { Box } from '../../pdf/geometry.ts';
import type { PlacedImage } from '../pictures-pdf.ts';

/** A part of a slide as it goes into the text, and where it stands on the slide. */
export type SlidePiece = TextPiece | PicturePiece | TablePiece;

interface TextPiece {
  readonly kind: 'title' | 'subtitle' | 'text' | 'list';
  readonly text: string;
  readonly box?: Box | undefined;
}

export interface PicturePiece {
  readonly kind: 'figure';
  /** What stands for it in the text: its description, and below it what OCR read in it; empty where it has neither. */
  readonly text: string;
  readonly box?: Box | undefined;
  /** As the file has it. */
  readonly alternativeText?: string;
  /** Its image, where it is shown upright. */
  readonly image?: SlideImage;
  /** 0…1, of what OCR read, and where that begins in the text. */
  readonly read?: { readonly confidence: number; readonly start: number };
}

export interface SlideImage {
  /** Of the archive. */
  readonly part: string;
  readonly crop: PlacedImage['crop'];
}

export interface TablePiece {
  readonly kind: 'table';
  readonly grid: Grid;
  readonly box?: Box | undefined;
  /** Of a cell, where it is known. */
  readonly cellBox?: (row: number, column: number) => Box | undefined;
}
