import type { Page, Rect } from '../../types.ts';

/** A part of a page in points from its top left, and how many pixels a point becomes. */
export interface View {
  /** The part that is shown, in points from the top left. */
  readonly region: Omit<Rect, 'page' | 'confidence'>;
  /** Fewer than asked for where the part is large. */
  readonly pixelsPerPoint: number;
}

export interface ViewOptions {
  /** Points of the page around the quote, above and below. */
  readonly margin: number;
  readonly pixelsPerPoint: number;
}

/** Pages up to this width are shown from edge to edge: A4 and Letter, also lying. */
const widest = 850;
const mostPixels = 8_000_000;

/**
 * What to show of a page so that a quote is seen where it stands: its lines and a margin, as wide as the page. Of
 * wider pages, such as posters, the part around the quote. Fewer pixels a point where there would be too many.
 *
 * @param rects at least one, all of this page.
 */
export function viewOf(
  rects: readonly Rect[],
  page: Pick<Page, 'width' | 'height'>,
  { margin, pixelsPerPoint }: ViewOptions,
): View {
  const left = Math.min(...rects.map(({ x0 }) => x0));
  const right = Math.max(...rects.map(({ x1 }) => x1));
  const [x0, x1] = widen(
    { from: left - margin, to: right + margin },
    Math.min(page.width, widest),
    page.width,
  );
  const top = Math.min(...rects.map(({ y0 }) => y0));
  const bottom = Math.max(...rects.map(({ y1 }) => y1));
  const [y0, y1] = widen({ from: top - margin, to: bottom + margin }, 1, page.height);
  const most = Math.sqrt(mostPixels / ((x1 - x0) * (y1 - y0)));
  return { region: { x0, y0, x1, y1 }, pixelsPerPoint: Math.min(pixelsPerPoint, most) };
}

/** The part of the range within 0…`room`, in whole points, and at least `least` of them where there is room. */
function widen({ from, to }: { from: number; to: number }, least: number, room: number): [number, number] {
  const [start, end] = [Math.max(0, from), Math.min(room, to)];
  const length = Math.max(least, end - start);
  const first = Math.max(0, Math.min(start - (length - (end - start)) / 2, room - length));
  return [Math.floor(first), Math.ceil(first + length)];
}
