import type { RasterImage } from './raster-image.ts';

export interface PlacedImage {
  readonly image: RasterImage;
  /** Of what shows of it, in points. */
  readonly width: number;
  readonly height: number;
  /** What is cut off on each side, as shares of the whole image; negative where it is padded. */
  readonly crop: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** A PDF with a page for each image, which is drawn as pages are: so that pictures of slides are read and shown as those of PDFs. */
export function picturesPdf(images: readonly PlacedImage[]): Uint8Array {
  const pages = images.map((_, index) => 3 + 3 * index);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`,
    ),
    ...images.flatMap((image, index) => objectsOf(image, pages[index]!)),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** A page, what is drawn on it, and the image. */
function objectsOf({ image, width, height, crop }: PlacedImage, id: number): Buffer[] {
  const whole = {
    width: width / Math.max(0.01, 1 - crop.left - crop.right),
    height: height / Math.max(0.01, 1 - crop.top - crop.bottom),
  };
  const place = [whole.width, 0, 0, whole.height, -crop.left * whole.width, -crop.bottom * whole.height];
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width.toFixed(3)} ${height.toFixed(3)}] /Contents ${id + 1} 0 R /Resources << /XObject << /I ${id + 2} 0 R >> >> >>`,
    ),
    streamOf('', Buffer.from(`${place.map((number) => number.toFixed(3)).join(' ')} cm /I Do`)),
    streamOf(`/Type /XObject /Subtype /Image ${image.entries}`, image.data),
  ];
}

function streamOf(entries: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}
