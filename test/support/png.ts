import { crc32, inflateSync } from 'node:zlib';
import type { Picture } from '../../src/util/pictures/png.ts';

/** Reads a PNG of three channels of eight bits whose rows are differences from the row above; checks every sum. */
export function decodePng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes);
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('no PNG');
  const chunks = chunksOf(file);
  const header = chunks.get('IHDR')!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT')!);
  const stride = 1 + width * 3;
  if (rows.length !== stride * height)
    throw new Error(`${rows.length} bytes for ${height} rows of ${stride}`);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    if (rows[y * stride] !== 2) throw new Error('another filter');
    for (let x = 0; x < width * 3; x++) {
      const to = (y * width + Math.floor(x / 3)) * 4 + (x % 3);
      pixels[to] = rows[y * stride + 1 + x]! + (y === 0 ? 0 : pixels[to - width * 4]!);
    }
  }
  return { width, height, pixels };
}

function chunksOf(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error(`bad sum of ${name}`);
    chunks.set(name, file.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

/** Red, green and blue. */
export function colourAt({ width, pixels }: Picture, x: number, y: number): number[] {
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}
