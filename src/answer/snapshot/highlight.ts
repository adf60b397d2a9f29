import type { Rect } from '../../types.ts';
import type { Picture } from '../../util/pictures/png.ts';
import type { View } from './view.ts';

/** What white paper becomes; ink stays as dark as it is. */
const onLight = [255, 230, 102] as const;
/** What black paper becomes; what is written on it stays as light as it is. */
const onDark = [120, 90, 0] as const;

/** Colours what lies in the rectangles as a felt pen would, in place; where lines overlap, once. */
export function highlight(picture: Picture, rects: readonly Rect[], view: View): void {
  const { width, height, pixels } = picture;
  const done = new Uint8Array(width * height);
  for (const rect of rects) {
    const range = inPicture(picture, rect, view);
    const colour = isDark(picture, range) ? darkened : lightened;
    eachPixel(picture, range, (pixel) => {
      if (done[pixel]) return;
      done[pixel] = 1;
      for (let channel = 0; channel < 3; channel++) {
        const at = pixel * 4 + channel;
        pixels[at] = colour(pixels[at]!, channel);
      }
    });
  }
}

const lightened = (value: number, channel: number) => (value * onLight[channel]!) / 255;
const darkened = (value: number, channel: number) => 255 - ((255 - value) * (255 - onDark[channel]!)) / 255;

interface PixelRange {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The pixels of a rectangle, as far as they are in the picture. */
function inPicture({ width, height }: Picture, rect: Rect, { region, pixelsPerPoint }: View): PixelRange {
  const pixels = (points: number, most: number) =>
    Math.max(0, Math.min(most, Math.round(points * pixelsPerPoint)));
  return {
    x0: pixels(rect.x0 - region.x0, width),
    y0: pixels(rect.y0 - region.y0, height),
    x1: pixels(rect.x1 - region.x0, width),
    y1: pixels(rect.y1 - region.y0, height),
  };
}

/** Whether most of what is there is dark: of a line on paper, ink is the smaller part. */
function isDark(picture: Picture, range: PixelRange): boolean {
  let dark = 0;
  eachPixel(picture, range, (pixel) => {
    const [red = 0, green = 0, blue = 0] = picture.pixels.subarray(pixel * 4, pixel * 4 + 3);
    dark += red + green + blue < 384 ? 1 : -1;
  });
  return dark > 0;
}

function eachPixel({ width }: Picture, { x0, y0, x1, y1 }: PixelRange, visit: (pixel: number) => void): void {
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) visit(y * width + x);
  }
}
