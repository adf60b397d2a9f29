import { deflateSync, inflateSync } from 'node:zlib';

/** A PNG or JPEG file as a PDF holds it: its compressed samples, and the entries that say what these are. */
export interface RasterImage {
  readonly entries: string;
  readonly data: Uint8Array;
}

/** Pixels: larger ones are left alone. */
const mostPixels = 50_000_000;

/** `undefined` for other formats, interlaced and damaged files, and JPEG files of four colours. */
export function readRasterImage(bytes: Uint8Array): RasterImage | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (file.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001A\n') return readPng(file);
    if (file.readUInt16BE(0) === 0xff_d8) return readJpeg(file);
  } catch {
    return undefined; // it ends too early
  }
  return undefined;
}

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly space: string;
  readonly bits: number;
  /** With its parameters. */
  readonly filter: string;
}

function imageOf({ width, height, space, bits, filter }: Samples, data: Uint8Array): RasterImage | undefined {
  if (width === 0 || height === 0 || width * height > mostPixels) return undefined;
  return {
    entries: `/Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent ${bits} ${filter}`,
    data,
  };
}

/** @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf annex B: the start of the frame has the size. */
function readJpeg(file: Buffer): RasterImage | undefined {
  for (let at = 2; ; at += 2 + file.readUInt16BE(at + 2)) {
    while (file.readUInt8(at + 1) === 0xff) at += 1; // filling
    const marker = file.readUInt16BE(at);
    if (marker < 0xff_c0 || marker === 0xff_d9 || marker === 0xff_da) return undefined;
    if (marker > 0xff_cf || marker === 0xff_c4 || marker === 0xff_c8 || marker === 0xff_cc) continue;
    const [height, width, colours] = [
      file.readUInt16BE(at + 5),
      file.readUInt16BE(at + 7),
      file.readUInt8(at + 9),
    ];
    if (colours !== 1 && colours !== 3) return undefined;
    return imageOf({ width, height, space: spaceOf(colours), bits: 8, filter: '/Filter /DCTDecode' }, file);
  }
}

/** @see https://www.w3.org/TR/png-3/ */
function readPng(file: Buffer): RasterImage | undefined {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; !chunks.has('IEND');) {
    const end = at + 8 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) return undefined;
    const ofType = chunks.get(type) ?? [];
    ofType.push(file.subarray(at + 8, end));
    chunks.set(type, ofType);
    at = end + 4;
  }
  const header = chunks.get('IHDR')![0]!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, kind, interlaced] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const data = Buffer.concat(chunks.get('IDAT')!);
  if (interlaced !== 0 || width * height > mostPixels) return undefined;
  const size = { width, height };
  const hasAlpha = kind === 4 || kind === 6;
  if (hasAlpha) return onWhite(data, { ...size, colours: kind === 4 ? 1 : 3, bytes: bits / 8 });
  const colours = kind === 2 ? 3 : 1;
  const space =
    kind === 3 ? paletteSpace(chunks.get('PLTE')![0]!, chunks.get('tRNS')?.[0]) : spaceOf(colours);
  const predictor = `/DecodeParms << /Predictor 15 /Colors ${colours} /BitsPerComponent ${bits} /Columns ${width} >>`;
  return imageOf({ ...size, space, bits, filter: `/Filter /FlateDecode ${predictor}` }, data);
}

const spaceOf = (colours: number) => (colours === 1 ? '/DeviceGray' : '/DeviceRGB');

function paletteSpace(palette: Buffer, alphas: Buffer = Buffer.alloc(0)): string {
  const shown = palette.map((value, index) => over(value, alphas[Math.floor(index / 3)] ?? 255));
  return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${Buffer.from(shown).toString('hex')}>]`;
}

/** A channel over white. */
const over = (value: number, alpha: number) => Math.round((value * alpha + 255 * (255 - alpha)) / 255);

interface AlphaImage {
  readonly width: number;
  readonly height: number;
  /** Beside the last channel, which says how much of them shows. */
  readonly colours: 1 | 3;
  /** Of a channel. */
  readonly bytes: number;
}

/** Samples with transparency, shown on a white page. */
function onWhite(data: Buffer, { width, height, colours, bytes }: AlphaImage): RasterImage | undefined {
  const step = (colours + 1) * bytes;
  const stride = width * step;
  const rows = inflateSync(data, { maxOutputLength: (stride + 1) * height });
  const shown = Buffer.alloc(width * height * colours);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const row = rows.subarray(start + 1, start + 1 + stride);
    unfilter(row, { filter: rows.readUInt8(start), above, step });
    for (let x = 0; x < width; x++) {
      const alpha = row.readUInt8(x * step + colours * bytes);
      for (let colour = 0; colour < colours; colour++) {
        shown[(y * width + x) * colours + colour] = over(row.readUInt8(x * step + colour * bytes), alpha);
      }
    }
    above = row;
  }
  const samples = { width, height, space: spaceOf(colours), bits: 8, filter: '/Filter /FlateDecode' };
  return imageOf(samples, deflateSync(shown, { level: 1 }));
}

/** Turns differences from the pixels before and above into values, in place. */
function unfilter(
  row: Buffer,
  { filter, above, step }: { readonly filter: number; readonly above: Buffer; readonly step: number },
): void {
  for (let at = 0; at < row.length; at++) {
    const left = row[at - step] ?? 0;
    const up = above[at]!;
    const corner = at < step ? 0 : above[at - step]!;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[at] = row[at]! + guess;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
