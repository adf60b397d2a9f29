// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PinciteError } from '../../../errors.ts';
import type { LoadedDocument } from '../../../types.ts';
import { encodePng } from '../../../util/pictures/png.ts';
import type { LoadRequest, OcrSettings } from '../../loader.ts';
import { OcrEngine } from '../../ocr/ocr-engine.ts';
import { problemsOf } from '../invariants.testing.ts';
import { pdfLoader } from '../pdf-loader.ts';
import { renderPages } from './render.ts';

const prose = 'The harbour office keeps the registers of all boats, and opens at eight on working days. ';
const shown = 'Catch of herring by quarter: spring 120 tonnes, autumn 480 tonnes';
const ocr: OcrSettings = { when: 'pictures', languages: ['eng'] };
const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

async function make(
  draw: (pdf: PDFKit.PDFDocument) => void,
  size: [number, number] = [600, 800],
): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size, margin: 0 });
  draw(pdf.fontSize(11));
  pdf.end();
  return new Uint8Array(Buffer.concat(await pdf.toArray()));
}

function load(bytes: Uint8Array, rest: Partial<LoadRequest> = {}): Promise<LoadedDocument> {
  return pdfLoader.load({ bytes, name: 'report.pdf', limits, ocr, ...rest });
}

/** A picture of a text, and one of noise. */
let chart: Buffer;
let noise: Buffer;
beforeAll(async () => {
  const bytes = await make((pdf) => pdf.fontSize(16).text(shown, 20, 20, { width: 260 }), [300, 100]);
  const region = { x0: 0, y0: 0, x1: 300, y1: 100 };
  const view = { page: 1, pageSize: { width: 300, height: 100 }, region, pixelsPerPoint: 3 };
  const [drawn] = await renderPages({ bytes, name: 'chart.pdf' }, [view]);
  chart = Buffer.from(await encodePng(drawn!, 3));
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) % 256;
  const pixels = Uint8Array.from({ length: 200 * 100 * 4 }, random);
  noise = Buffer.from(await encodePng({ width: 200, height: 100, pixels }, 1));
});

const figuresOf = ({ text, blocks }: LoadedDocument) =>
  blocks
    .filter(({ kind }) => kind === 'figure')
    .map(({ charStart, charEnd }) => text.slice(charStart, charEnd));

const place = { x0: 100, y0: 200, x1: 400, y1: 300 };
const placed = (pdf: PDFKit.PDFDocument, picture = chart) =>
  pdf.image(picture, place.x0, place.y0, { width: 300, height: 100 });

