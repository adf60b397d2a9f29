// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LayoutRun, LoadedDocument } from '../../../types.ts';
import { encodePng } from '../../../util/pictures/png.ts';
import type { LoadRequest, OcrSettings } from '../../loader.ts';
import { problemsOf } from '../invariants.testing.ts';
import { pdfLoader } from '../pdf-loader.ts';
import { OpenedPdf, renderPages } from './render.ts';

const size = { width: 400, height: 300 };
const prose =
  'The river carries fine sand from the hills to the wide plain, where farmers have built low walls to hold the water back in spring.';
const ocr: OcrSettings = { when: 'auto', languages: ['eng'] };
const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

function make(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ size: [size.width, size.height], margin: 0 });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    draw(pdf);
    pdf.end();
  });
}

function load(bytes: Uint8Array, rest: Partial<LoadRequest> = {}): Promise<LoadedDocument> {
  return pdfLoader.load({ bytes, name: 'scan.pdf', limits, ...rest });
}

/** A page with text, and its picture as a scanner gives it. */
async function scan(): Promise<{ text: Uint8Array; picture: Uint8Array }> {
  const text = await make((pdf) => pdf.fontSize(14).text(prose, 40, 60, { width: 320 }));
  const region = { x0: 0, y0: 0, x1: size.width, y1: size.height };
  const view = { page: 1, pageSize: size, region, pixelsPerPoint: 3 };
  const [drawn] = await renderPages({ bytes: text, name: 'text.pdf' }, [view]);
  return { text, picture: await encodePng(drawn!, 3) };
}

function wordsOf({ text, pages }: LoadedDocument, page = 1): (LayoutRun & { word: string })[] {
  const { layout } = pages[page - 1]!;
  return layout.map((run) => ({ ...run, word: text.slice(run.charStart, run.charEnd) }));
}

