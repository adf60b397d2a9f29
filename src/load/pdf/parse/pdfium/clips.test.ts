// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { readWithPdfium } from './pdfium.ts';

type Draw = (pdf: PDFKit.PDFDocument) => void;

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

/** The words of a page of 600 by 800 points, as they stand in its content stream. */
async function wordsOf(draw: Draw): Promise<string> {
  const bytes = await new Promise<Uint8Array>((resolve) => {
    const pdf = new PDFDocument({ margin: 0, size: [600, 800] });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    draw(pdf.font('Helvetica').fontSize(10));
    pdf.end();
  });
  const { pages } = await readWithPdfium({ bytes, name: 'clipped.pdf', limits });
  return pages[0]!.words.map(({ text }) => text).join(' ');
}

const put = (pdf: PDFKit.PDFDocument, text: string, [x, y]: readonly [number, number]) =>
  pdf.text(text, x, y, { lineBreak: false });

/** @param box left, top, width, height. */
function clipped(
  pdf: PDFKit.PDFDocument,
  box: readonly [number, number, number, number],
  draw: () => void,
): void {
  pdf
    .save()
    .rect(...box)
    .clip();
  draw();
  pdf.restore();
}

/** A form, on a page with text, with one at the lower left of its box of 200 by 50 points, placed at a point counted from below. */
function placeForm(pdf: PDFKit.PDFDocument, text: string, [x, y]: readonly [number, number]): void {
  const form = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 200, 50],
    Resources: { Font: pdf.page.fonts },
  });
  form.end(Buffer.from(`BT /F1 10 Tf 10 10 Td (${text}) Tj ET BT /F1 10 Tf 10 90 Td (above) Tj ET`));
  Object.assign(pdf.page.xobjects, { [text]: form });
  // pdfkit counts from above.
  pdf.addContent(`q 1 0 0 -1 ${x} ${800 - y} cm /${text} Do Q`);
}

describe('removeClippedText', () => {
  it('leaves out text outside of what it is clipped to, and keeps what is seen in part', async () => {
    const words = await wordsOf((pdf) => {
      put(pdf, 'prose', [50, 100]);
      clipped(pdf, [50, 300, 100, 100], () => {
        put(pdf, 'far', [50, 100]);
        put(pdf, 'beside', [400, 350]);
        put(pdf, 'chart', [60, 350]);
        put(pdf, 'goes over its edge', [110, 350]);
      });
      put(pdf, 'after', [400, 100]);
    });
    expect(words).toBe('prose chart goes over its edge after');
  });

  it('takes clips within clips together', async () => {
    const words = await wordsOf((pdf) =>
      clipped(pdf, [50, 50, 100, 500], () =>
        clipped(pdf, [50, 300, 500, 500], () => {
          put(pdf, 'both', [60, 400]);
          put(pdf, 'outer', [60, 100]);
          put(pdf, 'inner', [300, 400]);
        }),
      ),
    );
    expect(words).toBe('both');
  });

  it('reads a line or a cell that the edge just cuts off', async () => {
    const words = await wordsOf((pdf) =>
      clipped(pdf, [50, 300, 100, 100], () => {
        put(pdf, 'cell', [151, 350]);
        put(pdf, 'next', [180, 350]);
      }),
    );
    expect(words).toBe('cell');
  });

  it('reads a text whose first copy is hidden', async () => {
    const words = await wordsOf((pdf) => {
      clipped(pdf, [400, 300, 100, 100], () => put(pdf, 'twice', [60, 350]));
      put(pdf, 'twice', [60, 350]);
    });
    expect(words).toBe('twice');
  });

  it('knows where the clips of a form lie on the page', async () => {
    const words = await wordsOf((pdf) => {
      put(pdf, 'prose', [10, 10]);
      placeForm(pdf, 'whole', [100, 300]);
      clipped(pdf, [100, 600, 200, 100], () => placeForm(pdf, 'shown', [100, 150]));
      clipped(pdf, [100, 600, 200, 100], () => placeForm(pdf, 'hidden', [100, 400]));
    });
    expect(words).toBe('prose whole shown');
  });

  it('keeps text that is not painted, as OCR puts it over a scan', async () => {
    const words = await wordsOf((pdf) =>
      clipped(pdf, [50, 300, 100, 100], () => {
        pdf.addContent('3 Tr');
        put(pdf, 'scanned', [50, 100]);
      }),
    );
    expect(words).toBe('scanned');
  });
});
