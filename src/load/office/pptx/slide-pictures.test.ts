// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadedDocument } from '../../../types.ts';
import { encodePng } from '../../../util/pictures/png.ts';
import { checkInvariants } from '../../invariants.testing.ts';
import type { LoadRequest } from '../../loader.ts';
import { renderPages } from '../../pdf/pictures/render.ts';
import { deckOfImage, picture, shape } from '../deck.testing.ts';
import { pptxLoader } from '../pptx.ts';

const shown = 'Catch of herring by quarter: spring 120 tonnes, autumn 480 tonnes';
const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };
const ocr = { when: 'pictures', languages: ['eng'] } as const;

/** A picture of a text. */
let chart: Uint8Array;
beforeAll(async () => {
  const pdf = new PDFDocument({ size: [300, 100], margin: 0 });
  pdf.fontSize(16).text(shown, 20, 20, { width: 260 });
  pdf.end();
  const bytes = new Uint8Array(Buffer.concat(await pdf.toArray()));
  const region = { x0: 0, y0: 0, x1: 300, y1: 100 };
  const view = { page: 1, pageSize: { width: 300, height: 100 }, region, pixelsPerPoint: 2 };
  const [drawn] = await renderPages({ bytes, name: 'chart.pdf' }, [view]);
  chart = await encodePng(drawn!, 2);
});

const deck = (...slides: readonly string[]) => deckOfImage(chart, slides);

async function load(bytes: Uint8Array, more: Partial<LoadRequest> = {}): Promise<LoadedDocument> {
  const document = await pptxLoader.load({ bytes, name: 'deck.pptx', limits, ...more });
  checkInvariants(document);
  return document;
}

const figuresOf = ({ text, blocks }: LoadedDocument) =>
  blocks
    .filter(({ kind }) => kind === 'figure')
    .map(({ charStart, charEnd }) => text.slice(charStart, charEnd));

const place = [100, 200, 300, 100] as const;
const rect = { page: 1, x0: 100, y0: 200, x1: 400, y1: 300 };

describe('pictures of slides', () => {
  it('are figures by the text that OCR reads in them, below their description', async () => {
    const description = 'What was caught last year';
    const slides = deck(
      shape(['Before']) + picture(place, { description }) + shape(['After']),
      picture([20, 300, 300, 100]),
    );
    const read = await load(slides, { ocr });
    expect(figuresOf(read)).toEqual([`${description}\n${shown}`, shown]);
    expect(read.text.indexOf('After')).toBeGreaterThan(read.text.indexOf(shown));
    expect(read.warnings).toEqual(['Pictures read by OCR: pages 1–2.']);
    expect(read.pictures![0]).toMatchObject({ alternativeText: description, rect });
    const sureOf = (word: string) => {
      const at = read.text.indexOf(word);
      return read.pages[0]!.layout.find(({ charStart }) => charStart === at)!.confidence;
    };
    expect(sureOf('What')).toBeUndefined();
    expect(sureOf('herring')).toBeGreaterThan(0.7);
    expect(figuresOf(await load(slides, { ocr: { ...ocr, when: 'auto' } }))).toEqual([description]);
  });

  it('are read as far as the slide shows them', async () => {
    const right = '<a:srcRect l="0" t="0" r="100000" b="0"/>';
    const read = await load(deck(shape(['Text']) + picture(place, { more: right })), { ocr });
    expect(figuresOf(read)).toEqual([]);
    const lower = '<a:srcRect t="42%"/>';
    const part = await load(deck(shape(['Text']) + picture(place, { more: lower })), { ocr });
    expect(figuresOf(part).join()).not.toContain('herring');
  });

  it('have a mark where they have no words, are wanted, and are neither small nor on every slide', async () => {
    const logo = picture([600, 480, 60, 40]);
    const banner = picture([0, 0, 720, 60]);
    const slides = deck(
      shape(['One']) + banner + logo + picture(place),
      shape(['Two']) + banner,
      shape(['Three']) + banner,
    );
    const { text, pictures } = await load(slides, { marksPictures: true });
    expect(text).toBe('One\n\n\uFFFC\n\nTwo\n\nThree');
    expect(pictures!.filter(({ charStart, charEnd }) => charStart < charEnd)).toEqual([
      { charStart: 5, charEnd: 6, rect },
    ]);
    expect((await load(slides)).text).toBe('One\n\nTwo\n\nThree');
  });
});
