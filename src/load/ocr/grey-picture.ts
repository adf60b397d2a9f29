import type { Picture } from '../../util/pictures/png.ts';
import type { Turn } from '../pdf/geometry.ts';

/** Rows from the top, a byte a pixel, 0 for black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Brightness as the eye weighs colours, by ITU-R BT.601. */
export function toGrey({ width, height, pixels }: Picture): GreyPicture {
  const grey = new Uint8Array(width * height);
  for (let index = 0; index < grey.length; index++) {
    const [red, green, blue] = [pixels[4 * index]!, pixels[4 * index + 1]!, pixels[4 * index + 2]!];
    grey[index] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { width, height, pixels: grey };
}

export const isBlank = ({ pixels }: GreyPicture): boolean => pixels.every((pixel) => pixel === pixels[0]);

/** The picture turned so that text which has the given turn on it reads to the right. */
export function turnUpright(picture: GreyPicture, turn: Turn): GreyPicture {
  if (turn === 0) return picture;
  const { width, height, pixels } = picture;
  const [wide, high] = turn === 2 ? [width, height] : [height, width];
  const upright = new Uint8Array(pixels.length);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [left, top] = placeBefore(x, y, { turn, width, height });
      upright[y * wide + x] = pixels[top * width + left]!;
    }
  }
  return { width: wide, height: high, pixels: upright };
}

/** Where a pixel of the upright picture stands in the one before it was turned. */
function placeBefore(
  x: number,
  y: number,
  { turn, width, height }: { turn: Turn; width: number; height: number },
): [number, number] {
  if (turn === 1) return [width - 1 - y, x];
  if (turn === 2) return [width - 1 - x, height - 1 - y];
  return [y, height - 1 - x];
}

/** As a portable greymap (PGM), which needs no compression. */
export function encodePgm({ width, height, pixels }: GreyPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
