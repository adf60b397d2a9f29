import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { colourAt } from '../../../test/support/png.ts';
import { encodePng, type Picture } from '../../util/pictures/png.ts';
import { renderPages } from '../pdf/pictures/render.ts';
import { picturesPdf, type PlacedImage } from './pictures-pdf.ts';
import { readRasterImage } from './raster-image.ts';

/** Red, 16 by 8 pixels; grey, 8 by 8. */
const redJpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCSAIon/9k=';
const greyJpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AA//Z';
const jpeg = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
  readonly bits?: number;
  readonly interlaced?: boolean;
  /** With the number of its filter before each row. */
  readonly rows: Uint8Array;
  readonly more?: readonly (readonly [type: string, data: Uint8Array])[];
}

function png({ width, height, kind, bits = 8, interlaced = false, rows, more = [] }: PngParts): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflateSync(rows);
  const chunks = [
    ['IHDR', header],
    ...more,
    ['IDAT', data.subarray(0, 7)],
    ['IDAT', data.subarray(7)],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      ...chunks.map(([type, content]) => {
        const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
        const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
        length.writeUInt32BE(content.length);
        sum.writeUInt32BE(crc32(body));
        return Buffer.concat([length, body, sum]);
      }),
    ]),
  );
}

const whole = { left: 0, top: 0, right: 0, bottom: 0 };

async function draw(bytes: Uint8Array, crop: PlacedImage['crop'] = whole): Promise<Picture> {
  const image = readRasterImage(bytes)!;
  const size = { width: 80, height: 40 };
  const file = { bytes: picturesPdf([{ image, ...size, crop }]), name: 'pictures.pdf' };
  const region = { x0: 0, y0: 0, x1: 80, y1: 40 };
  return (await renderPages(file, [{ page: 1, pageSize: size, region, pixelsPerPoint: 1 }]))[0]!;
}

/** Left half red, right half blue. */
const halves = () => {
  const pixels = new Uint8Array(16 * 8 * 4).map((_, index) => {
    const isLeft = Math.floor(index / 4) % 16 < 8;
    return [isLeft ? 200 : 0, 0, isLeft ? 0 : 200, 255][index % 4]!;
  });
  return encodePng({ width: 16, height: 8, pixels }, 1);
};

describe('images of slides', () => {
  it('are drawn as they are, or as much of them as the slide shows', async () => {
    const drawn = await draw(await halves());
    expect([colourAt(drawn, 10, 20), colourAt(drawn, 70, 20)]).toEqual([
      [200, 0, 0],
      [0, 0, 200],
    ]);
    const cropped = await draw(await halves(), { ...whole, left: 0.5 });
    expect([colourAt(cropped, 10, 20), colourAt(cropped, 70, 20)]).toEqual([
      [0, 0, 200],
      [0, 0, 200],
    ]);
    expect(colourAt(await draw(jpeg(redJpeg)), 40, 20).map((value) => Math.round(value / 10))).toEqual([
      20, 2, 2,
    ]);
    expect(colourAt(await draw(jpeg(greyJpeg)), 40, 20).map((value) => Math.round(value / 10))).toEqual([
      9, 9, 9,
    ]);
  });

  it('have the colours of their palette, transparent ones on white', async () => {
    const palette = Buffer.from([0, 160, 0, 0, 0, 0]);
    const more = [
      ['PLTE', palette],
      ['tRNS', Buffer.from([255, 0])],
    ] as const;
    const rows = Uint8Array.from([0, 0b0011_0011, 0, 0b0011_0011]); // a bit a pixel
    const drawn = await draw(png({ width: 8, height: 2, kind: 3, bits: 1, rows, more }));
    expect([colourAt(drawn, 5, 10), colourAt(drawn, 30, 10)]).toEqual([
      [0, 160, 0],
      [255, 255, 255],
    ]);
  });

  it.each([4, 6])('are shown on white where they are transparent, by whatever filter (kind %i)', (kind) => {
    const channels = kind === 4 ? 2 : 4;
    const [width, height] = [7, 10];
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) % 256;
    const samples = Uint8Array.from({ length: width * height * channels }, random);
    const stride = width * channels;
    const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : samples[y * stride + x]!);
    const rows: number[] = [];
    for (let y = 0; y < height; y++) {
      const filter = y % 5;
      rows.push(filter);
      for (let x = 0; x < stride; x++) {
        const [left, up, corner] = [
          at(x - channels, y),
          at(x, y - 1),
          x < channels ? 0 : at(x - channels, y - 1),
        ];
        rows.push(
          (at(x, y) - [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter]! + 256) % 256,
        );
      }
    }
    const image = readRasterImage(png({ width, height, kind, rows: Uint8Array.from(rows) }))!;
    const expected = Array.from({ length: width * height }, (_, pixel) => {
      const own = [...samples.subarray(pixel * channels, (pixel + 1) * channels)];
      const alpha = own.at(-1)!;
      return own.slice(0, -1).map((value) => Math.round((value * alpha + 255 * (255 - alpha)) / 255));
    }).flat();
    expect([...inflateSync(image.data)]).toEqual(expected);
  });

  it('are none where they cannot be drawn, or are damaged', async () => {
    const rows = Uint8Array.from([0, 9, 9, 9]);
    const sound = png({ width: 1, height: 1, kind: 2, rows });
    expect(readRasterImage(sound)).toBeDefined();
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array(Buffer.from('GIF89a, and what follows')),
      png({ width: 1, height: 1, kind: 2, rows, interlaced: true }),
      png({ width: 100_000, height: 100_000, kind: 6, rows }),
      png({ width: 0, height: 1, kind: 2, rows }),
      png({ width: 9, height: 9, kind: 6, rows }),
      png({ width: 1, height: 1, kind: 3, rows }),
      sound.subarray(0, 50),
      jpeg(redJpeg).subarray(0, 100),
      Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]),
    ])
      expect(readRasterImage(bytes)).toBeUndefined();
  });
});

/** Of a pixel's neighbours the one that is nearest to where they lead. */
function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  return [left, up, corner].reduce((best, one) =>
    Math.abs(guess - one) < Math.abs(guess - best) ? one : best,
  );
}
