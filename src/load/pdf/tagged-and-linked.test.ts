// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoadedDocument } from '../../types.ts';
import { pdfLoader } from './pdf-loader.ts';
import { PdfiumFailure } from './parse/pdfium/file.ts';
import * as pdfium from './parse/pdfium/pdfium.ts';

const prose =
  'The river carries fine sand from the hills to the wide plain, where farmers have built low walls to hold the water back in spring. ';
const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

async function load(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<LoadedDocument> {
  const bytes = await new Promise<Uint8Array>((resolve) => {
    const pdf = new PDFDocument({ margin: 60, size: [600, 800], ...options });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    draw(pdf.fontSize(11));
    pdf.end();
  });
  return pdfLoader.load({ bytes, name: 'made.pdf', limits });
}

const linksOf = ({ text, links = [] }: LoadedDocument): [string, string][] =>
  links.map(({ charStart, charEnd, url }) => [text.slice(charStart, charEnd), url]);

function drawLinks(pdf: PDFKit.PDFDocument): void {
  pdf.text('See ', 60, 100, { continued: true });
  pdf.text('the report', { continued: true, link: 'https://example.org/report?a=1&b=2' });
  pdf.text(' and ', { continued: true, link: null });
  pdf.text('the annex', { goTo: 'annex' });
  pdf.text('https://example.org/plain', 60, 200);
  pdf.addPage().text('Annex', 60, 60);
  pdf.addNamedDestination('annex');
}

afterEach(() => vi.restoreAllMocks());

describe('links of PDFs', () => {
  const expected = [
    ['the report', 'https://example.org/report?a=1&b=2'],
    ['the annex', '#page=2'],
  ];

  it('are the words that lead to an address or a page, and no addresses in plain text', async () => {
    expect(linksOf(await load(drawLinks))).toEqual(expected);
  });

  it('are found where the second parser reads the file', async () => {
    vi.spyOn(pdfium, 'readWithPdfium').mockRejectedValue(new PdfiumFailure('broken'));
    expect(linksOf(await load(drawLinks))).toEqual(expected);
  });

  it('stand where the page is turned', async () => {
    const document = await load((pdf) => {
      Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
      drawLinks(pdf);
    });
    expect(linksOf(document)).toEqual(expected);
  });
});

describe('lists of tagged PDFs', () => {
  it('have the items of the structure tree, though their bullets are drawn', async () => {
    const { text, blocks } = await load(
      (pdf) => {
        const items = [
          'Battery lasts 14 hours',
          `Folds flat. ${prose.repeat(2).trim()}`,
          'Filter can be washed',
        ];
        pdf.addStructure(pdf.struct('H1', {}, () => pdf.text('A fan').moveDown()));
        pdf.addStructure(pdf.struct('H2', {}, () => pdf.text('What is new').moveDown()));
        const list = pdf.struct('L');
        pdf.addStructure(list);
        for (const item of items) list.add(pdf.struct('LI', {}, () => pdf.text(item)));
        pdf.addStructure(pdf.struct('P', {}, () => pdf.moveDown().text(prose)));
      },
      { tagged: true },
    );
    expect(
      blocks.map(({ kind, charStart, charEnd }) => [kind, text.slice(charStart, charEnd).slice(0, 12)]),
    ).toEqual([
      ['heading', 'A fan'],
      ['heading', 'What is new'],
      ['list', '- Battery la'],
      ['list', '- Folds flat'],
      ['list', '- Filter can'],
      ['text', 'The river ca'],
    ]);
    expect(text).toContain('14 hours\n- Folds flat.');
  });
});

describe('headings of tagged PDFs', () => {
  it('are those of the structure tree, though they look like the text', async () => {
    const document = await load(
      (pdf) => {
        const add = (type: string, text: string) =>
          pdf.addStructure(pdf.struct(type, {}, () => pdf.text(text).moveDown(0.2)));
        for (const [type, heading] of [
          ['H1', 'Rivers'],
          ['H2', 'Floods'],
          ['H3', 'In spring'],
        ] as const) {
          add(type, heading);
          add('P', prose.repeat(2));
        }
      },
      { tagged: true },
    );
    expect(document.sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Rivers', 1],
      ['Floods', 2],
      ['In spring', 3],
    ]);
  });

  it('are not those of a tree that calls paragraphs headings', async () => {
    const document = await load(
      (pdf) => {
        for (const text of ['one', 'two', 'three'].map((word) => `Part ${word}. ${prose}`)) {
          pdf.addStructure(pdf.struct('H1', {}, () => pdf.text(text).moveDown()));
        }
      },
      { tagged: true },
    );
    expect(document.sections).toEqual([]);
  });
});

describe('text that stands for other glyphs', () => {
  it('is read in their place', async () => {
    const { text } = await load((pdf) => {
      pdf.text('Before.').markContent('Span', { actual: 'what is meant' });
      pdf.text('glyphs').endMarkedContent().text('After.');
    });
    expect(text).toBe('Before. what is meant After.');
  });
});
