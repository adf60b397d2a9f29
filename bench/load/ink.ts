/** The marks on a picture of a page, each a set of dark pixels that touch. */
import type { Box } from '../../src/load/pdf/geometry.ts';
import type { Picture } from '../../src/util/png.ts';

/** Connected pixels: a letter, a part of one, a line, a picture. */
export interface Mark extends Box {
  /** Indices of its pixels. */
  readonly pixels: readonly number[];
}

/** Sum of the differences of red, green and blue from a background that makes a pixel ink. */
const contrast = 150;

/** Backgrounds are looked for in squares of so many pixels. */
const tile = 64;

type Colour = readonly [number, number, number];

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
    if (near[place]!.every((colour) => differenceFrom(picture, index, colour) >= contrast)) ink[index] = 1;
  }
  return ink;
}

function colourAt({ pixels }: Picture, index: number): Colour {
  return [pixels[index * 4]!, pixels[index * 4 + 1]!, pixels[index * 4 + 2]!];
}

function differenceFrom({ pixels }: Picture, index: number, [red, green, blue]: Colour): number {
  const at = index * 4;
  return Math.abs(pixels[at]! - red) + Math.abs(pixels[at + 1]! - green) + Math.abs(pixels[at + 2]! - blue);
}

/** Of the tile with this corner. */
function commonestColour(picture: Picture, left: number, top: number): Colour {
  const counts = new Map<string, { colour: Colour; count: number }>();
  for (let y = top; y < Math.min(picture.height, top + tile); y++) {
    for (let x = left; x < Math.min(picture.width, left + tile); x++) {
      const colour = colourAt(picture, y * picture.width + x);
      const known = counts.get(colour.join(' '));
      if (known) known.count++;
      else counts.set(colour.join(' '), { colour, count: 1 });
    }
  }
  return [...counts.values()].reduce((best, entry) => (entry.count > best.count ? entry : best)).colour;
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
