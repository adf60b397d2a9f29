/**
 * Where characters stand on pages: `lineRects` of a quote, a rectangle a line, `blockRects` of a chunk, a rectangle a block.
 */
import type { LayoutRun, Page, Picture, Rect } from '../types.ts';
import { firstIndex } from './spans.ts';

/** Widest gap between two runs of one line, in heights of the line; beyond it another column begins. */
const WIDEST_GAP = 4;

/** Runs so many times as high as wide are words of turned text, or single letters. */
const TURNED = 3;

/**
 * One rectangle a text line for the layout runs that intersect `[charStart, charEnd)`, in reading order. Runs
 * are on one line when they overlap vertically by half of the smaller height and stand side by side without a
 * wide gap, or above each other at the same place and as words of turned text do. Lines read by OCR have the mean confidence of their words.
 */
export function lineRects(pages: readonly Page[], charStart: number, charEnd: number): Rect[] {
  return pagesOf(pages, charStart, charEnd).flatMap((page) => {
    const lines: Rect[] = [];
    for (const run of runsOf(page, charStart, charEnd)) {
      const line = lines.at(-1);
      if (line && (isSameLine(line, run) || isSameTurnedLine(line, run))) extend(line, run);
      else lines.push(toRect(run, page.number));
    }
    return lines;
  });
}

/** The pages that the span touches, with the empty ones between them. Pages are ordered. */
export function pagesOf(pages: readonly Page[], charStart: number, charEnd: number): readonly Page[] {
  const first = firstIndex(pages.length, (index) => pages[index]!.charEnd > charStart);
  const last = firstIndex(pages.length, (index) => pages[index]!.charStart >= charEnd);
  return pages.slice(first, last);
}

function runsOf({ layout }: Page, charStart: number, charEnd: number): readonly LayoutRun[] {
  const first = firstIndex(layout.length, (index) => layout[index]!.charEnd > charStart);
  const last = firstIndex(layout.length, (index) => layout[index]!.charStart >= charEnd);
  return layout.slice(first, last);
}

function isSameLine(line: Rect, run: LayoutRun): boolean {
  if (isTurned(line) && isTurned(run)) return false;
  const heights = [line.y1 - line.y0, run.y1 - run.y0] as const;
  const height = Math.min(...heights);
  // Beside turned text stands a short word of the next such line; beside a single letter stand words of its height.
  if (isTurned(line) !== isTurned(run) && Math.max(...heights) > 2 * height) return false;
  const shared = Math.min(line.y1, run.y1) - Math.max(line.y0, run.y0);
  const gap = Math.max(run.x0 - line.x1, line.x0 - run.x1);
  return shared >= height / 2 && gap <= WIDEST_GAP * Math.max(line.y1 - line.y0, run.y1 - run.y0);
}

/** Words of one line of turned text have the same extent across it and stand above each other. */
function isSameTurnedLine(line: Rect, run: LayoutRun): boolean {
  const width = run.x1 - run.x0;
  const aligned = Math.abs(run.x0 - line.x0) + Math.abs(run.x1 - line.x1) < 0.1 * width;
  const gap = Math.max(run.y0 - line.y1, line.y0 - run.y1);
  return aligned && gap >= -0.1 * width && gap <= width && (isTurned(line) || isTurned(run));
}

function isTurned({ x0, y0, x1, y1 }: LayoutRun | Rect): boolean {
  return y1 - y0 > TURNED * (x1 - x0);
}

function toRect({ x0, y0, x1, y1, confidence }: LayoutRun, page: number): Rect {
  return { page, x0, y0, x1, y1, ...(confidence === undefined ? {} : { confidence }) };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function extend(rect: Mutable<Rect>, by: LayoutRun | Rect): void {
  const confidence = jointConfidence(rect, by);
  if (confidence !== undefined) rect.confidence = confidence;
  rect.x0 = Math.min(rect.x0, by.x0);
  rect.y0 = Math.min(rect.y0, by.y0);
  rect.x1 = Math.max(rect.x1, by.x1);
  rect.y1 = Math.max(rect.y1, by.y1);
}

/** The mean by area; what is no text read by OCR is certain. */
function jointConfidence(a: LayoutRun | Rect, b: LayoutRun | Rect): number | undefined {
  if (a.confidence === undefined && b.confidence === undefined) return undefined;
  const areas = [areaOf(a), areaOf(b)] as const;
  const sum = areas[0] * (a.confidence ?? 1) + areas[1] * (b.confidence ?? 1);
  return Math.min(1, sum / (areas[0] + areas[1] || 1));
}

function areaOf({ x0, y0, x1, y1 }: LayoutRun | Rect): number {
  return (x1 - x0) * (y1 - y0);
}

/** Widest space between two rows of one block, in heights of a row. */
const WIDEST_LEADING = 1.5;

/**
 * One rectangle a block of consecutive rows, so few a page; in reading order. Lines side by side, such as the
 * cells of a table, are one row; rows belong together when they share half of the narrower one's width and no
 * more than 1.5 rows of space is between them.
 */
export function blockRects(pages: readonly Page[], charStart: number, charEnd: number): Rect[] {
  return joined(joined(lineRects(pages, charStart, charEnd), isSameRow), isSameBlock);
}

/** Rectangles of text, and those of the pictures that some of the span stands for. */
export function withPictures(
  rects: readonly Rect[],
  pictures: readonly Picture[] | undefined,
  { charStart, charEnd }: { readonly charStart: number; readonly charEnd: number },
): Rect[] {
  const shown = (pictures ?? []).flatMap((picture) =>
    picture.rect && picture.charStart < charEnd && charStart < picture.charEnd ? [picture.rect] : [],
  );
  const isKnown = ({ page, x0, y0, x1, y1 }: Rect) =>
    rects.some(
      (rect) => rect.page === page && rect.x0 <= x0 && rect.y0 <= y0 && rect.x1 >= x1 && rect.y1 >= y1,
    );
  return [...rects, ...shown.filter((rect) => !isKnown(rect))];
}

function joined(rects: readonly Rect[], belongs: (before: Rect, rect: Rect) => boolean): Rect[] {
  const wholes: Rect[] = [];
  for (const rect of rects) {
    const last = wholes.at(-1);
    if (last?.page === rect.page && belongs(last, rect)) extend(last, rect);
    else wholes.push({ ...rect });
  }
  return wholes;
}

function isSameRow(row: Rect, line: Rect): boolean {
  const shared = Math.min(row.y1, line.y1) - Math.max(row.y0, line.y0);
  return shared >= Math.min(row.y1 - row.y0, line.y1 - line.y0) / 2;
}

function isSameBlock(block: Rect, row: Rect): boolean {
  const width = Math.min(block.x1 - block.x0, row.x1 - row.x0);
  const shared = Math.min(block.x1, row.x1) - Math.max(block.x0, row.x0);
  const height = row.y1 - row.y0;
  const space = row.y0 - block.y1;
  return shared >= width / 2 && space >= -height && space <= WIDEST_LEADING * height;
}
