/** The marks on a picture of a page, each a set of dark pixels that touch. */
import type { Box } from '../../src/load/pdf/geometry.ts';
import type { Picture } from '../../src/util/png.ts';

/** Connected pixels: a letter, a part of one, a line, a picture. */
export interface Mark extends Box {
  /** Indices of its pixels. */
  readonly pixels: readonly number[];
}

/** Sum of the differences of red, green and blue from the background that makes a pixel ink. */
const contrast = 150;

/** Marks in pixels; the background is the commonest colour. */
export function marksOf(picture: Picture): Mark[] {
  const { width, height } = picture;
  const ink = inkOf(picture);
  const marks: Mark[] = [];
  for (let start = 0; start < width * height; start++) {
    if (ink[start] === 1) marks.push(fill(ink, start, width));
  }
  return marks;
}

/** 1 for each pixel that stands out. */
function inkOf({ width, height, pixels }: Picture): Uint8Array {
  const background = commonestColour(pixels);
  const ink = new Uint8Array(width * height);
  for (let index = 0; index < ink.length; index++) {
    let difference = 0;
    for (let channel = 0; channel < 3; channel++)
      difference += Math.abs(pixels[index * 4 + channel]! - background[channel]!);
    if (difference >= contrast) ink[index] = 1;
  }
  return ink;
}

function commonestColour(pixels: Uint8Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [colour] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0xffffff, 0]);
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** Takes the mark that holds a pixel out of the ink. */
function fill(ink: Uint8Array, start: number, width: number): Mark {
  const pixels = [start];
  let [x0, y0, x1, y1] = [width, Infinity, 0, 0];
  ink[start] = 0;
  for (let next = 0; next < pixels.length; next++) {
    const pixel = pixels[next]!;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    for (const neighbour of neighboursOf(pixel, width)) {
      if (ink[neighbour] !== 1) continue;
      ink[neighbour] = 0;
      pixels.push(neighbour);
    }
  }
  return { pixels, x0, y0, x1, y1 };
}

/** The eight around a pixel that are not over the left or right edge; those above and below the picture are no ink. */
function neighboursOf(pixel: number, width: number): number[] {
  const x = pixel % width;
  const columns = [pixel - 1, pixel, pixel + 1].slice(x === 0 ? 1 : 0, x === width - 1 ? 2 : 3);
  return columns
    .flatMap((column) => [column - width, column, column + width])
    .filter((neighbour) => neighbour !== pixel && neighbour >= 0);
}