describe('pictures that OCR reads', () => {
  it('are figures of the text, above their caption, and each word stands where it was read', async () => {
    const bytes = await make((pdf) => {
      pdf.text(prose.repeat(3), 60, 60, { width: 480 });
      placed(pdf).text('Figure 1. What was caught', 100, 310);
    });
    const read = await load(bytes);
    expect(figuresOf(read)).toEqual([`${shown}\nFigure 1. What was caught`]);
    expect(read.warnings).toEqual(['Pictures read by OCR: page 1.']);
    expect(problemsOf(read)).toEqual([]);
    expect(read.pictures).toEqual([
      {
        charStart: read.text.indexOf(shown),
        charEnd: read.text.indexOf('What was caught') + 'What was caught'.length,
        rect: { page: 1, ...place },
      },
    ]);
    const words = read.pages[0]!.layout.filter(({ confidence }) => confidence !== undefined);
    expect(words.map(({ charStart, charEnd }) => read.text.slice(charStart, charEnd))).toEqual(
      shown.split(' '),
    );
    for (const { x0, y0, x1, y1, confidence } of words) {
      expect(confidence).toBeGreaterThan(0.7);
      expect(Math.min(x0 - place.x0, y0 - place.y0, place.x1 - x1, place.y1 - y1)).toBeGreaterThan(0);
    }
  });

  it('stand where they are shown where nothing else says what they are', async () => {
    const bytes = await make((pdf) => {
      pdf.text(`First. ${prose}`, 60, 60, { width: 480 });
      placed(pdf).text(`Last. ${prose}`, 60, 400, { width: 480 });
    });
    const { text } = await load(bytes);
    expect(text.indexOf('First')).toBeLessThan(text.indexOf(shown));
    expect(text.indexOf(shown)).toBeLessThan(text.indexOf('Last'));
  });

  it('are not read unless asked for, and open no engine where there are none', async () => {
    const opening = vi.spyOn(OcrEngine, 'open');
    const bytes = await make((pdf) => placed(pdf).text(prose, 60, 60, { width: 480 }));
    expect((await load(bytes, { ocr: { ...ocr, when: 'auto' } })).text).not.toContain('herring');
    const plain = await make((pdf) => pdf.text(prose, 60, 60, { width: 480 }));
    expect((await load(plain, { ocr: { ...ocr, languages: ['fin'] } })).warnings).toEqual([]);
    expect(opening).not.toHaveBeenCalled();
    opening.mockRestore();
  });

  it('are none that are small, repeated from page to page, noise, or have text of the page in them', async () => {
    const bytes = await make((pdf) => {
      for (const page of [1, 2, 3]) {
        if (page > 1) pdf.addPage();
        pdf.text(`${page}. ${prose}`, 60, 60, { width: 480 });
        pdf.image(chart, 100, 600, { width: 300, height: 100 });
      }
      pdf.addPage().text(`4. ${prose}`, 60, 60, { width: 480 });
      placed(pdf, noise).image(chart, 20, 700, { width: 90, height: 30 });
      pdf.image(chart, 100, 400, { width: 300, height: 100 }).text('own words', 150, 450);
    });
    const read = await load(bytes);
    expect(figuresOf(read)).toEqual([]);
    expect(read.warnings).toEqual([]);
    expect(read.pictures).toHaveLength(6);
  });

  it('say what to install where the engine is missing', async () => {
    const bytes = await make((pdf) => placed(pdf).text(prose, 60, 60, { width: 480 }));
    await expect(load(bytes, { ocr: { ...ocr, languages: ['fin'] } })).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining('npm install @tesseract.js-data/fin') as string,
    });
  });

  it('stop when they are told to, and within the limit on characters', async () => {
    const bytes = await make((pdf) => placed(pdf).text('Few words.', 60, 60, { width: 480 }));
    const controller = new AbortController();
    const loading = load(bytes, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(loading).rejects.toThrow('enough');
    await expect(load(bytes, { limits: { ...limits, maxChars: 20 } })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      context: { limit: 'maxChars' },
    });
  });

  it('are five hundred at most', async () => {
    const bytes = await make(
      (pdf) => {
        for (let page = 0; page < 51; page += 1) {
          if (page > 0) pdf.addPage();
          pdf.fontSize(5).text(prose, 10, 5, { width: 130 });
          for (let row = 0; row < 10; row += 1)
            pdf.image(noise, 10, 30 + 48 * row + page / 2, { width: 70, height: 40 });
        }
      },
      [150, 560],
    );
    const looking = vi.spyOn(OcrEngine.prototype, 'recognise').mockResolvedValue([]);
    const { warnings } = await load(bytes);
    expect(looking).toHaveBeenCalledTimes(500);
    looking.mockRestore();
    expect(warnings).toEqual(['Only the first 500 of 510 pictures were looked at by OCR.']);
  });

  it('stay as they are where OCR fails on them, and the others are read', async () => {
    const bytes = await make((pdf) => {
      pdf.text(prose, 60, 60, { width: 480 });
      placed(pdf).image(chart, 100, 500, { width: 300, height: 100 });
    });
    const failing = vi
      .spyOn(OcrEngine.prototype, 'recognise')
      .mockRejectedValueOnce(new PinciteError('LOAD', 'OCR broke off'));
    const read = await load(bytes);
    failing.mockRestore();
    expect(figuresOf(read)).toEqual([shown]);
    expect(read.warnings).toEqual([
      'A picture on page 1 could not be read by OCR: OCR broke off',
      'Pictures read by OCR: page 1.',
    ]);
  });
});
