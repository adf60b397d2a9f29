import type { Block, Line, Word } from 'tesseract.js';
import { median, type Box } from '../pdf/geometry.ts';

/** A word as it was recognised, in pixels of the upright picture. */
export interface OcrWord extends Box {
  readonly text: string;
  /** 0…1. */
  readonly confidence: number;
  /** Of its line. */
  readonly baseline: number;
  /** Of the font, guessed from the height of the line's letters. */
  readonly size: number;
}

/** Words below are specks and pictures rather than text; what holds no letter or digit must be surer. */
const minConfidence = 0.3;
const minSymbolConfidence = 0.8;
/** Lines whose size differs from the usual one by a smaller share are of that size: heights are guessed. */
const sizeTolerance = 0.25;
/** From the top of the letters of a line to their bottom, in sizes; and what fonts declare above and below the baseline. */
const letterHeight = 0.92;
const ascent = 0.88;
const descent = 0.22;

/**
 * The words that an engine found, in its order. All words of a line have one baseline and one size, and their boxes
 * are as high as the font rather than as their own letters, as those of text layers are.
 */
export function ocrWords(blocks: readonly Block[]): OcrWord[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const usual = median(lines.map(sizeOf));
  return lines.flatMap((line) => {
    const size = sizeOf(line);
    const isUsual = Math.abs(size - usual) < sizeTolerance * usual;
    return wordsOf(line, isUsual ? usual : size);
  });
}

function sizeOf({ rowAttributes, bbox }: Line): number {
  return (rowAttributes.rowHeight || bbox.y1 - bbox.y0) / letterHeight;
}

function wordsOf(line: Line, size: number): OcrWord[] {
  const baseline = heightAt(line, (line.bbox.x0 + line.bbox.x1) / 2);
  return line.words.filter(isText).map(({ text, confidence, bbox: { x0, x1 } }) => {
    const here = heightAt(line, (x0 + x1) / 2);
    return {
      text: text.trim(),
      confidence: confidence / 100,
      x0,
      y0: here - ascent * size,
      x1,
      y1: here + descent * size,
      baseline,
      size,
    };
  });
}

/** Scans are seldom quite straight. */
function heightAt({ baseline: { x0, y0, x1, y1 } }: Line, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

function isText({ text, confidence }: Word): boolean {
  if (text.trim() === '') return false;
  return confidence / 100 >= (/[\p{L}\p{N}]/u.test(text) ? minConfidence : minSymbolConfidence);
}
