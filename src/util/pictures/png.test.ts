import { assert, asyncProperty, integer, uint8Array } from 'fast-check';
import { fileTypeFromBuffer } from 'file-type';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../test/support/png.ts';
import { encodePng } from './png.ts';

describe('encodePng', () => {
  it('keeps every pixel', async () => {
    const side = integer({ min: 1, max: 9 });
    await assert(
      asyncProperty(
        side,
        side,
        uint8Array({ minLength: 324, maxLength: 324 }),
        async (width, height, noise) => {
          const pixels = noise.slice(0, width * height * 4).map((value, at) => (at % 4 === 3 ? 255 : value));
          const png = await encodePng({ width, height, pixels }, 2);
          expect(decodePng(png)).toEqual({ width, height, pixels });
        },
      ),
    );
  });

  it('is known as a PNG, and says how large it is in print', async () => {
    const png = await encodePng({ width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3, 255) }, 2);
    expect(await fileTypeFromBuffer(png)).toMatchObject({ mime: 'image/png' });
    const density = Buffer.from(png).indexOf('pHYs');
    expect(Buffer.from(png).readUInt32BE(density + 4)).toBe(5669); // 144 dots an inch
  });
});
