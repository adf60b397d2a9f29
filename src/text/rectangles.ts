import type { Page, Rect } from '../types.ts';

/** One rectangle a text line for the layout runs that intersect `[charStart, charEnd)`, in reading order. */
export function lineRects(pages: readonly Page[], charStart: number, charEnd: number): Rect[] {
  return pages.flatMap((page) =>
    page.layout
      .filter((run) => run.charStart < charEnd && run.charEnd > charStart)
      .map(({ x0, y0, x1, y1 }) => ({ page: page.number, x0, y0, x1, y1 })),
  );
}
