/**
 * Quarter turns of text against the displayed page: 0 reads to the right, 1 downwards, 2 to the left
 * (upside down), 3 upwards. Text of each turn is laid out in its own upright frame, in which it reads to
 * the right and lines follow downwards; rectangles are turned back to the displayed page at the end.
 */
export type Turn = (typeof turns)[number];
export const turns = [0, 1, 2, 3] as const;

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Size of the upright frame of a turn. */
export function frameSize(turn: Turn, page: PageSize): PageSize {
  return turn % 2 === 0 ? page : { width: page.height, height: page.width };
}

/** A displayed rectangle in the upright frame of text with the given turn. */
export function toFrame(turn: Turn, box: Box, page: PageSize): Box {
  const { width, height } = page;
  if (turn === 0) return box;
  if (turn === 1) return { x0: box.y0, y0: width - box.x1, x1: box.y1, y1: width - box.x0 };
  if (turn === 2) return { x0: width - box.x1, y0: height - box.y1, x1: width - box.x0, y1: height - box.y0 };
  return { x0: height - box.y1, y0: box.x0, x1: height - box.y0, y1: box.x1 };
}

/** The inverse of `toFrame`. */
export function fromFrame(turn: Turn, box: Box, page: PageSize): Box {
  const { width, height } = page;
  if (turn === 0) return box;
  if (turn === 1) return { x0: width - box.y1, y0: box.x0, x1: width - box.y0, y1: box.x1 };
  if (turn === 2) return { x0: width - box.x1, y0: height - box.y1, x1: width - box.x0, y1: height - box.y0 };
  return { x0: box.y0, y0: height - box.x1, x1: box.y1, y1: height - box.x0 };
}

/** The nearest quarter turn of a writing direction, `dy` counted downwards. */
export function turnOf(dx: number, dy: number): Turn {
  if (dy === 0 && dx > 0) return 0; // nearly all text
  return ((Math.round(Math.atan2(dy, dx) / (Math.PI / 2)) + 4) % 4) as Turn;
}

/** Whether the centre of a rectangle lies on the page. */
export function isOnPage(box: Box, { width, height }: PageSize): boolean {
  return isInside(box, { x0: 0, y0: 0, x1: width, y1: height });
}

/** Whether the centre of a rectangle lies in another. */
export function isInside(box: Box, other: Box): boolean {
  const x = (box.x0 + box.x1) / 2;
  const y = (box.y0 + box.y1) / 2;
  return x >= other.x0 && x <= other.x1 && y >= other.y0 && y <= other.y1;
}

/** The part of a rectangle that lies on the page, or undefined when its centre does not. */
export function onPage(box: Box, page: PageSize): Box | undefined {
  if (!isOnPage(box, page)) return undefined;
  return {
    x0: Math.max(0, box.x0),
    y0: Math.max(0, box.y0),
    x1: Math.min(page.width, box.x1),
    y1: Math.min(page.height, box.y1),
  };
}

/** The part of a rectangle that lies on the page, wherever its centre is; undefined when none does. */
export function partOnPage(box: Box, page: PageSize): Box | undefined {
  const [x0, y0] = [Math.max(0, box.x0), Math.max(0, box.y0)];
  const [x1, y1] = [Math.min(page.width, box.x1), Math.min(page.height, box.y1)];
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined;
}

/** The smallest rectangle around the given ones; for none an empty one turned inside out. */
export function boundsOf(boxes: readonly Box[]): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** The middle value, the upper one of two; 0 for none. */
export function median(values: readonly number[]): number {
  return new Float64Array(values).sort()[values.length >> 1] ?? 0;
}
