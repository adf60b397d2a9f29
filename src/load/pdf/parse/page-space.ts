import { boundsOf, type Box, type PageSize } from '../geometry.ts';

/** Where a page's user space lies: the visible box, and the clockwise quarter turns it is shown with. */
export interface PageSpace {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly rotation: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Width and height as displayed. */
export function displayedSize({ left, bottom, right, top, rotation }: PageSpace): PageSize {
  const width = right - left;
  const height = top - bottom;
  return rotation % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of user space (y upwards) on the displayed page (y downwards). */
export function displayedPoint(space: PageSpace, x: number, y: number): Point {
  const { left, bottom, right, top, rotation } = space;
  if (rotation === 0) return { x: x - left, y: top - y };
  if (rotation === 1) return { x: y - bottom, y: x - left };
  if (rotation === 2) return { x: right - x, y: y - bottom };
  return { x: top - y, y: right - x };
}

/** The smallest box around points. */
export function boxAround(...points: readonly Point[]): Box {
  return boundsOf(points.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y })));
}
