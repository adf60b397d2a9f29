import type { Picture } from './png.ts';

export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Draws the border of a box, within it, as far as it lies in the picture. */
export function outline(
  picture: Picture,
  box: PixelBox,
  { colour, width }: { readonly colour: readonly [number, number, number]; readonly width: number },
): void {
  const [left, top, right, bottom] = [box.x0, box.y0, box.x1, box.y1].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  fill(picture, { x0: left, y0: top, x1: right, y1: top + width }, colour);
  fill(picture, { x0: left, y0: bottom - width, x1: right, y1: bottom }, colour);
  fill(picture, { x0: left, y0: top, x1: left + width, y1: bottom }, colour);
  fill(picture, { x0: right - width, y0: top, x1: right, y1: bottom }, colour);
}

function fill({ width, height, pixels }: Picture, box: PixelBox, colour: readonly number[]): void {
  for (let y = Math.max(0, box.y0); y < Math.min(height, box.y1); y++) {
    for (let x = Math.max(0, box.x0); x < Math.min(width, box.x1); x++)
      pixels.set(colour, (y * width + x) * 4);
  }
}
