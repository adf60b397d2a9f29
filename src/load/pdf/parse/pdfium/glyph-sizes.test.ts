import { expect, it } from 'vitest';
import { readWithPdfium } from './pdfium.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

const stream = (content: string) => `<< /Length ${content.length} >> stream\n${content}\nendstream`;

/** A page with one line in a bitmap font of TeX: glyphs of 50 dots, 100 dots apart, of which each is 0.12 points. */
function bitmapPage(line: string): Uint8Array {
  const letters = [...new Set(line.replaceAll(' ', ''))].sort();
  const glyph = (letter: string) => {
    const height = /[A-Zbdfhkl]/.test(letter) ? 69 : 46;
    return stream(`60 0 0 0 50 ${height} d1 0 0 50 ${height} re f`);
  };
  const [first, last] = [letters[0]!.charCodeAt(0), letters.at(-1)!.charCodeAt(0)];
  const widths = Array.from({ length: last - first + 1 }, () => 60).join(' ');
  const words = line.split(' ').map((word) => `(${word}) Tj ${word.length * 60 + 40} 0 Td`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`0.12 0 0 0.12 100 700 cm BT /F 1 Tf ${words.join(' ')} ET`),
    `<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /FirstChar ${first} /LastChar ${last} ` +
      `/Widths [${widths}] /Encoding << /Differences [${letters.map((one) => `${one.charCodeAt(0)} /${one}`).join(' ')}] >> ` +
      `/CharProcs << ${letters.map((one, index) => `/${one} ${index + 6} 0 R`).join(' ')} >> >>`,
    ...letters.map(glyph),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n`);
}

it('takes the size of a bitmap font from its letters', async () => {
  const { pages } = await readWithPdfium({ bytes: bitmapPage('Hello mad bat'), name: 'tex.pdf', limits });
  const [word, ...others] = pages[0]!.words;
  expect([word!.text, ...others.map(({ text }) => text)]).toEqual(['Hello', 'mad', 'bat']);
  expect(word!.size).toBeCloseTo(12, 0);
  expect(word!.y1 - word!.y0).toBeGreaterThan(10);
});
