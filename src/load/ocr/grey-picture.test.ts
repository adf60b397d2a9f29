import { describe, expect, it } from 'vitest';
import { fromFrame, turns } from '../pdf/geometry.ts';
import { encodePgm, toGrey, turnUpright, type GreyPicture } from './grey-picture.ts';

/** Three pixels wide, two high. */
const picture: GreyPicture = { width: 3, height: 2, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) };

describe('toGrey', () => {
  it('keeps black, white and the order of brightness of colours', () => {
    const pixels = Uint8Array.of(
      0,
      0,
      0,
      255,
      255,
      255,
      255,
      255,
      0,
      255,
      0,
      255,
      255,
      0,
      0,
      255,
      0,
      0,
      255,
      255,
    );
    const [black, white, green, red, blue] = toGrey({ width: 5, height: 1, pixels }).pixels;
    expect([black, white]).toEqual([0, 255]);
    expect(green).toBeGreaterThan(red!);
    expect(red).toBeGreaterThan(blue!);
  });
});

describe('turnUpright', () => {
  it('puts each pixel where the upright frame of the turn has it', () => {
    for (const turn of turns) {
      const upright = turnUpright(picture, turn);
      for (let y = 0; y < upright.height; y++) {
        for (let x = 0; x < upright.width; x++) {
          const before = fromFrame(turn, { x0: x, y0: y, x1: x + 1, y1: y + 1 }, picture);
          const expected = picture.pixels[before.y0 * picture.width + before.x0];
          expect(upright.pixels[y * upright.width + x]).toBe(expected);
        }
      }
    }
  });
});

describe('encodePgm', () => {
  it('has the size in its head and a byte a pixel', () => {
    expect(Buffer.from(encodePgm(picture)).toString('latin1')).toBe(
      'P5\n3 2\n255\n\u0001\u0002\u0003\u0004\u0005\u0006',
    );
  });
});
