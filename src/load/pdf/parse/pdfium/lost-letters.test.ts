// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { readWithPdfium } from './pdfium.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

/** The words of letters that are text objects of their own, in slanted text that is scaled down. */
async function wordsOf(letters: readonly (readonly [letter: string, x: number])[]): Promise<string> {
  const bytes = await new Promise<Uint8Array>((resolve) => {
    const pdf = new PDFDocument({ margin: 0, size: [600, 800] });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    pdf.font('Times-Italic').fontSize(16).scale(0.6);
    for (const [letter, x] of letters) pdf.text(letter, 100 + x, 100, { lineBreak: false });
    pdf.end();
  });
  const { pages } = await readWithPdfium({ bytes, name: 'letters.pdf', limits });
  return pages[0]!.words.map(({ text }) => text).join(' ');
}

const effect = [
  ['E', 0],
  ['f', 9.8],
  ['f', 14.2],
  ['e', 18.7],
  ['c', 25.8],
  ['t', 32.9],
] as const;

it('keeps both of two slanted letters in text that is scaled down', async () => {
  expect(await wordsOf(effect)).toBe('Effect');
  expect(
    await wordsOf([
      ['o', 0],
      ['f', 8],
      ['f', 12.4],
      ['a', 22],
    ]),
  ).toBe('off a');
});

it('reads a letter once that is drawn twice', async () => {
  const twice = effect.flatMap(([letter, x]) => [[letter, x] as const, [letter, x + 0.4] as const]);
  expect(await wordsOf(twice)).toBe('Effect');
});
