import { describe, expect, it } from 'vitest';
import { colourAt } from '../../../test/support/png.ts';
import { highlight } from './highlight.ts';

const paper = () => ({ width: 40, height: 40, pixels: new Uint8Array(40 * 40 * 4).fill(255) });
const view = { region: { x0: 10, y0: 20, x1: 30, y1: 40 }, pixelsPerPoint: 2 };
const rect = { page: 1, x0: 12, y0: 22, x1: 20, y1: 28 };
const yellow = [255, 230, 102];

describe('highlight', () => {
  it('colours the pixels of the rectangle and no others', () => {
    const picture = paper();
    highlight(picture, [rect], view);
    expect(colourAt(picture, 4, 4)).toEqual(yellow);
    expect(colourAt(picture, 19, 15)).toEqual(yellow);
    for (const [x, y] of [
      [3, 4],
      [4, 3],
      [20, 4],
      [19, 16],
    ]) {
      expect(colourAt(picture, x!, y!)).toEqual([255, 255, 255]);
    }
  });

  it('leaves ink black, and where lines overlap colours once', () => {
    const picture = paper();
    picture.pixels.set([0, 0, 0], (6 * 40 + 6) * 4);
    highlight(picture, [rect, { ...rect, y1: 30 }], view);
    expect(colourAt(picture, 6, 6)).toEqual([0, 0, 0]);
    expect(colourAt(picture, 7, 6)).toEqual(yellow);
  });

  it('lightens dark paper, and leaves what is written on it white', () => {
    const picture = paper();
    for (let pixel = 0; pixel < 1600; pixel++) picture.pixels.set([0, 0, 0], pixel * 4);
    picture.pixels.set([255, 255, 255], (6 * 40 + 6) * 4);
    highlight(picture, [rect], view);
    expect(colourAt(picture, 7, 6)).toEqual([120, 90, 0]);
    expect(colourAt(picture, 6, 6)).toEqual([255, 255, 255]);
    expect(colourAt(picture, 30, 30)).toEqual([0, 0, 0]);
  });

  it('takes rectangles that reach out of the picture', () => {
    const picture = paper();
    highlight(picture, [{ page: 1, x0: -5, y0: 0, x1: 100, y1: 100 }], view);
    expect(colourAt(picture, 0, 0)).toEqual(yellow);
    expect(colourAt(picture, 39, 39)).toEqual(yellow);
  });
});
