// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { readWithPdfium } from './pdfium.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

it('keeps a letter that is a text object of its own in a font that is not in the file', async () => {
  const bytes = await new Promise<Uint8Array>((resolve) => {
    const pdf = new PDFDocument({ margin: 0, size: [600, 800] });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    const name = { Type: 'Font', BaseFont: 'Ryumin-Light' };
    const CIDSystemInfo = { Registry: new String('Adobe'), Ordering: new String('Japan1'), Supplement: 2 };
    const glyphs = pdf.ref({ ...name, Subtype: 'CIDFontType0', CIDSystemInfo, DW: 1000 });
    const font = pdf.ref({
      ...name,
      Subtype: 'Type0',
      Encoding: 'UniJIS-UCS2-H',
      DescendantFonts: [glyphs],
    });
    glyphs.end('');
    font.end('');
    pdf.font('Helvetica').fontSize(10).text('ispell', 50, 100, { lineBreak: false });
    pdf.text('aspell', 100, 100, { lineBreak: false });
    Object.assign(pdf.page.fonts, { J1: font });
    pdf.addContent('BT /J1 10 Tf 1 0 0 -1 84 107.2 Tm <3068> Tj ET');
    pdf.addContent('BT /J1 10 Tf 1 0 0 -1 130 107.2 Tm <306E53CC65B9> Tj ET');
    pdf.end();
  });
  const { pages } = await readWithPdfium({ bytes, name: 'letters.pdf', limits });
  const read = pages[0]!.words.map(({ text, x0, x1 }) => [text, Math.round(x0), Math.round(x1)]);
  expect(read.filter(([text]) => text === 'と')).toEqual([['と', 84, 94]]);
  expect(read.map(([text]) => text).join('')).toContain('の双方');
});
