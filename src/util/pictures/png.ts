import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** Rows from the top, four bytes a pixel: red, green, blue, 255. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const redGreenBlue = 2;
/** Each byte as its difference from the one above: small numbers on pages, which are mostly white. */
const filterUp = 2;

/**
 * A picture as a PNG file of eight bits a channel.
 *
 * @param pixelsPerPoint gives the size in print: 2 is 144 dots an inch.
 * @see https://www.w3.org/TR/png-3/
 */
export async function encodePng(picture: Picture, pixelsPerPoint: number): Promise<Uint8Array> {
  const { width, height } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, redGreenBlue, 0, 0, 0], 8);
  const density = Buffer.alloc(9);
  const pixelsPerMetre = Math.round((pixelsPerPoint * 72) / 0.0254);
  density.writeUInt32BE(pixelsPerMetre, 0);
  density.writeUInt32BE(pixelsPerMetre, 4);
  density[8] = 1; // metres
  const data = await promisify(deflate)(filtered(picture), { level: 6 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', density),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filtered({ width, height, pixels }: Picture): Buffer {
  const stride = 1 + width * 3;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    let to = y * stride;
    rows[to++] = filterUp;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const above = y === 0 ? 0 : pixels[from - width * 4 + channel]!;
        rows[to++] = pixels[from + channel]! - above;
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