describe('readScans', () => {
  let text: Uint8Array;
  let picture: Uint8Array;
  beforeAll(async () => ({ text, picture } = await scan()));

  const placed = (pdf: PDFKit.PDFDocument) =>
    pdf.image(Buffer.from(picture), 0, 0, { width: size.width, height: size.height });

  it('reads a scan word for word, where the words stand, and says how sure it is', async () => {
    const read = await load(await make(placed), { ocr });
    expect(read.text).toBe(prose);
    expect(read.warnings).toEqual(['Read by OCR: page 1.']);
    expect(problemsOf(read)).toEqual([]);
    const truth = wordsOf(await load(text));
    wordsOf(read).forEach((word, index) => {
      const expected = truth[index]!;
      expect(word.word).toBe(expected.word);
      expect(word.confidence).toBeGreaterThan(0.7);
      for (const side of ['x0', 'y0', 'x1', 'y1'] as const) {
        expect(Math.abs(word[side] - expected[side])).toBeLessThan(3);
      }
    });
  });

  it('says nothing of a blank page', async () => {
    const bytes = await make((pdf) => {
      placed(pdf);
      pdf.addPage();
    });
    expect((await load(bytes, { ocr })).warnings).toEqual(['Read by OCR: page 1.']);
  });

  it('says that the text of a scan is of another OCR, unless it is read anew', async () => {
    const bytes = await make((pdf) => {
      placed(pdf);
      pdf.addContent('3 Tr').fontSize(14).text('The rlver carries', 40, 60);
    });
    const kept = await load(bytes, { ocr });
    expect(kept.text).toBe('The rlver carries');
    expect(kept.warnings).toEqual(['Scans with the text of another OCR, which may have misread it: page 1.']);
    const anew = await load(bytes, { ocr: { ...ocr, when: 'always' } });
    expect(anew.text).toBe(prose);
    expect(anew.warnings).toEqual(['Read by OCR: page 1.']);
  });

  it('reads scans in any turn', async () => {
    const bytes = await make((pdf) => {
      pdf.rotate(180, { origin: [size.width / 2, size.height / 2] });
      placed(pdf);
    });
    const read = await load(bytes, { ocr });
    expect(read.text).toBe(prose);
    const [first] = wordsOf(read);
    expect(first!.x0).toBeGreaterThan(size.width / 2);
    expect(first!.y0).toBeGreaterThan(size.height / 2);
  });

  it('reads only what has no text, unless it is to read every page', async () => {
    const bytes = await make((pdf) => {
      pdf.fontSize(14).text('Words of the file itself.', 40, 60);
      pdf.addPage();
      placed(pdf);
    });
    const some = await load(bytes, { ocr });
    expect(some.warnings).toEqual(['Read by OCR: page 2.']);
    expect(wordsOf(some).some(({ confidence }) => confidence !== undefined)).toBe(false);
    const told: number[] = [];
    const opening = vi.spyOn(OpenedPdf, 'open');
    const every = await load(bytes, { ocr: { ...ocr, when: 'always' }, onPage: (page) => told.push(page) });
    expect(every.warnings).toEqual(['Read by OCR: pages 1–2.']);
    expect(wordsOf(every).every(({ confidence }) => confidence !== undefined)).toBe(true);
    expect(opening).toHaveBeenCalledTimes(1); // each time the engine takes memory for the whole file
    expect(told.slice(-2)).toEqual([1, 2]);
    expect(every.text).toBe(`Words of the file itself.\n\n${prose}`);
  });

  it('reads a scan with a stamp in its margin, which stays as it is in the file', async () => {
    const stamp = 'Case 3:19-cv-00417-QXR Document 12 Page 1 of 9';
    const bytes = await make((pdf) => {
      placed(pdf);
      pdf.fontSize(9).text(stamp, 60, 8);
    });
    const read = await load(bytes, { ocr });
    expect(read.text).toBe(`${stamp}\n\n${prose}`);
    expect(read.warnings).toEqual(['Read by OCR: page 1.']);
    expect(wordsOf(read)[0]).toMatchObject({ word: 'Case' });
    expect(wordsOf(read)[0]).not.toHaveProperty('confidence');
    const unread = await load(bytes);
    expect(unread.text).toBe(stamp);
    expect(unread.warnings.join()).toMatch(/only words in the margins on page 1: a scan has no others/);
  });

  it('leaves words that only look garbled as they are', async () => {
    const table = Array.from({ length: 12 }, (_, index) => `Pts GF GD km kWh Mbps ${index + 11} mm hPa WDL`);
    const bytes = await make((pdf) => pdf.fontSize(14).text(table.join('\n'), 40, 20));
    const own = await load(bytes);
    expect(own.warnings.join()).toMatch(/garbled/);
    const read = await load(bytes, { ocr });
    expect(read).toMatchObject({ text: own.text, pages: own.pages, warnings: [] });
  });

  it('says what is missing where it would have to install it', async () => {
    const request = { ocr: { ...ocr, languages: ['fin'] } };
    const install = expect.stringContaining('npm install @tesseract.js-data/fin') as string;
    const bytes = await make(placed);
    await expect(load(bytes, request)).rejects.toMatchObject({ code: 'PDF_EMPTY', hint: install });
    const always = { ocr: { ...request.ocr, when: 'always' as const } };
    await expect(load(bytes, always)).rejects.toMatchObject({ code: 'CONFIG', hint: install });
  });

  it('says how to get OCR where it is off', async () => {
    const hint = expect.stringContaining('--ocr auto') as string;
    for (const request of [{}, { ocr: { ...ocr, when: 'never' as const } }]) {
      await expect(load(await make(placed), request)).rejects.toMatchObject({ code: 'PDF_EMPTY', hint });
    }
  });

  it('stops when it is told to, and within the limit on characters', async () => {
    const bytes = await make(placed);
    const controller = new AbortController();
    const loading = load(bytes, { ocr, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(loading).rejects.toThrow('enough');
    await expect(load(bytes, { ocr, limits: { ...limits, maxChars: 20 } })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      context: { limit: 'maxChars' },
    });
  });
});
