/** The marks on a picture of a page, each a set of dark pixels that touch. */
import type { Box } from '../../src/load/pdf/geometry.ts';
import type { Picture } from '../../src/util/pictures/png.ts';

/** Connected pixels: a letter, a part of one, a line, a picture. */
export interface Mark extends Box {
  /** Indices of its pixels. */
  readonly pixels: readonly number[];
}

/** Sum of the differences of red, green and blue from a background that makes a pixel ink. */
const contrast = 150;

/** Backgrounds are looked for in squares of so many pixels. */
const tile = 64;

/** Marks in pixels. */
export function marksOf(picture: Picture): Mark[] {
  const { width, height } = picture;
  const ink = inkOf(picture);
  const marks: Mark[] = [];
  for (let start = 0; start < width * height; start++) {
    if (ink[start] === 1) marks.push(fill(ink, start, width));
  }
  return marks;
}

/** 1 for each pixel that stands out from the backgrounds of its tile and of those around it. */
function inkOf(picture: Picture): Uint8Array {
  const { width, height } = picture;
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  const backgrounds = Array.from({ length: columns * rows }, (_, index) =>
    commonestColour(picture, (index % columns) * tile, Math.floor(index / columns) * tile),
  );
  const near = backgrounds.map((own, index) => {
    const places = neighboursOf(index, columns).filter((place) => place < backgrounds.length);
    return [own, ...places.map((place) => backgrounds[place]!)];
  });
  const ink = new Uint8Array(width * height);
  for (let index = 0; index < ink.length; index++) {
    const place = Math.floor(Math.floor(index / width) / tile) * columns + Math.floor((index % width) / tile);
    const colour = colourAt(picture.pixels, index);
    if (near[place]!.every((background) => differenceOf(colour, background) >= contrast)) ink[index] = 1;
  }
  return ink;
}

/** Red, green and blue in one number. */
function colourAt(pixels: Uint8Array, index: number): number {
  const at = index * 4;
  return (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
}

function differenceOf(a: number, b: number): number {
  if (a === b) return 0;
  const channel = (shift: number) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
  return channel(16) + channel(8) + channel(0);
}

/** Of the tile with this corner. */
function commonestColour({ width, height, pixels }: Picture, left: number, top: number): number {
  const counts = new Map<number, number>();
  for (let y = top; y < Math.min(height, top + tile); y++) {
    for (let x = left; x < Math.min(width, left + tile); x++) {
      const colour = colourAt(pixels, y * width + x);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
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
