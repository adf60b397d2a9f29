// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { pdfLoader } from '../pdf-loader.ts';
import { renderPages, type PageView } from './render.ts';

const limits = { maxBytes: 1e9, maxPages: 100, maxChars: 1e6 };

function make(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ size: [400, 600], margin: 50, ...options });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    draw(pdf);
    pdf.end();
  });
}

/** Entries of the page's dictionary, which pdfkit's types do not know. */
const describePage = (pdf: PDFKit.PDFDocument, entries: object) =>
  Object.assign(pdf.page.dictionary.data, entries);

const word = (pdf: PDFKit.PDFDocument) => pdf.font('Helvetica').fontSize(24).text('HIGHWATER', 120, 200);

/** Shows the whole page, and counts dark pixels in the box of the page's only word and outside. */
async function inkOf(bytes: Uint8Array, password?: string) {
  const { pages } = await pdfLoader.load({ bytes, name: 'a.pdf', limits, password });
  const page = pages[0]!;
  const box = page.layout[0]!;
  const region = { x0: 0, y0: 0, x1: page.width, y1: page.height };
  const view: PageView = { page: 1, pageSize: page, region, pixelsPerPoint: 2 };
  const [picture] = await renderPages({ bytes, name: 'a.pdf', password }, [view]);
  const { width, height, pixels } = picture!;
  let [inside, outside] = [0, 0];
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (pixels[pixel * 4]! > 100) continue;
    const [x, y] = [(pixel % width) / 2, Math.floor(pixel / width) / 2];
    if (x >= box.x0 - 1 && x <= box.x1 + 1 && y >= box.y0 - 1 && y <= box.y1 + 1) inside += 1;
    else outside += 1;
  }
  return { inside, outside, size: [width, height] };
}

describe('renderPages', () => {
  it('draws words where the loader says that they are', async () => {
    const { inside, outside, size } = await inkOf(await make(word));
    expect(size).toEqual([800, 1200]);
    expect(inside).toBeGreaterThan(500);
    expect(outside).toBe(0);
  });

  it.each([90, 180, 270])('does so on a page turned by %s degrees', async (turn) => {
    const bytes = await make((pdf) => {
      describePage(pdf, { Rotate: turn });
      word(pdf);
    });
    const { inside, outside, size } = await inkOf(bytes);
    expect(size).toEqual(turn === 180 ? [800, 1200] : [1200, 800]);
    expect(inside).toBeGreaterThan(500);
    expect(outside).toBe(0);
  });

  it.each([0, 90])('does so on a cropped page turned by %s degrees', async (turn) => {
    const bytes = await make((pdf) => {
      describePage(pdf, { CropBox: [60, 100, 380, 560], Rotate: turn });
      word(pdf);
    });
    const { inside, outside, size } = await inkOf(bytes);
    expect(size).toEqual(turn === 0 ? [640, 920] : [920, 640]);
    expect(inside).toBeGreaterThan(500);
    expect(outside).toBe(0);
  });

  it('opens an encrypted file with its password, and asks for it without', async () => {
    const bytes = await make(word, { userPassword: 'ebb', pdfVersion: '1.7' });
    expect((await inkOf(bytes, 'ebb')).inside).toBeGreaterThan(500);
    const view = {
      page: 1,
      pageSize: { width: 400, height: 600 },
      region: { x0: 0, y0: 0, x1: 9, y1: 9 },
      pixelsPerPoint: 1,
    };
    await expect(renderPages({ bytes, name: 'a.pdf' }, [view])).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
    });
  });

  it('says which page of a file cannot be drawn', async () => {
    const view = {
      page: 7,
      pageSize: { width: 400, height: 600 },
      region: { x0: 0, y0: 0, x1: 9, y1: 9 },
      pixelsPerPoint: 1,
    };
    const bytes = await make(word);
    await expect(renderPages({ bytes, name: 'a.pdf' }, [view])).rejects.toThrow(/a\.pdf.*page 7/);
    await expect(renderPages({ bytes: new Uint8Array(9), name: 'b.pdf' }, [view])).rejects.toMatchObject({
      code: 'LOAD',
    });
  });
});
